import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { subscriptions } from '../../db/schema/billing.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { changeInterval, previewInterval } from './change-interval.ts';

const now = Date.parse('2026-11-26T12:00:00Z');
const renews = new Date('2026-12-15T12:00:00Z');
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ now: () => now });
});
afterAll(() => app.close());

type Plan = typeof subscriptions.$inferSelect;
const planOf = async (more: Partial<Plan> = {}) => {
  const { id: userId } = await app.createUser({ premium: true });
  const period = { currentStart: new Date('2026-11-15T12:00:00Z'), currentEnd: renews };
  const [plan] = await app.db
    .update(subscriptions)
    .set({ ...period, ...more })
    .where(eq(subscriptions.userId, userId))
    .returning();
  const of = (interval: Plan['interval'], at?: number) => ({ userId, interval, at });
  return { plan: plan!, of };
};
/** The provider's calls that change a price; what each answers. */
const provider = (outcome: Awaited<ReturnType<typeof app.services.payments.changePrice>> = 'changed') => ({
  preview: vi
    .spyOn(app.services.payments, 'previewPrice')
    .mockResolvedValue({ due: 7000, next: 9600, currency: 'zar' }),
  change: vi.spyOn(app.services.payments, 'changePrice').mockResolvedValue(outcome),
  schedule: vi.spyOn(app.services.payments, 'schedulePrice').mockResolvedValue(),
  read: vi.spyOn(app.services.payments, 'readSubscription'),
});
const at = now / 1000;

describe('the cost of another interval', () => {
  it('is that of a year from now on as the provider previews it, in the plan’s currency and for its seats', async () => {
    const { plan, of } = await planOf({ currency: 'zar', unitAmount: 18_000, quantity: 2 });
    const { preview } = provider();
    expect(await previewInterval(app.services, of('year'))).toEqual({
      date: new Date(now),
      amount: 345_600,
      currency: 'zar',
      due: 7000,
      renews: new Date('2027-11-26T12:00:00Z'),
      renewAmount: 9600,
      at,
    });
    const price = { interval: 'year', unitAmount: 172_800, at: new Date(now) };
    expect(preview.mock.calls).toEqual([[plan.providerId, price]]);
  });

  it('is calculated for the instant of an earlier preview', async () => {
    const { of } = await planOf();
    const { preview } = provider();
    const date = new Date(now - 60_000);
    expect(await previewInterval(app.services, of('year', at - 60))).toMatchObject({ date, at: at - 60 });
    expect(preview.mock.calls[0]![1].at).toEqual(date);
  });

  it('is zero now for a month, which begins when the year ends', async () => {
    const { of } = await planOf({ interval: 'year', unitAmount: 9600, quantity: 3 });
    const { preview } = provider();
    const cost = { date: renews, amount: 3000, currency: 'usd', due: 0, renews, renewAmount: 3000, at };
    expect(await previewInterval(app.services, of('month'))).toEqual(cost);
    expect(preview).not.toHaveBeenCalled();
  });

  it.each([
    ['month', 1100],
    ['year', 9900],
  ] as const)(
    'of the interval that a plan by the %s already has is its current price',
    async (interval, unitAmount) => {
      const { of } = await planOf({ interval, unitAmount, quantity: 2 });
      const { preview } = provider();
      const amount = unitAmount * 2;
      const cost = { date: renews, amount, currency: 'usd', due: 0, renews, renewAmount: amount, at };
      expect(await previewInterval(app.services, of(interval))).toEqual(cost);
      expect(preview).not.toHaveBeenCalled();
    },
  );

  it('of a plan in a currency that is no longer sold is undefined, and never the number in dollars', async () => {
    const { of } = await planOf({ currency: 'eur', interval: 'year', unitAmount: 9000 });
    const { preview } = provider();
    await expect(previewInterval(app.services, of('month'))).rejects.toMatchObject({ code: 'plan-not-sold' });
    expect(await previewInterval(app.services, of('year'))).toMatchObject({ amount: 9000, currency: 'eur' });
    const monthly = await planOf({ currency: 'eur', interval: 'month' });
    await expect(previewInterval(app.services, monthly.of('year'))).rejects.toMatchObject({ code: 'plan-not-sold' });
    expect(preview).not.toHaveBeenCalled();
  });
});

