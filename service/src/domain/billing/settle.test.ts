import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Purchase } from '../../ports/payments.ts';
import { paymentSessions, subscriptions } from '../../db/schema/billing.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { settle } from './settle.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const start = new Date('2026-01-31T10:00:00Z');
const purchaseOf = (sessionId: string): Purchase => ({
  eventId: `paid_${sessionId}`,
  provider: 'local',
  sessionId,
  customerId: `customer_${sessionId}`,
  subscriptionId: `subscription_${sessionId}`,
  testAccount: false,
  start,
  end: new Date('2026-02-28T10:00:00Z'),
});

it('waits for a checkout that its provider is faster to tell of than we are to write', async () => {
  const { id: userId } = await app.createUser();
  const waits: number[] = [];
  await settle(app.services, purchaseOf('early'), async (ms) => {
    waits.push(ms);
    if (waits.length < 3) return;
    const order = { userId, interval: 'month', quantity: 1, unitAmount: 1000, currency: 'usd' } as const;
    await app.db.insert(paymentSessions).values({ ...order, id: 'early', provider: 'local', expires: start });
  });
  expect(waits).toEqual([100, 200, 400]);
  expect(await app.db.select().from(subscriptions)).toMatchObject([
    { userId, createdDate: start, currentStart: start },
  ]);
});

it('gives up on a checkout that nobody began, and takes its event another time', async () => {
  const waits: number[] = [];
  const wait = async (ms: number) => void waits.push(ms);
  await expect(settle(app.services, purchaseOf('foreign'), wait)).rejects.toThrow('no checkout foreign');
  expect(waits.length).toBeGreaterThan(2);
  await expect(settle(app.services, purchaseOf('foreign'), wait)).rejects.toThrow('no checkout foreign');
});
