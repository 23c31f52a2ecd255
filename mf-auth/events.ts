import * as z from 'zod/mini';
import type { EventDef } from '@atrium/shared-kernel/contracts/define';

const owner = 'mf-auth';

/** A login or a registration created a session in this browser. The shell fetches the user. */
export const signedIn = {
  kind: 'event',
  name: 'auth.signedIn',
  owner,
  version: 1,
  payload: () => z.object({ new: z.boolean() }),
} as const satisfies EventDef;

export const onboarded = {
  kind: 'event',
  name: 'auth.onboarded',
  owner,
  version: 1,
  payload: () => z.object({}),
} as const satisfies EventDef;
