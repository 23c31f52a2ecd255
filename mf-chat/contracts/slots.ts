export * as chat from '../slots.ts';
export * as shell from './slots/shell.ts';
