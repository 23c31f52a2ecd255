import { describe, expect, it } from 'vitest';
import { plansRevision, shownPlan, viewPlan } from './plan-view.ts';
import type { PaidPlan } from './subscriptions.ts';

const end = new Date('2026-04-15T10:00:00.000Z');
const start = new Date('2026-03-15T10:00:00.000Z');
const planOf = (change: Partial<PaidPlan> = {}): PaidPlan => ({
  id: 'p1',
  provider: 'here',
  providerId: 'sub_1',
  userId: 'u1',
  teamId: null,
  customerId: 'c1',
  payerId: 'cus_1',
  testAccount: false,
  status: 'active',
  cancelAtEnd: false,
  interval: 'month',
  quantity: 3,
  unitAmount: 1000,
  currency: 'usd',
  currentEnd: end,
  nextInterval: null,
  nextUnitAmount: null,
  credit: 0,
  asked: 0,
  told: 0,
  noticesDue: 0,
  noticesFrom: start,
  createdDate: start,
  currentStart: start,
  syncedDate: start,
  billingAnchor: null,
  ...change,
});
const before = end.getTime() - 1;
const view = (change: Partial<PaidPlan>, now = before) => viewPlan(planOf(change), 'here', now);

describe('a plan as its payer sees it', () => {
  it('has the price of all its seats, until its end', () => {
    expect(view({})).toEqual({
      status: 'active',
      cancelAtEnd: false,
      interval: 'month',
      quantity: 3,
      amount: 3000,
      currency: 'usd',
      endDate: '2026-04-15T10:00:00.000Z',
    });
  });

  it('contains the next interval with its price for all seats', () => {
    const next = { nextInterval: 'year', nextUnitAmount: 9000 } as const;
    expect(view(next).next).toEqual({ interval: 'year', amount: 27_000 });
    expect(view({ ...next, cancelAtEnd: true })).not.toHaveProperty('next');
    expect(view({ ...next, provider: 'before' })).not.toHaveProperty('next');
    expect(view({ nextInterval: 'year' })).not.toHaveProperty('next');
    expect(view({ nextUnitAmount: 9000 })).not.toHaveProperty('next');
  });

  it('ends with the paid period if it belongs to another provider', () => {
    expect(view({ provider: 'before' })).toMatchObject({ status: 'active', cancelAtEnd: true });
  });

  it('that is not renewed is over at its end, not before', () => {
    expect(view({ cancelAtEnd: true }).status).toBe('active');
    expect(view({ cancelAtEnd: true }, end.getTime()).status).toBe('canceled');
    expect(view({ provider: 'before' }, end.getTime()).status).toBe('canceled');
  });

  it('that is renewed stays active after its end, and a failed payment does not end it', () => {
    expect(view({}, end.getTime() + 1).status).toBe('active');
    expect(view({ status: 'past_due', cancelAtEnd: true }, end.getTime() + 1).status).toBe('past_due');
  });
});

it('the shown plan is that of the configured provider, otherwise the first', () => {
  const [other, own] = [planOf({ provider: 'before' }), planOf()];
  expect(shownPlan([other, own], 'here')).toBe(own);
  expect(shownPlan([other, own], 'elsewhere')).toBe(other);
  expect(shownPlan([], 'here')).toBeUndefined();
});

describe('the revision of a payer’s plans', () => {
  const [one, two] = [planOf(), planOf({ providerId: 'sub_2' })];

  it('is the same in any order, and ignores fields that decide nothing', () => {
    expect(plansRevision([two, one])).toBe(plansRevision([one, two]));
    expect(plansRevision([planOf({ id: 'p9' })])).toBe(plansRevision([one]));
  });

  it.each<Partial<PaidPlan>>([
    { providerId: 'sub_3' },
    { status: 'past_due' },
    { cancelAtEnd: true },
    { interval: 'year' },
    { quantity: 4 },
    { unitAmount: 1001 },
    { currentEnd: new Date(end.getTime() + 1) },
    { nextInterval: 'year' },
  ])('changes with %o', (change) => {
    expect(plansRevision([planOf(change), two])).not.toBe(plansRevision([one, two]));
  });
});
