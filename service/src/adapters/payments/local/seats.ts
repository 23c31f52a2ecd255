import { eq } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { subscriptions } from '../../../db/schema/billing.ts';
import type { SeatCost, SeatWish } from '../port.ts';
import { lockSubscription, type Subscription, writeInvoice } from './books.ts';
import { pays } from './cards.ts';
import { charge, prorate } from './proration.ts';

const priceOf = (row: Subscription, { quantity, at }: SeatWish) => {
  const period = { start: row.currentStart, end: row.currentEnd };
  const proration = prorate(period, row.unitAmount, { from: row.quantity, to: quantity, at });
  return { ...proration, ...charge(proration.total, row.credit) };
};

/** What a change would cost: the amounts that `changeSeats` writes with the same wish. */
export const previewSeats = async ({ db }: Database, providerId: string, wish: SeatWish): Promise<SeatCost> => {
  const row = await lockSubscription(db, providerId);
  if (!row) throw new Error(`There is no subscription ${providerId}.`);
  const { due, credit } = priceOf(row, wish);
  const next = row.cancelAtEnd ? 0 : charge(row.unitAmount * wish.quantity, credit).due;
  return { due, next, currency: row.currency };
};

/** Bills the difference and changes the seats; nothing has changed where the card declines it. */
export const changeSeats = (
  { db }: Database,
  providerId: string,
  wish: SeatWish,
  now: number,
): Promise<'changed' | 'declined'> =>
  db.transaction(async (tx) => {
    const row = await lockSubscription(tx, providerId);
    if (!row) throw new Error(`There is no subscription ${providerId}.`);
    if (wish.quantity === row.quantity) return 'changed';
    const { unused, remaining, due, credit } = priceOf(row, wish);
    if (row.status !== 'active' || (due > 0 && !pays(row.card))) return 'declined';
    await writeInvoice(tx, row, {
      reason: 'seats',
      due,
      paid: true,
      lines: [
        { text: `Unused time of ${row.quantity} seats`, amount: -unused },
        { text: `Remaining time of ${wish.quantity} seats`, amount: remaining },
      ],
      start: wish.at,
      end: row.currentEnd,
      now: new Date(now),
    });
    await tx.update(subscriptions).set({ quantity: wish.quantity, credit }).where(eq(subscriptions.id, row.id));
    return 'changed';
  });
