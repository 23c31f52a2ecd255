import * as z from 'zod/mini';
import type { SlotDef } from '../define.ts';
import { id } from '../id.ts';

/**
 * Tabs behind those of the panel in which admins manage a team.
 * @deprecated until 2027-05-31: name the owner in `contracts/slots.ts` of your own folder, and run `pnpm declarations`.
 */
export const panelTabs = {
  kind: 'slot',
  name: 'teams.panelTabs',
  owner: 'mf-teams',
  version: 1,
  input: () => z.object({ teamId: id() }),
  many: { shows: 'labeled', most: 24, kB: 40 },
} as const satisfies SlotDef;
