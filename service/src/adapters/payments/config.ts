import * as z from 'zod';

const text = () => z.string().trim().min(1).optional();

export const paymentVariables = {
  STRIPE_SECRET_KEY: text(),
  STRIPE_WEBHOOK_SECRET: text(),
  STRIPE_PRICES: text(),
  STRIPE_API_BASE: z.url({ protocol: /^https?$/ }).optional(),
  ATRIUM_LOCAL_PAYMENTS: z.stringbool().optional(),
};

export interface StripeConfig {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** The ids of Stripe's prices by keys such as `usd-month`. If undefined, each checkout sends its price data. */
  readonly prices?: Readonly<Record<string, string>>;
  /** The URL of the API, for tests. If undefined, Stripe itself is used. */
  readonly apiBase?: string;
}

export interface PaymentsConfig {
  /** If undefined, the local provider is used. */
  readonly stripe?: StripeConfig;
  /** Whether the local provider is allowed in a public product. */
  readonly local: boolean;
}

const unusable = (name: string, why: string) => new Error(`The environment is not usable: ${name} (${why}).`);
const wanted = ['usd-month', 'usd-year', 'zar-month', 'zar-year'];

const readPrices = (given: string): Readonly<Record<string, string>> => {
  const pairs = given.split(',').map((pair) => pair.trim().split('=', 2));
  const prices = Object.fromEntries(pairs.map(([key = '', id = '']) => [key.trim(), id.trim()]));
  const missing = wanted.filter((key) => !/^price_\w+$/.test(prices[key] ?? ''));
  if (missing.length > 0)
    throw unusable('STRIPE_PRICES', `lacks ${missing.join(', ')}; write usd-month=price_…,usd-year=price_…,…`);
  return prices;
};

/** Reads Stripe's settings. Throws an error if a variable is missing or invalid. The error contains no secret. */
export const readPayments = (e: z.infer<z.ZodObject<typeof paymentVariables>>): PaymentsConfig => {
  const local = e.ATRIUM_LOCAL_PAYMENTS ?? false;
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = e;
  if (secretKey === undefined) {
    const needy = (['STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICES', 'STRIPE_API_BASE'] as const).find((name) => e[name]);
    if (needy) throw unusable('STRIPE_SECRET_KEY', `${needy} needs it`);
    return { local };
  }
  if (!/^[sr]k_(test|live)_\w+$/.test(secretKey)) throw unusable('STRIPE_SECRET_KEY', 'is not a secret key of Stripe');
  if (webhookSecret === undefined) throw unusable('STRIPE_WEBHOOK_SECRET', 'STRIPE_SECRET_KEY needs it');
  if (!/^whsec_\S+$/.test(webhookSecret)) throw unusable('STRIPE_WEBHOOK_SECRET', 'does not start with whsec_');
  if (local)
    throw unusable('ATRIUM_LOCAL_PAYMENTS', 'STRIPE_SECRET_KEY is also set, but payments have only one provider');
  return {
    local,
    stripe: {
      secretKey,
      webhookSecret,
      ...(e.STRIPE_PRICES ? { prices: readPrices(e.STRIPE_PRICES) } : {}),
      ...(e.STRIPE_API_BASE ? { apiBase: e.STRIPE_API_BASE } : {}),
    },
  };
};
