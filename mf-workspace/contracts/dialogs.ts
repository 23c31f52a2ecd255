export * as billing from './dialogs/billing.ts';
export * as chat from './dialogs/chat.ts';
export * as teams from './dialogs/teams.ts';
export * as workspace from '../dialogs.ts';
