import * as z from 'zod/mini';
import type { EventDef } from '../define.ts';
import { id } from '../id.ts';

const owner = 'mf-billing';

/** @deprecated until 2027-05-31: name the owner in `contracts/events.ts` of your own folder, and run `pnpm declarations`. */
export const subscriptionChanged = {
  kind: 'event',
  name: 'billing.subscriptionChanged',
  owner,
  version: 1,
  payload: () => z.object({ subscriptionEndDate: z.optional(z.iso.datetime()) }),
} as const satisfies EventDef;

/**
 * The settings dialog opened: a selected agent is cleared.
 * @deprecated until 2027-05-31: name the owner in `contracts/events.ts` of your own folder, and run `pnpm declarations`.
 */
export const settingsOpened = {
  kind: 'event',
  name: 'billing.settingsOpened',
  owner,
  version: 1,
  payload: () => z.object({}),
} as const satisfies EventDef;

/** @deprecated until 2027-05-31: name the owner in `contracts/events.ts` of your own folder, and run `pnpm declarations`. */
export const profileUpdated = {
  kind: 'event',
  name: 'billing.profileUpdated',
  owner,
  version: 1,
  payload: () => z.object({ userId: id() }),
} as const satisfies EventDef;
