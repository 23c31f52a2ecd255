import * as z from 'zod/mini';
import type { EventDef } from '../define.ts';
import { id } from '../id.ts';

const owner = 'mf-teams';

/** @deprecated until 2027-05-31: name the owner in `contracts/events.ts` of your own folder, and run `pnpm declarations`. */
export const joined = {
  kind: 'event',
  name: 'teams.joined',
  owner,
  version: 1,
  payload: () => z.object({ teamId: id() }),
} as const satisfies EventDef;

/**
 * Members, roles, agents or seats of the team changed.
 * @deprecated until 2027-05-31: name the owner in `contracts/events.ts` of your own folder, and run `pnpm declarations`.
 */
export const changed = {
  kind: 'event',
  name: 'teams.changed',
  owner,
  version: 1,
  payload: () => z.object({ teamId: id() }),
} as const satisfies EventDef;

/**
 * The team dialog opened: a selected agent is cleared.
 * @deprecated until 2027-05-31: name the owner in `contracts/events.ts` of your own folder, and run `pnpm declarations`.
 */
export const adminOpened = {
  kind: 'event',
  name: 'teams.adminOpened',
  owner,
  version: 1,
  payload: () => z.object({}),
} as const satisfies EventDef;
