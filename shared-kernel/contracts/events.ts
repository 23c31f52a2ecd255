/** @deprecated until 2027-05-31: name the owner in `contracts/events.ts` of your own folder, and run `pnpm declarations`. */
export * as auth from './events/auth.ts';
/** @deprecated until 2027-05-31: name the owner in `contracts/events.ts` of your own folder, and run `pnpm declarations`. */
export * as billing from './events/billing.ts';
/** @deprecated until 2027-05-31: name the owner in `contracts/events.ts` of your own folder, and run `pnpm declarations`. */
export * as chat from './events/chat.ts';
/** @deprecated until 2027-05-31: name the owner in `contracts/events.ts` of your own folder, and run `pnpm declarations`. */
export * as shell from './events/shell.ts';
/** @deprecated until 2027-05-31: name the owner in `contracts/events.ts` of your own folder, and run `pnpm declarations`. */
export * as teams from './events/teams.ts';
/** @deprecated until 2027-05-31: name the owner in `contracts/events.ts` of your own folder, and run `pnpm declarations`. */
export * as workspace from './events/workspace.ts';
