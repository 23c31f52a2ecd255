export * as billing from './dialogs/billing.ts';
export * as shell from '../dialogs.ts';
export * as teams from './dialogs/teams.ts';
export * as workspace from './dialogs/workspace.ts';
