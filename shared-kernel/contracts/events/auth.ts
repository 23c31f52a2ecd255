import * as z from 'zod/mini';
import type { EventDef } from '../define.ts';

const owner = 'mf-auth';

/**
 * A login or a registration gave this browser a session: the shell fetches the user.
 * @deprecated until 2027-05-31: name the owner in `contracts/events.ts` of your own folder, and run `pnpm declarations`.
 */
export const signedIn = {
  kind: 'event',
  name: 'auth.signedIn',
  owner,
  version: 1,
  payload: () => z.object({ new: z.boolean() }),
} as const satisfies EventDef;

/** @deprecated until 2027-05-31: name the owner in `contracts/events.ts` of your own folder, and run `pnpm declarations`. */
export const onboarded = {
  kind: 'event',
  name: 'auth.onboarded',
  owner,
  version: 1,
  payload: () => z.object({}),
} as const satisfies EventDef;
