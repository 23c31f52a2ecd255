export * as teams from '../slots.ts';
