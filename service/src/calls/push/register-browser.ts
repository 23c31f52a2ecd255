import { registerBrowser } from '@atrium/shared-kernel/contracts/calls/push';
import type { Limit } from '../../ports/limits.ts';
import { requirePushKey } from '../../domain/push/push.ts';
import { CallError, tooManyRequests } from '../../errors.ts';
import { implement } from '../implement.ts';

const registrations: Limit = { name: 'push-registrations', points: 20, seconds: 600 };

export default implement(registerBrowser, async ({ services, user }, subscription) => {
  requirePushKey(services.push);
  const wait = await services.limits.take(registrations, user.id);
  if (wait > 0) throw tooManyRequests(wait, 'Please wait a moment before you try again.');
  const fcmToken = await services.push.register(subscription);
  if (fcmToken === undefined) throw new CallError(502, 'Failed to subscribe, please try again.');
  return { fcmToken };
});
