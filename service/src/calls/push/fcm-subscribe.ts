import { fcmSubscribe } from '@atrium/shared-kernel/contracts/calls/push';
import { requirePushKey, subscribe } from '../../domain/push/push.ts';
import { implement } from '../implement.ts';

export default implement(fcmSubscribe, async ({ services, user }, { fcmToken }) => {
  requirePushKey(services.push);
  await subscribe(services.database.db, user.id, fcmToken, services.now());
  return {};
});
