export * as workspace from './slots/workspace.ts';
