import { expirePaymentSession } from '@atrium/shared-kernel/contracts/calls/billing';
import { expireCheckout } from '../../domain/billing/checkout.ts';
import { implement } from '../implement.ts';

export default implement(expirePaymentSession, async (context, { sessionId }) => {
  await expireCheckout(context, sessionId);
  return {};
});
