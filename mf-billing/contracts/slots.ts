export * as billing from '../slots.ts';
export * as workspace from './slots/workspace.ts';
