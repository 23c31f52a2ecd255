import * as z from 'zod/mini';
import { done, nothing } from '../answers.ts';
import type { CallDef } from '../define.ts';

const fcmToken = () => z.string().check(z.minLength(1), z.maxLength(4096));

export const publicPushKey = {
  kind: 'call',
  name: 'push.publicPushKey',
  version: 1,
  method: 'GET',
  path: '/publicPushKey',
  access: 'user',
  input: nothing,
  output: () => z.object({ key: z.string() }),
} as const satisfies CallDef;

export const fcmSubscribe = {
  kind: 'call',
  name: 'push.fcmSubscribe',
  version: 1,
  method: 'POST',
  path: '/push/fcmSubscribe',
  access: 'user',
  input: () => z.strictObject({ fcmToken: fcmToken() }),
  output: done,
} as const satisfies CallDef;

export const fcmUnsubscribe = {
  kind: 'call',
  name: 'push.fcmUnsubscribe',
  version: 1,
  method: 'POST',
  path: '/push/fcmUnsubscribe',
  access: 'user',
  input: () => z.strictObject({ fcmToken: fcmToken() }),
  output: done,
} as const satisfies CallDef;

/**
 * Registers a browser's push subscription with Firebase and returns the token to subscribe with, so that the browser
 * itself contacts no other host. Beyond the specification.
 */
export const registerBrowser = {
  kind: 'call',
  name: 'push.registerBrowser',
  version: 1,
  method: 'POST',
  path: '/push/registerBrowser',
  access: 'user',
  input: () =>
    z.strictObject({
      endpoint: z.string().check(z.regex(/^https:\/\/[^\s/]/), z.maxLength(2048)),
      p256dh: z.string().check(z.minLength(1), z.maxLength(200)),
      auth: z.string().check(z.minLength(1), z.maxLength(100)),
    }),
  output: () => z.object({ fcmToken: z.string() }),
} as const satisfies CallDef;
