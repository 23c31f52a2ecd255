export * as chat from '../events.ts';
export * as shell from './events/shell.ts';
export * as workspace from './events/workspace.ts';
