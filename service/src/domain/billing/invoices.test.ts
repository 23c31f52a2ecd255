import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newId } from '../../db/id.ts';
import { refunds, subscriptions } from '../../db/schema/billing.ts';
import type { Invoice } from '../../ports/payments.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createTeam } from '../../testing/teams.ts';
import { givePlan } from '../../testing/users.ts';
import { readBilling, refundedOf } from './invoices.ts';
import type { Payer } from './subscriptions.ts';

const now = Date.parse('2026-11-26T12:00:00Z');
const soon = new Date(now + 86_400_000);
let app: TestApp;
let userId = '';
beforeAll(async () => {
  app = await createTestApp({ now: () => now });
});
beforeEach(async () => {
  ({ id: userId } = await app.createUser());
});
afterAll(() => app.close());

const back = async (entry: Partial<typeof refunds.$inferInsert> = {}) => {
  const done = { provider: 'local', status: 'done', userId, currency: 'usd', refunded: 1000 } as const;
  const ids = { sessionId: newId(), subscriptionId: newId() };
  await app.db.insert(refunds).values({ ...done, ...ids, ...entry });
  return ids;
};
const listed = (invoices: readonly Invoice[] = [], more = false) =>
  vi.spyOn(app.services.payments, 'listInvoices').mockResolvedValue({ invoices: [...invoices], more });
type Shown = Extract<Awaited<ReturnType<typeof readBilling>>, { plan: unknown }>;
const read = async (payer: Payer, before?: string): Promise<Partial<Shown>> => readBilling(app.services, payer, before);
const day = (n: number) => new Date(Date.UTC(2026, 9, n));

describe('the billing of a payer', () => {
  it('is empty if there never was a plan', async () => {
    const list = listed();
    await back();
    expect(await readBilling(app.services, { userId })).toEqual({ invoices: [], more: false });
    expect(list).not.toHaveBeenCalled();
  });

  it('contains one plan with its invoices, each with its date, and its page if it has one', async () => {
    await givePlan(app.db, userId, soon);
    const one = { id: 'i1', number: 'ATR-1', amount: 1000, currency: 'usd', status: 'paid', created: day(1) } as const;
    listed(
      [
        { ...one, url: '/local/invoice/i1' },
        { ...one, id: 'i2', url: null },
      ],
      true,
    );
    const shown = { number: 'ATR-1', amount: 1000, currency: 'usd', status: 'paid', date: '2026-10-01T00:00:00.000Z' };
    expect(await readBilling(app.services, { userId })).toStrictEqual({
      plan: expect.objectContaining({ status: 'active', amount: 1000, revision: expect.stringMatching(/^[\w-]{16}$/) }),
      more: true,
      invoices: [
        { id: 'i1', ...shown, url: '/local/invoice/i1' },
        { id: 'i2', ...shown },
      ],
    });
  });

  it('contains every plan that runs beside another, and the invoices of all plans at this provider', async () => {
    for (const end of [soon, soon, soon, soon]) await givePlan(app.db, userId, end);
    const rows = await app.db.select().from(subscriptions).where(eq(subscriptions.userId, userId));
    const [first, second, ended, elsewhere] = rows;
    const set = (plan: { id: string }, change: Partial<typeof subscriptions.$inferInsert>) =>
      app.db.update(subscriptions).set(change).where(eq(subscriptions.id, plan.id));
    await set(ended!, { status: 'canceled' });
    await set(elsewhere!, { provider: 'stripe' });
    const list = listed();
    const { plans = [] } = await read({ userId }, 'i7');
    const ids = (some: readonly { id: string }[]) => some.map(({ id }) => id).toSorted();
    expect(ids(plans)).toEqual(ids([first!, second!, elsewhere!]));
    expect(new Set(plans.map(({ revision }) => revision)).size).toBe(1);
    const [asked, before] = list.mock.calls[0]!;
    expect(asked.toSorted()).toEqual([first, second, ended].map((one) => one!.providerId).toSorted());
    expect(before).toBe('i7');
  });

  it('contains refunds, newest first, but none that is due or empty', async () => {
    await givePlan(app.db, userId, soon);
    listed();
    const older = await back({ createdDate: day(1), doneDate: day(5), url: '/note', credited: 300 });
    const newer = await back({ createdDate: day(2), refunded: 0, credited: 700 });
    await back({ createdDate: day(3), status: 'due' });
    await back({ createdDate: day(4), refunded: 0 });
    await back({ createdDate: day(4), userId: newId() });
    const { teamId } = await createTeam(app);
    const ofTeam = await back({ createdDate: day(4), teamId });
    const currency = 'usd';
    expect((await read({ userId })).refunds).toStrictEqual([
      { id: newer.sessionId, date: day(2).toISOString(), refunded: 0, credited: 700, currency },
      { id: older.sessionId, date: day(5).toISOString(), refunded: 1000, credited: 300, currency, url: '/note' },
    ]);
    expect((await read({ teamId })).refunds).toMatchObject([{ id: ofTeam.sessionId }]);
  });
});

it('finds the subscriptions that a payer paid a second time, for a user or for a team', async () => {
  const { teamId } = await createTeam(app);
  const [own, ofTeam] = [await back({ status: 'due' }), await back({ teamId })];
  await back({ userId: newId() });
  expect(await refundedOf(app.db, { userId })).toEqual([own.subscriptionId]);
  expect(await refundedOf(app.db, { teamId })).toEqual([ofTeam.subscriptionId]);
});
