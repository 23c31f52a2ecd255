export * as billing from '../dialogs.ts';
export * as workspace from './dialogs/workspace.ts';
