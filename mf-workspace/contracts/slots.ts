export * as shell from './slots/shell.ts';
export * as workspace from '../slots.ts';
