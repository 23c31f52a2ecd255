export * as auth from '../events.ts';
