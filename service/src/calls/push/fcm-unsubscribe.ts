import { fcmUnsubscribe } from '@atrium/shared-kernel/contracts/calls/push';
import { unsubscribe } from '../../domain/push/push.ts';
import { implement } from '../implement.ts';

/** This also works after notifications have been turned off. */
export default implement(fcmUnsubscribe, async ({ services, user }, { fcmToken }) => {
  await unsubscribe(services.database.db, user.id, fcmToken);
  return {};
});
