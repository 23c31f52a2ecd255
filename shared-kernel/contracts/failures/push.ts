import type * as calls from '../calls/push.ts';
import { pushNotSetUp, subscribeFailed } from '../sentences.ts';
import { badGateway, badRequest, decisive, rateLimited } from './define.ts';
import type { FailsWith } from './fails-with.ts';

export const failures = {
  'push-not-set-up': decisive(badRequest(pushNotSetUp)),
  'too-many-registrations': rateLimited('Please wait a moment before you try again.'),
  'registration-failed': badGateway(subscribeFailed),
} as const;

export const failsWith = {
  publicPushKey: ['push-not-set-up'],
  fcmSubscribe: ['push-not-set-up'],
  fcmUnsubscribe: [],
  registerBrowser: ['push-not-set-up', 'too-many-registrations', 'registration-failed'],
} as const satisfies FailsWith<typeof calls>;
