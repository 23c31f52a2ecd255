import { setCancelAtEnd, setCard } from '../../local/payments/customer.ts';
import { payCheckout } from '../../local/payments/local.ts';
import { renew } from '../../local/payments/renew.ts';
import { confirmCheckout } from '../../domain/billing/confirm.ts';
import { reconcile } from '../../domain/billing/reconcile.ts';
import type { BillingServices } from '../../domain/billing/refunds.ts';
import type { StripeStandIn } from '../stripe.ts';
import type { World } from './play.ts';

interface Clock {
  now: number;
}

const fail = (details: object) => {
  throw new Error('It could not be reconciled.', { cause: details });
};

/** The local provider, whose ledger is in the product's own tables. */
export const localWorld = (services: BillingServices, clock: Clock): World => {
  const { database } = services;
  return {
    services,
    clock,
    pay: async (sessionId) => {
      await payCheckout(database, sessionId, clock.now * 1000);
      await confirmCheckout(services, sessionId);
    },
    card: (id, pays) => setCard(database, id, pays ? '4242' : '0341', clock.now * 1000),
    cancel: (id, cancel) => setCancelAtEnd(database, id, cancel, clock.now * 1000),
    pass: () => renew(database, clock.now * 1000),
    converge: () => reconcile(services, { error: fail }),
    forget: async () => undefined,
  };
};

/** Stripe's stand-in, whose events arrive twice, late, in another order, or not at all. */
export const stripeWorld = async (services: BillingServices, clock: Clock, stripe: StripeStandIn): Promise<World> => {
  await stripe.act('webhooks', { chaos: { duplicate: 0.2, delay: 0.3, drop: 0.2 } });
  await stripe.act('clock', { now: clock.now });
  return {
    services,
    clock,
    pay: (session) => stripe.act('pay', { session }),
    card: async (id, pays) => {
      const state = await services.payments.readSubscription(id);
      await stripe.act('card', { customer: state?.customerId, pays });
    },
    cancel: (subscription, cancel) => stripe.act('cancel', { subscription, cancel }),
    pass: () => stripe.act('clock', { now: clock.now }),
    converge: async () => {
      await stripe.act('release');
      // Lost events are found by the daily reconciliation of everything, which is due after this.
      await services.database.db.execute("update subscriptions set synced_date = 'epoch'");
      await reconcile(services, { error: fail });
    },
    forget: () => stripe.act('forget'),
  };
};
