/** @deprecated until 2027-05-31: name the owner in `contracts/slots.ts` of your own folder, and run `pnpm declarations`. */
export * as billing from './slots/billing.ts';
/** @deprecated until 2027-05-31: name the owner in `contracts/slots.ts` of your own folder, and run `pnpm declarations`. */
export * as chat from './slots/chat.ts';
/** @deprecated until 2027-05-31: name the owner in `contracts/slots.ts` of your own folder, and run `pnpm declarations`. */
export * as shell from './slots/shell.ts';
/** @deprecated until 2027-05-31: name the owner in `contracts/slots.ts` of your own folder, and run `pnpm declarations`. */
export * as teams from './slots/teams.ts';
/** @deprecated until 2027-05-31: name the owner in `contracts/slots.ts` of your own folder, and run `pnpm declarations`. */
export * as workspace from './slots/workspace.ts';
