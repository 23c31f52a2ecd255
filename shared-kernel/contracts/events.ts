export * as auth from './events/auth.ts';
export * as billing from './events/billing.ts';
export * as chat from './events/chat.ts';
export * as shell from './events/shell.ts';
export * as teams from './events/teams.ts';
export * as workspace from './events/workspace.ts';
