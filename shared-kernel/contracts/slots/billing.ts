import type { SlotDef } from '../define.ts';

/**
 * Tabs behind those of the settings dialog.
 * @deprecated until 2027-05-31: name the owner in `contracts/slots.ts` of your own folder, and run `pnpm declarations`.
 */
export const settingsTabs = {
  kind: 'slot',
  name: 'billing.settingsTabs',
  owner: 'mf-billing',
  version: 1,
  many: { shows: 'labeled', most: 24, kB: 40 },
} as const satisfies SlotDef;
