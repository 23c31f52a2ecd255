import { registerBrowser } from '@atrium/shared-kernel/contracts/calls/push';
import type { Limit } from '../../ports/limits.ts';
import { requirePushKey } from '../../domain/push/push.ts';
import { implement } from '../implement.ts';
import { DomainError } from '../../domain/domain-error.ts';

const registrations: Limit = { name: 'push-registrations', points: 20, seconds: 600 };

export default implement(registerBrowser, async ({ services, user }, subscription) => {
  requirePushKey(services.push);
  const wait = await services.limits.consume(registrations, user.id);
  if (wait > 0) throw new DomainError('too-many-registrations', { wait });
  const fcmToken = await services.push.register(subscription);
  if (fcmToken === undefined) throw new DomainError('registration-failed');
  return { fcmToken };
});
