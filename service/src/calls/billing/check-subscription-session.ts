import { checkSubscriptionSession } from '@atrium/shared-kernel/contracts/calls/billing';
import { requireOwnCheckout } from '../../domain/billing/checkout.ts';
import { boughtTeam, finishCheckout, settleCheckout } from '../../domain/billing/confirm.ts';
import { isSecondPayment } from '../../domain/billing/refunds.ts';
import { implement } from '../implement.ts';

export default implement(checkSubscriptionSession, async (context, { sessionId }) => {
  const { services, log } = context;
  await requireOwnCheckout(context, sessionId);
  if (!(await settleCheckout(services, sessionId))) {
    const { status } = await services.payments.readCheckout(sessionId);
    return { success: false, ...(status === 'pending' ? { pending: true } : {}) };
  }
  // The plan exists even if this fails, and a job tries it again.
  await finishCheckout(services, sessionId).catch((error: unknown) => {
    log.error({ err: error }, 'A checkout could not be completed.');
  });
  const second = await isSecondPayment(services, sessionId);
  if (second) return { success: true, paidTwice: true };
  const team = await boughtTeam(services, sessionId);
  return { success: true, ...(team ? { team } : {}) };
});
