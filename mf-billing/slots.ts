import type { SlotDef } from '@atrium/shared-kernel/contracts/define';

/** Additional tabs of the settings dialog, after its own. */
export const settingsTabs = {
  kind: 'slot',
  name: 'billing.settingsTabs',
  owner: 'mf-billing',
  version: 1,
  many: { shows: 'labeled', most: 24, kB: 40 },
} as const satisfies SlotDef;
