export * as billing from '../events.ts';
