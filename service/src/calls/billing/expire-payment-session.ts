import { expirePaymentSession } from '@atrium/shared-kernel/contracts/calls/billing';
import { requireOwnCheckout } from '../../domain/billing/checkout.ts';
import { implement } from '../implement.ts';

export default implement(expirePaymentSession, async (context, { sessionId }) => {
  await requireOwnCheckout(context, sessionId);
  await context.services.payments.expireCheckout(sessionId);
  return {};
});
