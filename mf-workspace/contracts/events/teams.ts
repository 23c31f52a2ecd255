// Declared in mf-teams/events.ts: `pnpm declarations` wrote it.
import * as z from 'zod/mini';
import type { EventDef } from '@atrium/shared-kernel/contracts/define';
import { id } from '@atrium/shared-kernel/contracts/id';

const owner = 'mf-teams';

export const joined = {
  kind: 'event',
  name: 'teams.joined',
  owner,
  version: 1,
  payload: () => z.object({ teamId: id() }),
} as const satisfies EventDef;

/** Members, roles, agents or seats of the team changed. */
export const changed = {
  kind: 'event',
  name: 'teams.changed',
  owner,
  version: 1,
  payload: () => z.object({ teamId: id() }),
} as const satisfies EventDef;

/** The team dialog opened: a selected agent is cleared. */
export const adminOpened = {
  kind: 'event',
  name: 'teams.adminOpened',
  owner,
  version: 1,
  payload: () => z.object({}),
} as const satisfies EventDef;
