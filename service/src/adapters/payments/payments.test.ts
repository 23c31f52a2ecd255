import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paymentSessions } from '../../db/schema/billing.ts';
import { createTestApp, origin, type TestApp } from '../../testing/app.ts';
import { addInterval } from './local/interval.ts';
import { createLocalPayments, payCheckout } from './local/local.ts';
import type { PaymentsPort } from './port.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** What every provider's adapter must do; `pay` is its buyer. */
const providers: Record<string, () => { payments: PaymentsPort; pay: (sessionId: string) => Promise<unknown> }> = {
  local: () => ({
    payments: createLocalPayments(app.services.database),
    pay: (sessionId) => payCheckout(app.services.database, sessionId),
  }),
};

describe.each(Object.entries(providers))('the %s provider', (_name, create) => {
  const open = async (payments: PaymentsPort): Promise<string> => {
    const { id: userId, email } = await app.createUser();
    const order = { userId, interval: 'month', quantity: 1, unitAmount: 1000, currency: 'usd' } as const;
    const { sessionId, expires } = await payments.openCheckout({ ...order, email, origin });
    await app.db.insert(paymentSessions).values({ ...order, id: sessionId, provider: payments.provider, expires });
    return sessionId;
  };

  it('leaves a checkout open until it is paid', async () => {
    const { payments } = create();
    expect(await payments.readCheckout(await open(payments))).toEqual({ status: 'open' });
  });

  it('tells the same purchase however often it is asked', async () => {
    const { payments, pay } = create();
    const sessionId = await open(payments);
    await pay(sessionId);
    const first = await payments.readCheckout(sessionId);
    expect(first).toMatchObject({ status: 'paid', purchase: { sessionId, provider: payments.provider } });
    expect(await payments.readCheckout(sessionId)).toEqual(first);
  });

  it('expires an open checkout for good', async () => {
    const { payments, pay } = create();
    const sessionId = await open(payments);
    await payments.expireCheckout(sessionId);
    await pay(sessionId);
    expect(await payments.readCheckout(sessionId)).toEqual({ status: 'expired' });
  });

  it('keeps a paid checkout paid', async () => {
    const { payments, pay } = create();
    const sessionId = await open(payments);
    await pay(sessionId);
    await payments.expireCheckout(sessionId);
    expect(await payments.readCheckout(sessionId)).toMatchObject({ status: 'paid' });
  });

  it('makes checkouts that cannot be guessed', async () => {
    const { payments } = create();
    expect(await open(payments)).toMatch(/.{24,}/);
    expect(await open(payments)).not.toBe(await open(payments));
  });

  it('does not know a checkout of others', async () => {
    await expect(create().payments.readCheckout('foreign')).rejects.toThrow(/no checkout/);
  });
});

describe('the paid time', () => {
  it.each([
    ['2026-01-15T10:00:00Z', 'month', '2026-02-15T10:00:00Z'],
    ['2026-01-31T10:00:00Z', 'month', '2026-02-28T10:00:00Z'],
    ['2026-12-31T23:59:59Z', 'month', '2027-01-31T23:59:59Z'],
    ['2028-02-29T00:00:00Z', 'year', '2029-02-28T00:00:00Z'],
  ] as const)('from %s, a %s, ends at %s', (start, interval, end) => {
    expect(addInterval(new Date(start), interval)).toEqual(new Date(end));
  });
});
