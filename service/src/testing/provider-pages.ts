import { eq, sum } from 'drizzle-orm';
import { failingCard } from '../local/payments/cards.ts';
import { setCard } from '../local/payments/customer.ts';
import { payCheckout } from '../local/payments/local.ts';
import type { Db } from '../db/database.ts';
import { customers, invoices, paymentSessions, subscriptions } from '../db/schema/billing.ts';
import type { Services } from '../calls/services.ts';
import type { StripeStandIn } from './stripe.ts';

/** Actions of users on a provider's pages, without notifying the service, and the state of the provider's ledger. */
export interface ProviderPages {
  /** Pays a checkout if it can be paid. */
  pay(sessionId: string): Promise<unknown>;
  /** Makes the card of a subscription decline from now on. */
  decline(subscriptionId: string): Promise<unknown>;
  /** For each subscription from the user's checkouts, the amount paid less refunds. */
  paidBy(userId: string): Promise<number[]>;
}

/** The id of the checkout in the URL of its page. */
export const sessionOf = (page: string): string => page.split('/').at(-1) ?? '';

export const localPages = ({ database, now }: Pick<Services, 'database' | 'now'>): ProviderPages => {
  return {
    pay: (id) => payCheckout(database, id, now()),
    decline: (id) => setCard(database, id, failingCard, now()),
    paidBy: async (userId) => {
      const rows = await database.db
        .select({ paid: sum(invoices.amountDue) })
        .from(invoices)
        .where(eq(invoices.userId, userId))
        .groupBy(invoices.subscriptionId);
      return rows.map(({ paid }) => Number(paid));
    },
  };
};

interface Money {
  readonly invoices: readonly { id: string; subscription: string; status: string; due: number }[];
  readonly refunds: readonly { intent: string; amount: number }[];
  readonly sessions: readonly { id: string; subscription?: string }[];
}

export const stripePages = (stripe: StripeStandIn, db: Db): ProviderPages => ({
  pay: (session) => stripe.act('pay', { session }),
  decline: async (id) => {
    const [row] = await db
      .select({ customer: customers.providerId })
      .from(subscriptions)
      .innerJoin(customers, eq(customers.id, subscriptions.customerId))
      .where(eq(subscriptions.providerId, id));
    return stripe.act('card', { customer: row?.customer, pays: false });
  },
  paidBy: async (userId) => {
    const money = (await stripe.act('money')) as unknown as Money;
    const mine = await db.select().from(paymentSessions).where(eq(paymentSessions.userId, userId));
    const ids = new Set(mine.map(({ id }) => id));
    const refundOf = (invoice: string) => money.refunds.find(({ intent }) => intent === `pi_${invoice}`)?.amount ?? 0;
    return money.sessions
      .filter(({ id, subscription }) => ids.has(id) && subscription !== undefined)
      .map(({ subscription: of }) =>
        money.invoices
          .filter(({ subscription, status }) => subscription === of && status === 'paid')
          .reduce((total, { id, due }) => total + due - refundOf(id), 0),
      );
  },
});
