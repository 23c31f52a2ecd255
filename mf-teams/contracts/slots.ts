export * as teams from '../slots.ts';
export * as workspace from './slots/workspace.ts';
