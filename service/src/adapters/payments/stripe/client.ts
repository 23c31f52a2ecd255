import { plans } from '@atrium/shared-kernel/contracts/constants';
import { Stripe } from 'stripe';
import { unquoted, type WarnLog } from '../../../log.ts';
import type { StripeConfig } from '../config.ts';

const timeout = 20_000;

const hostOf = (base: string) => {
  const { hostname: host, port, protocol } = new URL(base);
  return protocol === 'http:'
    ? { host, port: port || 80, protocol: 'http' as const }
    : { host, port: port || 443, protocol: 'https' as const };
};

export const createStripeClient = ({ secretKey, apiBase }: StripeConfig): Stripe =>
  new Stripe(secretKey, { timeout, maxNetworkRetries: 2, telemetry: false, ...(apiBase ? hostOf(apiBase) : {}) });

const expected = Object.values(plans).flatMap(({ currency, monthly, yearly }) => [
  { key: `${currency}-month`, currency, interval: 'month', amount: monthly },
  { key: `${currency}-year`, currency, interval: 'year', amount: yearly },
]);

const retrieve = async (stripe: Stripe, id: string, log: WarnLog | undefined): Promise<Stripe.Price | undefined> => {
  try {
    return await stripe.prices.retrieve(id);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeAuthenticationError)
      throw new Error('Stripe rejects STRIPE_SECRET_KEY.', { cause: error });
    if (error instanceof Stripe.errors.StripeInvalidRequestError)
      throw new Error(`STRIPE_PRICES contains ${id}, which Stripe does not know.`, { cause: error });
    // Stripe cannot be reached, which is not a fault of the configuration.
    log?.warn({ price: id, cause: unquoted(error) }, 'A price could not be checked at Stripe.');
    return undefined;
  }
};

/** Throws an error for the operator if a price at Stripe differs from the one that the product shows. */
export const checkPrices = async (
  stripe: Stripe,
  prices: Readonly<Record<string, string>>,
  log?: WarnLog,
): Promise<void> => {
  for (const { key, currency, interval, amount } of expected) {
    const id = prices[key] ?? '';
    const price = await retrieve(stripe, id, log);
    if (!price) continue;
    if (price.unit_amount !== amount || price.currency !== currency || price.recurring?.interval !== interval)
      throw new Error(`STRIPE_PRICES: ${id} does not cost ${amount} ${currency} in minor units each ${interval}.`);
  }
};
