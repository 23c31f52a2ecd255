import * as z from 'zod/mini';
import { done, nothing } from '../answers.ts';
import type { CallDef } from '../define.ts';
import { ipInfo, user } from '../entities/user.ts';

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
