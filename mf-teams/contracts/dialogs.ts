export * as billing from './dialogs/billing.ts';
export * as teams from '../dialogs.ts';
export * as workspace from './dialogs/workspace.ts';
