import { registerBrowser } from '@atrium/shared-kernel/contracts/calls/push';
import type { Limit } from '../../ports/limits.ts';
import { register, requirePushKey } from '../../domain/push/push.ts';
import { implement } from '../implement.ts';
import { DomainError } from '../../domain/domain-error.ts';

const registrations: Limit = { name: 'push-registrations', points: 20, seconds: 600 };

export default implement(registerBrowser, async ({ services, user }, subscription) => {
  requirePushKey(services.push);
  const wait = await services.limits.consume(registrations, user.id);
  if (wait > 0) throw new DomainError('too-many-registrations', { wait });
  const { database, push, now } = services;
  const fcmToken = await register({ db: database.db, push }, user.id, subscription, now());
  if (fcmToken === undefined) throw new DomainError('registration-failed');
  return { fcmToken };
});
