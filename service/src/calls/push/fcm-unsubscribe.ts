import { fcmUnsubscribe } from '@atrium/shared-kernel/contracts/calls/push';
import { unsubscribe } from '../../domain/push/push.ts';
import { implement } from '../implement.ts';

/** Works where notifications have been switched off since, too. */
export default implement(fcmUnsubscribe, async ({ services, user }, { fcmToken }) => {
  await unsubscribe(services.database.db, user.id, fcmToken);
  return {};
});
