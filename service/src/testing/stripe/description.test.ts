import { describe, expect, it } from 'vitest';
import { faultsOf, objectOf, openApiVersion } from './description.ts';

const item = { quantity: 2, price_data: { currency: 'usd', unit_amount: 1000, recurring: { interval: 'month' } } };
const checkout = (change: object = {}) =>
  faultsOf('Checkout/Sessions.d.ts', 'Checkout.SessionCreateParams', {
    mode: 'subscription',
    line_items: [item],
    success_url: 'http://atrium.test/',
    ...change,
  });

describe('what Stripe’s description says of a request', () => {
  it('is that of the version from which the SDK was made', () => {
    expect(openApiVersion).toMatch(/^v\d+$/);
  });

  it('is identified by what it names, down to the parts of parts', () => {
    expect(checkout()).toEqual([]);
  });

  it.each<[string, object, RegExp]>([
    ['a parameter that it does not name', { sucess_url: 'x' }, /sucess_url is not known/],
    ['a part that it does not name', { line_items: [{ ...item, seats: 2 }] }, /line_items\[0\]\.seats is not known/],
    ['a value of another kind', { success_url: 5 }, /success_url is no string/],
    ['a word that it does not list', { mode: 'rent' }, /mode is none of its words/],
    [
      'a part without what it needs',
      { line_items: [{ ...item, price_data: { unit_amount: 1000 } }] },
      /price_data\.currency is missing/,
    ],
  ])('%s is a fault', (_, change, fault) => {
    expect(checkout(change).join()).toMatch(fault);
  });
});

describe('an object of Stripe’s', () => {
  it('has every field that the description requires', () => {
    const customer = objectOf('Customers.d.ts', 'Customer', { id: 'cus_1', object: 'customer', email: 'a@b.test' });
    expect(faultsOf('Customers.d.ts', 'Customer', customer)).toEqual([]);
  });

  it.each<[string, object]>([
    ['a property that Stripe’s has not', { plan_name: 'x' }],
    ['a state that Stripe does not know', { status: 'sleeping' }],
    ['a number where Stripe has a truth', { cancel_at_period_end: 1 }],
  ])('is not made with %s', (_, change) => {
    const given = { id: 'sub_1', object: 'subscription', ...change };
    expect(() => objectOf('Subscriptions.d.ts', 'Subscription', given)).toThrow('Not as Stripe describes it');
  });
});
