export * as billing from './events/billing.ts';
export * as chat from './events/chat.ts';
export * as teams from './events/teams.ts';
export * as workspace from '../events.ts';
