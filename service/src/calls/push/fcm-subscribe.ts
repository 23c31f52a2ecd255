import { fcmSubscribe } from '@atrium/shared-kernel/contracts/calls/push';
import { requirePushKey, subscribe } from '../../domain/push/push.ts';
import { implement } from '../implement.ts';

export default implement(fcmSubscribe, async ({ services, user, token = '' }, { fcmToken }) => {
  requirePushKey(services.push);
  await subscribe(services.database.db, { userId: user.id, session: token }, fcmToken, services.now());
  return {};
});
