export * as shell from '../slots.ts';
