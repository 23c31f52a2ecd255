export * as billing from '../slots.ts';
