export * as auth from '../dialogs.ts';
