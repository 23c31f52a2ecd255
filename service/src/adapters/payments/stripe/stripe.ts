import { Stripe } from 'stripe';
import type { WarnLog } from '../../../log.ts';
import type { StripeConfig } from '../config.ts';
import { ForgedEvent, type PaymentEvent, type PaymentsPort } from '../../../ports/payments.ts';
import { isMissing, openCheckout, provider, readCheckout } from './checkout.ts';
import { checkPrices, createStripeClient } from './client.ts';
import { cancel, cancelAtEnd, handOver, setEmail, voidUnpaid } from './ending.ts';
import { changePrice, previewPrice, schedulePrice } from './price.ts';
import { refund } from './refund.ts';
import { listInvoices } from './invoices.ts';
import { changeSeats, previewSeats } from './seats.ts';
import { idOf, readState } from './state.ts';

/** Seconds for which a signature is valid. */
const tolerance = 300;

const subjectOf = (object: { readonly object: string }): Partial<PaymentEvent> => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an object of Stripe says what it is
  if (object.object === 'checkout.session') return { sessionId: (object as Stripe.Checkout.Session).id };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an object of Stripe says what it is
  if (object.object === 'subscription') return { subscriptionId: (object as Stripe.Subscription).id };
  if (object.object !== 'invoice') return {};
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an object of Stripe says what it is
  const of = (object as Stripe.Invoice).parent?.subscription_details?.subscription;
  return of ? { subscriptionId: idOf(of) } : {};
};

/** Stripe's answer; undefined if the object does not exist. */
const unlessMissing = async <T>(request: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await request();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};

/**
 * Payments by Stripe. The service stores no card data, and treats an event only as a hint to read the state again from
 * Stripe.
 */
export const createStripePayments = async (
  config: StripeConfig,
  { now = Date.now, log }: { readonly now?: (() => number) | undefined; readonly log?: WarnLog | undefined } = {},
): Promise<PaymentsPort> => {
  const stripe = createStripeClient(config);
  if (config.prices) await checkPrices(stripe, config.prices, log);
  return {
    provider,
    openCheckout: (order) => openCheckout(stripe, config, order),
    readCheckout: (sessionId) => readCheckout(stripe, sessionId),
    expireCheckout: async (sessionId) => {
      await stripe.checkout.sessions.expire(sessionId).catch((error: unknown) => {
        // A checkout that is paid or expired cannot be expired and need not be.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      });
    },
    openPortal: ({ customerId, origin }) =>
      unlessMissing(async () => {
        const { url } = await stripe.billingPortal.sessions.create({ customer: customerId, return_url: `${origin}/` });
        return { redirectUrl: url };
      }),
    readSubscription: (id) => unlessMissing(() => readState(stripe, id)),
    previewSeats: (id, request) => previewSeats(stripe, id, request),
    changeSeats: (id, order) => changeSeats(stripe, id, order),
    previewPrice: (id, request) => previewPrice(stripe, config, id, request),
    changePrice: (id, order) => changePrice(stripe, config, id, order),
    schedulePrice: (id, next) => schedulePrice(stripe, config, id, next),
    cancel: (id) => cancel(stripe, id),
    voidUnpaid: (id) => voidUnpaid(stripe, id),
    cancelAtEnd: (id) => cancelAtEnd(stripe, id),
    refund: (id, creditTo) => refund(stripe, id, creditTo),
    handOver: (id, email) => handOver(stripe, id, email),
    setEmail: (customer, email) => setEmail(stripe, customer, email),
    listInvoices: (ids, before) => listInvoices(stripe, ids, before),
    findCheckout: async (subscription) => {
      const { data } = await stripe.checkout.sessions.list({ subscription, limit: 1 });
      return data[0]?.id;
    },
    readEvent: async (body, signature) => {
      const { webhookSecret } = config;
      try {
        const event = await stripe.webhooks.constructEventAsync(
          body,
          signature,
          webhookSecret,
          tolerance,
          undefined,
          now(),
        );
        return { id: event.id, type: event.type, ...subjectOf(event.data.object) };
      } catch (error) {
        throw new ForgedEvent('The signature does not match.', { cause: error });
      }
    },
  };
};
