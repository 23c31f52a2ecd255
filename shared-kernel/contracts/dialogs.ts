/** @deprecated until 2027-05-31: name the owner in `contracts/dialogs.ts` of your own folder, and run `pnpm declarations`. */
export * as auth from './dialogs/auth.ts';
/** @deprecated until 2027-05-31: name the owner in `contracts/dialogs.ts` of your own folder, and run `pnpm declarations`. */
export * as billing from './dialogs/billing.ts';
/** @deprecated until 2027-05-31: name the owner in `contracts/dialogs.ts` of your own folder, and run `pnpm declarations`. */
export * as chat from './dialogs/chat.ts';
/** @deprecated until 2027-05-31: name the owner in `contracts/dialogs.ts` of your own folder, and run `pnpm declarations`. */
export * as shell from './dialogs/shell.ts';
/** @deprecated until 2027-05-31: name the owner in `contracts/dialogs.ts` of your own folder, and run `pnpm declarations`. */
export * as teams from './dialogs/teams.ts';
/** @deprecated until 2027-05-31: name the owner in `contracts/dialogs.ts` of your own folder, and run `pnpm declarations`. */
export * as workspace from './dialogs/workspace.ts';
