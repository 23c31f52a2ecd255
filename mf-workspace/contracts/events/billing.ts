// Declared in mf-billing/events.ts: `pnpm declarations` wrote it.
import * as z from 'zod/mini';
import type { EventDef } from '@atrium/shared-kernel/contracts/define';
import { id } from '@atrium/shared-kernel/contracts/id';

const owner = 'mf-billing';

export const subscriptionChanged = {
  kind: 'event',
  name: 'billing.subscriptionChanged',
  owner,
  version: 1,
  payload: () => z.object({ subscriptionEndDate: z.optional(z.iso.datetime()) }),
} as const satisfies EventDef;

/** The settings dialog opened: a selected agent is cleared. */
export const settingsOpened = {
  kind: 'event',
  name: 'billing.settingsOpened',
  owner,
  version: 1,
  payload: () => z.object({}),
} as const satisfies EventDef;

export const profileUpdated = {
  kind: 'event',
  name: 'billing.profileUpdated',
  owner,
  version: 1,
  payload: () => z.object({ userId: id() }),
} as const satisfies EventDef;
