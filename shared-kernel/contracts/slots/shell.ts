import type { SlotDef } from '../define.ts';

/**
 * The places of the main screen; pages are routes.
 * @deprecated until 2027-05-31: name the owner in `contracts/slots.ts` of your own folder, and run `pnpm declarations`.
 */
export const left = { kind: 'slot', name: 'shell.left', owner: 'shell', version: 1 } as const satisfies SlotDef;
/** @deprecated until 2027-05-31: name the owner in `contracts/slots.ts` of your own folder, and run `pnpm declarations`. */
export const main = { kind: 'slot', name: 'shell.main', owner: 'shell', version: 1 } as const satisfies SlotDef;
/** @deprecated until 2027-05-31: name the owner in `contracts/slots.ts` of your own folder, and run `pnpm declarations`. */
export const right = { kind: 'slot', name: 'shell.right', owner: 'shell', version: 1 } as const satisfies SlotDef;
