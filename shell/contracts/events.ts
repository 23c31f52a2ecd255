export * as auth from './events/auth.ts';
export * as chat from './events/chat.ts';
export * as shell from '../events.ts';
export * as workspace from './events/workspace.ts';
