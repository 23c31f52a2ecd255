import { billing } from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { subscriptions } from '../db/schema/billing.ts';
import { createTestApp, type TestApp } from './app.ts';
import { startStripe, type StripeStandIn } from './stripe.ts';

export interface StripeApp {
  readonly app: TestApp;
  readonly stripe: StripeStandIn;
  /** The URL to which the stand-in sends its events. */
  readonly webhook: string;
  readonly now: () => number;
  /** Sets the time of both, in whole seconds at Stripe, and waits until what is due has happened and was sent. */
  setTime(ms: number): Promise<void>;
  /** Waits until all events that are not held back were sent. */
  settle(): Promise<void>;
  /** Creates a user who buys a plan on Stripe's page and does not return from it. With `seats`, a plan for a team. */
  buy(seats?: number): Promise<{ user: { id: string; email: string }; page: string; back: string }>;
  /** Stripe's ids of the user's subscription and customer. */
  idsOf(userId: string): Promise<{ subscription: string; customer: string }>;
  close(): Promise<void>;
}

/** Starts the whole service with the stand-in for Stripe, which sends its events over HTTP. */
export const createStripeApp = async (start: number): Promise<StripeApp> => {
  let time = start;
  const stripe = await startStripe();
  await stripe.act('clock', { now: start / 1000 });
  const app = await createTestApp({ env: stripe.env, now: () => time });
  const webhook = `${await app.app.listen({ port: 0, host: '127.0.0.1' })}/api/stripe/webhook`;
  await stripe.act('webhooks', { url: webhook });
  const settle = async () => void (await stripe.act('settle'));
  return {
    app,
    stripe,
    webhook,
    settle,
    now: () => time,
    setTime: async (ms) => {
      time = ms;
      await stripe.act('clock', { now: Math.floor(ms / 1000) });
      await settle();
    },
    buy: async (seats) => {
      const user = await app.createUser();
      const country = { countryCode: 'US' };
      const { body } = await (seats === undefined
        ? app.as(user).call(billing.createSubscription, country)
        : app.as(user).call(billing.createTeamSubscription, { ...country, name: 'Atlas', quantity: seats }));
      const paid = await fetch(`${body.redirectUrl}/now`, { method: 'POST', redirect: 'manual' });
      await settle();
      return { user, page: body.redirectUrl, back: paid.headers.get('location') ?? '' };
    },
    idsOf: async (userId) => {
      const [row] = await app.db.select().from(subscriptions).where(eq(subscriptions.userId, userId));
      const subscription = row?.providerId ?? '';
      const state = await app.services.payments.readSubscription(subscription);
      return { subscription, customer: state?.customerId ?? '' };
    },
    close: async () => {
      await app.close();
      await stripe.stop();
    },
  };
};
