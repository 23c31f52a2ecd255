export * as teams from '../events.ts';
export * as workspace from './events/workspace.ts';