describe('an interval', () => {
  it('becomes a year at the instant whose amounts were shown, with a key of its own', async () => {
    const { plan, of } = await planOf({ currency: 'zar' });
    const { change, schedule, read } = provider();
    expect(await changeInterval(app.services, of('year', at - 60))).toEqual({ success: true });
    const order = { interval: 'year', unitAmount: 172_800, at: new Date(now - 60_000) };
    expect(change.mock.calls).toEqual([[plan.providerId, { ...order, key: `price-${plan.id}-year-${at - 60}` }]]);
    expect(schedule).not.toHaveBeenCalled();
    expect(read).toHaveBeenCalledWith(plan.providerId);
  });

  it.each([
    ['declined', { success: false }],
    [
      { redirectUrl: '/confirm', expires: renews },
      { success: false, redirectUrl: '/confirm' },
    ],
  ] as const)('stays the same if the payment is %j', async (outcome, answer) => {
    const { of } = await planOf();
    const { read } = provider(outcome);
    expect(await changeInterval(app.services, of('year'))).toEqual(answer);
    expect(read).not.toHaveBeenCalled();
  });

  it.each(['month', 'year'] as const)(
    'of a %s is not changed if the plan’s currency is no longer sold, and never at the price of another one',
    async (interval) => {
      const { plan, of } = await planOf({ currency: 'eur', interval, nextInterval: null });
      const { change, schedule } = provider();
      const other = interval === 'month' ? 'year' : 'month';
      await expect(changeInterval(app.services, of(other))).rejects.toMatchObject({ code: 'plan-not-sold' });
      expect([change.mock.calls, schedule.mock.calls]).toEqual([[], []]);
      await app.db
        .update(subscriptions)
        .set({ nextInterval: other, nextUnitAmount: 9000 })
        .where(eq(subscriptions.id, plan.id));
      expect(await changeInterval(app.services, of(interval))).toEqual({ success: true });
      expect(schedule.mock.calls).toEqual([[plan.providerId, undefined]]);
    },
  );

  it('becomes a month with the next renewal', async () => {
    const { plan, of } = await planOf({ interval: 'year' });
    const { change, schedule } = provider();
    expect(await changeInterval(app.services, of('month'))).toEqual({ success: true });
    expect(schedule.mock.calls).toEqual([[plan.providerId, { interval: 'month', unitAmount: 1000 }]]);
    expect(change).not.toHaveBeenCalled();
  });

  it('that is chosen again reverts a scheduled change, if there is one', async () => {
    const { schedule, change, read } = provider();
    const waits = await planOf({ interval: 'year', nextInterval: 'month', nextUnitAmount: 1000 });
    const stays = await planOf({ interval: 'year' });
    for (const { of } of [waits, stays])
      expect(await changeInterval(app.services, of('year'))).toEqual({ success: true });
    expect(schedule.mock.calls).toEqual([[waits.plan.providerId, undefined]]);
    expect(change).not.toHaveBeenCalled();
    expect(read.mock.calls).toEqual([[waits.plan.providerId], [stays.plan.providerId]]);
  });

  it.each([
    ['has ended', { status: 'canceled' }, 'no-plan-to-change'],
    ['another provider charges', { provider: 'stripe' }, 'no-plan-to-change'],
    ['is not paid', { status: 'past_due' }, 'plan-unpaid'],
    ['is canceled', { cancelAtEnd: true }, 'plan-canceled'],
    ['ends at this instant', { currentEnd: new Date(now) }, 'plan-renewing'],
  ] as const)('is not changed for a plan that %s', async (_, more, code) => {
    const { of } = await planOf(more);
    const { change } = provider();
    await expect(changeInterval(app.services, of('year'))).rejects.toMatchObject({ code });
    await expect(previewInterval(app.services, of('year'))).rejects.toMatchObject({ code });
    expect(change).not.toHaveBeenCalled();
  });

  it('can be changed up to the last instant of a plan', async () => {
    const { of } = await planOf({ currentEnd: new Date(now + 1) });
    const { change } = provider();
    expect(await changeInterval(app.services, of('year'))).toEqual({ success: true });
    expect(change).toHaveBeenCalledOnce();
  });
});
