import * as z from 'zod/mini';
import { done, nothing } from '../answers.ts';
import type { CallDef } from '../define.ts';
import { ipInfo, user } from '../entities/user.ts';
import { id, instant } from '../id.ts';

export const getUser = {
  kind: 'call',
  name: 'session.getUser',
  version: 1,
  method: 'GET',
  path: '/user',
  access: 'user',
  input: nothing,
  output: user,
} as const satisfies CallDef;

/** `lastUsedIp` is empty if any of the four cached location values is missing. */
export const getIpInfo = {
  kind: 'call',
  name: 'session.getIpInfo',
  version: 1,
  method: 'GET',
  path: '/generic/getIpInfo',
  access: 'visitor',
  input: () => z.strictObject({ lastUsedIp: z.optional(z.string().check(z.maxLength(45))) }),
  output: ipInfo,
} as const satisfies CallDef;

export const ping = {
  kind: 'call',
  name: 'session.ping',
  version: 1,
  method: 'GET',
  path: '/ping',
  access: 'visitor',
  input: nothing,
  output: done,
} as const satisfies CallDef;

export const authPing = {
  kind: 'call',
  name: 'session.authPing',
  version: 1,
  method: 'GET',
  path: '/authPing',
  access: 'user',
  input: nothing,
  output: done,
} as const satisfies CallDef;

/** The sessions of the user, the last used first. */
export const listSessions = {
  kind: 'call',
  name: 'session.listSessions',
  version: 1,
  method: 'GET',
  path: '/sessions',
  access: 'user',
  input: nothing,
  output: () =>
    z.object({
      sessions: z.array(
        z.object({
          _id: id(),
          /** In words, such as `Chrome on Windows`. */
          device: z.string(),
          /** In words, such as `Cape Town, South Africa`. Absent if the IP address does not tell it. */
          place: z.optional(z.string()),
          lastUse: instant(),
          createdDate: instant(),
          /** Whether it is the session of this request. */
          current: z.boolean(),
        }),
      ),
    }),
} as const satisfies CallDef;

export const endSession = {
  kind: 'call',
  name: 'session.endSession',
  version: 1,
  method: 'POST',
  path: '/endSession',
  access: 'user',
  input: () => z.strictObject({ sessionId: id() }),
  output: done,
} as const satisfies CallDef;

/** Signs the user out everywhere, including here. */
export const endAllSessions = {
  kind: 'call',
  name: 'session.endAllSessions',
  version: 1,
  method: 'POST',
  path: '/endAllSessions',
  access: 'user',
  input: nothing,
  output: done,
} as const satisfies CallDef;
