import { checkSubscriptionSession } from '@atrium/shared-kernel/contracts/calls/billing';
import { requireOwnCheckout } from '../../domain/billing/checkout.ts';
import { finishCheckout, settleCheckout } from '../../domain/billing/confirm.ts';
import { isSecondPayment } from '../../domain/billing/pay-back.ts';
import { implement } from '../implement.ts';

export default implement(checkSubscriptionSession, async (context, { sessionId }) => {
  const { services, log } = context;
  await requireOwnCheckout(context, sessionId);
  if (!(await settleCheckout(services, sessionId))) return { success: false };
  // The plan is there whatever comes of this, and the job tries it again.
  await finishCheckout(services, sessionId).catch((error: unknown) => {
    log.error({ err: error }, 'A checkout could not be finished.');
  });
  const second = await isSecondPayment(services, sessionId);
  return { success: true, ...(second ? { paidTwice: true } : {}) };
});
