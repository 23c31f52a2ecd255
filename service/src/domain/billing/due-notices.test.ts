import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { subscriptions } from '../../db/schema/billing.ts';
import type { Invoice } from '../../ports/payments.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { emailsTo } from '../../testing/mailbox.ts';
import { noticesJob, sendNotices } from './notices.ts';

const now = Date.parse('2026-11-26T12:00:00Z');
const week = 7 * 86_400_000;
const from = new Date(now - 1000);
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ now: () => now });
});
beforeEach(async () => {
  await app.db.delete(subscriptions);
});
afterAll(() => app.close());

type Plan = typeof subscriptions.$inferSelect;
const planOf = async (more: Partial<Plan> = {}) => {
  const user = await app.createUser({ premium: true });
  const set = { noticesDue: 1, noticesFrom: from, currentEnd: new Date(now + 2 * week), ...more };
  const where = eq(subscriptions.userId, user.id);
  const [plan] = await app.db.update(subscriptions).set(set).where(where).returning();
  const subjects = async () => (await emailsTo(app, user.email)).map(({ subject }) => subject);
  const due = async () => (await app.db.select().from(subscriptions).where(where))[0]!.noticesDue;
  return { plan: plan!, subjects, due, user };
};
const invoice = (id: string, more: Partial<Invoice> = {}): Invoice => ({
  id,
  number: `ATR-${id}`,
  created: new Date(now),
  amount: 1000,
  currency: 'usd',
  status: 'paid',
  url: null,
  ...more,
});
const lists = (...invoices: Invoice[]) =>
  vi.spyOn(app.services.payments, 'listInvoices').mockResolvedValue({ invoices, more: false });
const logged = () => {
  const lines: [object, string][] = [];
  return { lines, error: (...line: [object, string]) => void lines.push(line) };
};
const run = (log = logged()) => noticesJob(app.services, log).run();

describe('receipts', () => {
  it('are sent for payments from the start date on, the oldest first', async () => {
    const { plan, subjects, due } = await planOf();
    const list = lists(
      invoice('r4', { amount: 3000 }),
      invoice('r3', { status: 'open' }),
      invoice('r2', { amount: 0 }),
      invoice('r1', { amount: 2000, created: from }),
      invoice('r0', { created: new Date(from.getTime() - 1) }),
    );
    await sendNotices(app.services, plan.providerId);
    expect(list.mock.calls).toEqual([[[plan.providerId]]]);
    expect(await subjects()).toEqual(['Your Atrium receipt for $20.00', 'Your Atrium receipt for $30.00']);
    expect(await due()).toBe(0);
    await sendNotices(app.services, plan.providerId);
    expect(list).toHaveBeenCalledOnce();
  });

  it('are looked for again if something happened in the meantime', async () => {
    const { plan, due } = await planOf();
    vi.spyOn(app.services.payments, 'listInvoices').mockImplementation(async () => {
      await app.db.update(subscriptions).set({ noticesDue: 2 }).where(eq(subscriptions.id, plan.id));
      return { invoices: [], more: false };
    });
    await sendNotices(app.services, plan.providerId);
    expect(await due()).toBe(2);
  });
});

describe('a failed renewal', () => {
  it('is reported once for each invoice, or once for each end of a plan if there is no invoice', async () => {
    const { plan, subjects } = await planOf({ status: 'past_due' });
    const again = async (...invoices: Invoice[]) => {
      lists(...invoices);
      await app.db.update(subscriptions).set({ noticesDue: 1 }).where(eq(subscriptions.id, plan.id));
      await sendNotices(app.services, plan.providerId);
      return (await subjects()).length;
    };
    const open = (id: string) => invoice(id, { status: 'open' });
    expect(await again(open('f1'))).toBe(1);
    expect(await again(open('f1'))).toBe(1);
    expect(await again(open('f2'))).toBe(2);
    expect(await again()).toBe(3);
    expect(await again()).toBe(3);
    expect(new Set(await subjects())).toEqual(new Set(['Your payment to Atrium failed']));
  });
});

describe('the end of a plan', () => {
  it.each<[string, Partial<Plan>, boolean]>([
    ['in a week', { cancelAtEnd: true, currentEnd: new Date(now + week) }, true],
    ['later than in a week', { cancelAtEnd: true, currentEnd: new Date(now + week + 1) }, false],
    ['at the next instant', { cancelAtEnd: true, currentEnd: new Date(now + 1) }, true],
    ['at this instant', { cancelAtEnd: true, currentEnd: new Date(now) }, false],
    ['that renews', { currentEnd: new Date(now + 1) }, false],
    ['that another provider would renew', { provider: 'stripe', currentEnd: new Date(now + 1) }, true],
    ['that was not paid', { cancelAtEnd: true, status: 'past_due', currentEnd: new Date(now + 1) }, false],
  ])('%s is announced: %j, %j', async (_, more, isAnnounced) => {
    lists();
    const { subjects } = await planOf({ noticesDue: 0, ...more });
    for (let again = 0; again < 2; again += 1) await run();
    expect(await subjects()).toEqual(isAnnounced ? ['Your Atrium plan ends soon'] : []);
  });
});

it('a notice that cannot be sent is logged, and the others are sent', async () => {
  const ends = { noticesDue: 0, cancelAtEnd: true, currentEnd: new Date(now + 1) };
  const [broken, elsewhere, ending] = [await planOf(), await planOf({ provider: 'stripe' }), await planOf(ends)];
  const failure = new Error('Away.');
  const list = vi.spyOn(app.services.payments, 'listInvoices').mockRejectedValue(failure);
  const log = logged();
  expect(noticesJob(app.services, log)).toMatchObject({ name: 'send-billing-notices', every: 'quarter' });
  await run(log);
  expect(list.mock.calls).toEqual([[[broken.plan.providerId]]]);
  expect(log.lines).toEqual([[{ err: failure }, 'An email about a payment could not be queued.']]);
  expect([await broken.due(), await elsewhere.due()]).toEqual([1, 1]);
  expect(await ending.subjects()).toEqual(['Your Atrium plan ends soon']);
});
