export * as billing from './slots/billing.ts';
export * as chat from './slots/chat.ts';
export * as shell from './slots/shell.ts';
export * as teams from './slots/teams.ts';
export * as workspace from './slots/workspace.ts';
