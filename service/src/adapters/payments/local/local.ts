import { randomBytes } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { paymentSessions } from '../../../db/schema/billing.ts';
import type { PaymentsPort } from '../port.ts';
import { addInterval } from './interval.ts';

export const provider = 'local';
const openFor = 24 * 60 * 60 * 1000;

/** Payments without a provider: a checkout page of our own, no money. It works on the service's `payment_sessions`. */
export const createLocalPayments = ({ db }: Database, now: () => number = Date.now): PaymentsPort => ({
  provider,
  openCheckout: async () => {
    const sessionId = `local_${randomBytes(18).toString('base64url')}`;
    return { sessionId, redirectUrl: `/local/checkout/${sessionId}`, expires: new Date(now() + openFor) };
  },
  readCheckout: async (sessionId) => {
    const [row] = await db.select().from(paymentSessions).where(eq(paymentSessions.id, sessionId));
    if (!row) throw new Error(`There is no checkout ${sessionId}.`);
    if (row.status === 'open' && row.expires.getTime() <= now()) return { status: 'expired' };
    if (row.status !== 'paid') return { status: row.status };
    const start = row.paidDate ?? row.createdDate;
    return {
      status: 'paid',
      purchase: {
        provider,
        sessionId,
        eventId: `paid_${sessionId}`,
        customerId: `customer_${row.userId}`,
        subscriptionId: `subscription_${sessionId}`,
        testAccount: false,
        start,
        end: addInterval(start, row.interval),
      },
    };
  },
  expireCheckout: async (sessionId) => {
    await db
      .update(paymentSessions)
      .set({ status: 'expired' })
      .where(and(eq(paymentSessions.id, sessionId), eq(paymentSessions.status, 'open')));
  },
});

/** The buyer pressed Pay. False where the checkout is not open any more. */
export const payCheckout = async ({ db }: Database, sessionId: string, now = Date.now()): Promise<boolean> => {
  const open = and(
    eq(paymentSessions.id, sessionId),
    eq(paymentSessions.status, 'open'),
    gt(paymentSessions.expires, new Date(now)),
  );
  const paid = await db
    .update(paymentSessions)
    .set({ status: 'paid', paidDate: new Date(now) })
    .where(open)
    .returning({ id: paymentSessions.id });
  return paid.length === 1;
};
