import { checkSubscriptionSession } from '@atrium/shared-kernel/contracts/calls/billing';
import { confirmCheckout, requireOwnCheckout } from '../../domain/billing/checkout.ts';
import { implement } from '../implement.ts';

export default implement(checkSubscriptionSession, async (context, { sessionId }) => {
  await requireOwnCheckout(context, sessionId);
  return { success: await confirmCheckout(context.services, sessionId) };
});
