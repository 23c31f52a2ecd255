import * as z from 'zod/mini';
import type { SlotDef } from '@atrium/shared-kernel/contracts/define';
import { id } from '@atrium/shared-kernel/contracts/id';

/** Additional tabs of the panel in which admins manage a team, after its own. */
export const panelTabs = {
  kind: 'slot',
  name: 'teams.panelTabs',
  owner: 'mf-teams',
  version: 1,
  input: () => z.object({ teamId: id() }),
  many: { shows: 'labeled', most: 24, kB: 40 },
} as const satisfies SlotDef;
