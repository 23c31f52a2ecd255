import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import { createTestApp } from '../../testing/app.ts';
import { startStripe, type StripeStandIn } from '../../testing/stripe.ts';
import { choosePayments } from '../../compose/payments.ts';
import { createLocalParts } from '../../local/parts.ts';
import { hasTestClock } from '../../local/pages.ts';

const stripe = { STRIPE_SECRET_KEY: 'sk_live_1a2b', STRIPE_WEBHOOK_SECRET: 'whsec_1a2b' };
/** No provider reads the database when it is created. */
const database = {} as Database;
const choose = (env: Record<string, string>) => {
  const config = readConfig(env);
  return choosePayments(config, database, createLocalParts(config));
};
const publicly = { ATRIUM_ORIGIN: 'https://chat.example.com' };

describe('the local provider', () => {
  it.each([
    'http://localhost:8080',
    'http://127.0.0.1:8080',
    'http://[::1]:8080',
    'http://atrium.test',
    'http://atrium.localhost',
  ])('is used by default at %s', async (ATRIUM_ORIGIN) => {
    expect((await choose({ ATRIUM_ORIGIN })).provider).toBe('local');
  });

  it.each([
    'https://chat.example.com',
    'http://localhost:8080, https://chat.example.com',
    'https://localhost.example.com',
    'https://127.0.0.1.example.com',
    'http://10.0.0.5',
  ])('is refused at %s, where everybody would get every plan for free', async (ATRIUM_ORIGIN) => {
    await expect(choose({ ATRIUM_ORIGIN })).rejects.toThrow(
      /^Payments are not configured for .*: set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or ATRIUM_LOCAL_PAYMENTS=1/,
    );
  });

  it('prevents a public product from starting', async () => {
    await expect(createTestApp({ env: publicly })).rejects.toThrow('Payments are not configured');
  });

  it('is available in public if it is explicitly enabled, and time passes by itself there', async () => {
    const env = { ...publicly, ATRIUM_LOCAL_PAYMENTS: '1' };
    expect((await choose(env)).provider).toBe('local');
    expect(hasTestClock(readConfig(env))).toBe(false);
    expect(hasTestClock(readConfig({}))).toBe(true);
  });

  it('is not available beside Stripe', async () => {
    expect((await choose({ ...publicly, ...stripe })).provider).toBe('stripe');
    expect(hasTestClock(readConfig(stripe))).toBe(false);
    expect(() => readConfig({ ...stripe, ATRIUM_LOCAL_PAYMENTS: '1' })).toThrow('payments have only one provider');
  });
});

describe('the configuration of Stripe', () => {
  it.each([
    [
      'without its webhook’s secret',
      { STRIPE_WEBHOOK_SECRET: '' },
      /STRIPE_WEBHOOK_SECRET \(STRIPE_SECRET_KEY needs it\)/,
    ],
    ['without its key', { STRIPE_SECRET_KEY: '' }, /STRIPE_SECRET_KEY \(STRIPE_WEBHOOK_SECRET needs it\)/],
    [
      'with a publishable key',
      { STRIPE_SECRET_KEY: 'pk_live_1a2b' },
      /STRIPE_SECRET_KEY \(is not a secret key of Stripe\)/,
    ],
    ['with another webhook’s secret', { STRIPE_WEBHOOK_SECRET: '1a2b' }, /does not start with whsec_/],
    ['with some prices only', { STRIPE_PRICES: 'usd-month=price_1' }, /lacks usd-year, zar-month, zar-year/],
  ])('%s is refused in a sentence that shows no secret', (_, env, sentence) => {
    const read = () => readConfig({ ...stripe, ...env });
    expect(read).toThrow(sentence);
    expect(read).not.toThrow(/1a2b/);
  });
});

describe('prices that are defined at Stripe', () => {
  let standIn: StripeStandIn;
  beforeAll(async () => {
    standIn = await startStripe();
  });
  afterAll(() => standIn.stop());

  const named = { 'usd-month': 'price_usdmonth', 'usd-year': 'price_usdyear', 'zar-month': 'price_zarmonth' };
  const start = (more: Record<string, string>) => {
    const all = Object.entries({ ...named, 'zar-year': 'price_zaryear', ...more });
    return choose({ ...standIn.env, STRIPE_PRICES: all.map(([key, id]) => `${key}=${id}`).join(',') });
  };

  it('are used if they are those that the product shows', async () => {
    expect((await start({})).provider).toBe('stripe');
  });

  it('prevent the product from starting if they differ or are unknown', async () => {
    await expect(start({ 'usd-month': 'price_usdyear' })).rejects.toThrow(
      'STRIPE_PRICES: price_usdyear does not cost 1000 usd in minor units each month.',
    );
    await expect(start({ 'usd-month': 'price_none' })).rejects.toThrow(
      'STRIPE_PRICES contains price_none, which Stripe does not know.',
    );
  });

  it('prevent it from starting if Stripe rejects the key', async () => {
    const STRIPE_PRICES = 'usd-month=price_a,usd-year=price_b,zar-month=price_c,zar-year=price_d';
    const env = { ...standIn.env, STRIPE_SECRET_KEY: 'sk_live_1a2b', STRIPE_PRICES };
    await expect(choose(env)).rejects.toThrow('Stripe rejects STRIPE_SECRET_KEY.');
  });
});
