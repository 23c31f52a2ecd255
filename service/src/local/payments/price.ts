import { eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { subscriptions } from '../../db/schema/billing.ts';
import { addInterval } from '../../domain/billing/interval.ts';
import type { PriceCost, PriceTarget, SeatOutcome } from '../../ports/payments.ts';
import { lockSubscription, seatsText, type Subscription, writeInvoice } from './ledger.ts';
import { pays } from './cards.ts';
import { charge, prorate } from './proration.ts';

/** The cost of the new period, less the unused part of the paid one. */
const costOf = (row: Subscription, { unitAmount, at }: PriceTarget) => {
  const period = { start: row.currentStart, end: row.currentEnd };
  const { unused } = prorate(period, row.unitAmount, { from: row.quantity, to: 0, at });
  const price = unitAmount * row.quantity;
  return { unused, price, ...charge(price - unused, row.credit) };
};

/** What `changePrice` charges for the same request. */
export const previewPrice = async ({ db }: Database, providerId: string, target: PriceTarget): Promise<PriceCost> => {
  const row = await lockSubscription(db, providerId);
  if (!row) throw new Error(`There is no subscription ${providerId}.`);
  const { due, price, credit } = costOf(row, target);
  return { due, next: charge(price, credit).due, currency: row.currency };
};

/** Starts a period at another price and charges for it. If the card declines, nothing changes. */
export const changePrice = (
  { db }: Database,
  providerId: string,
  target: PriceTarget,
  now: number,
): Promise<SeatOutcome> =>
  db.transaction(async (tx) => {
    const row = await lockSubscription(tx, providerId);
    if (!row) throw new Error(`There is no subscription ${providerId}.`);
    const { interval, unitAmount, at } = target;
    if (row.interval === interval) return 'changed';
    const { unused, price, due, credit } = costOf(row, target);
    if (row.status !== 'active' || (due > 0 && !pays(row.card))) return 'declined';
    const end = addInterval(at, interval);
    await writeInvoice(tx, row, {
      reason: 'price',
      lines: [
        { text: `Unused time, billed by the ${row.interval}`, amount: -unused },
        { text: `${seatsText(row.quantity, row.teamId)}, billed by the ${interval}`, amount: price },
      ],
      due,
      paid: true,
      start: at,
      end,
      now: new Date(now),
    });
    const period = { currentStart: at, currentEnd: end, billingAnchor: at };
    await tx
      .update(subscriptions)
      .set({ ...period, interval, unitAmount, credit, nextInterval: null, nextUnitAmount: null })
      .where(eq(subscriptions.id, row.id));
    return 'changed';
  });
