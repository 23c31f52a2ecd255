import { and, eq, lte } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { paymentEvents, subscriptions } from '../../../db/schema/billing.ts';
import type { Job } from '../../jobs/port.ts';
import { addInterval } from './interval.ts';
import { provider } from './local.ts';

type Subscription = typeof subscriptions.$inferSelect;
interface Period {
  readonly start: Date;
  readonly end: Date;
}

/** The periods from the end of the current one to the one that `now` is in. */
const dueOf = ({ currentEnd, interval, createdDate }: Subscription, now: number): Period[] => {
  const due: Period[] = [];
  for (let start = currentEnd; start.getTime() <= now; start = due.at(-1)!.end)
    due.push({ start, end: addInterval(start, interval, createdDate.getUTCDate()) });
  return due;
};

const chargeFor = ({ providerId, unitAmount, quantity, currency }: Subscription, { start, end }: Period) => ({
  provider,
  eventId: `renewed_${providerId}_${start.toISOString()}`,
  type: 'renewal.paid',
  payload: { subscriptionId: providerId, amount: unitAmount * quantity, currency, start, end },
});

const renew = ({ db }: Database, now: number): Promise<void> =>
  db.transaction(async (tx) => {
    const ended = and(
      eq(subscriptions.provider, provider),
      eq(subscriptions.status, 'active'),
      lte(subscriptions.currentEnd, new Date(now)),
    );
    const rows = await tx.select().from(subscriptions).where(ended).for('update', { skipLocked: true });
    for (const row of rows) {
      const periods = dueOf(row, now);
      await tx.insert(paymentEvents).values(periods.map((period) => chargeFor(row, period)));
      const { start, end } = periods.at(-1)!;
      await tx.update(subscriptions).set({ currentStart: start, currentEnd: end }).where(eq(subscriptions.id, row.id));
    }
  });

/** The local provider's renewals: each plan that has reached its end and is not canceled is charged and goes on. */
export const renewals = (database: Database, now: () => number = Date.now): Job => ({
  name: 'renew-local-subscriptions',
  every: 'hour',
  run: () => renew(database, now()),
});
