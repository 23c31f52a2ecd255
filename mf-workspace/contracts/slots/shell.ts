// Declared in shell/slots.ts: `pnpm declarations` wrote it.
import type { SlotDef } from '@atrium/shared-kernel/contracts/define';

/** The slots of the main screen. Whole pages are routes instead. */
export const left = { kind: 'slot', name: 'shell.left', owner: 'shell', version: 1 } as const satisfies SlotDef;
export const main = { kind: 'slot', name: 'shell.main', owner: 'shell', version: 1 } as const satisfies SlotDef;
export const right = { kind: 'slot', name: 'shell.right', owner: 'shell', version: 1 } as const satisfies SlotDef;
