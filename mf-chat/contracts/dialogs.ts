export * as chat from '../dialogs.ts';
export * as workspace from './dialogs/workspace.ts';
