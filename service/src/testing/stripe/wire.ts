import type { Ledger } from './ledger.ts';
import type { Invoice, Price, Schedule, Session, Subscription } from './records.ts';
import { objectOf } from './description.ts';

/** Parses Stripe's form encoding, such as `a[b][0][c]=d`. An object whose keys are all numbers becomes a list. */
export const readForm = (text: string): Record<string, unknown> => {
  const form: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split('[');
    let target = form;
    for (const key of path.slice(0, -1)) target = (target[key] ??= {}) as Record<string, unknown>;
    target[path.at(-1) ?? ''] = typed(value);
  }
  return lists(form) as Record<string, unknown>;
};

const typed = (value: string): unknown =>
  value === 'true' || value === 'false' ? value === 'true' : /^-?\d{1,15}$/.test(value) ? Number(value) : value;
const lists = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, lists(one)] as const);
  return entries.length > 0 && entries.every(([key]) => /^\d*$/.test(key))
    ? entries.map(([, one]) => one)
    : Object.fromEntries(entries);
};

export const list = (url: string, data: readonly unknown[], more = false) => ({
  object: 'list',
  url,
  data,
  has_more: more,
});

/** Converts the state of the ledger to Stripe's objects, as in Stripe's description. */
export const createWire = (ledger: Ledger, origin: string) => {
  const customer = (id: string) => {
    const known = ledger.customers.get(id);
    if (!known) return { id, object: 'customer', deleted: true };
    const { email, balance, metadata } = known;
    return objectOf('Customers.d.ts', 'Customer', { id, object: 'customer', email, balance, metadata });
  };
  const invoice = (of: Invoice) =>
    objectOf('Invoices.d.ts', 'Invoice', {
      id: of.id,
      object: 'invoice',
      number: of.number,
      status: of.status,
      billing_reason: of.reason,
      created: of.created,
      currency: of.currency,
      customer: of.customer,
      total: of.total,
      subtotal: of.total,
      starting_balance: of.startingBalance,
      ending_balance: of.endingBalance,
      amount_due: of.due,
      amount_paid: of.status === 'paid' ? of.due : 0,
      amount_remaining: of.status === 'open' ? of.due : 0,
      hosted_invoice_url: `${origin}/invoice/${of.id}`,
      lines: list(`/v1/invoices/${of.id}/lines`, []),
      parent: {
        type: 'subscription_details',
        quote_details: null,
        subscription_details: { metadata: {}, subscription: of.subscription },
      },
    });
  const price = (of: Subscription, { amount, interval }: Price) =>
    objectOf('Prices.d.ts', 'Price', {
      id: `price_${of.item}`,
      object: 'price',
      currency: of.currency,
      unit_amount: amount,
      type: 'recurring',
      product: 'prod_stand_in',
      recurring: objectOf('Prices.d.ts', 'Price.Recurring', { interval, interval_count: 1, usage_type: 'licensed' }),
    });
  const phase = (start: number, end: number) =>
    objectOf('SubscriptionSchedules.d.ts', 'SubscriptionSchedule.Phase', { start_date: start, end_date: end });
  const schedule = (made: Schedule) => {
    const { start, end } = ledger.subscriptions.get(made.subscription)!;
    const { nextStart } = made;
    return objectOf('SubscriptionSchedules.d.ts', 'SubscriptionSchedule', {
      id: made.id,
      object: 'subscription_schedule',
      status: made.status,
      subscription: made.subscription,
      metadata: made.metadata,
      current_phase: { start_date: start, end_date: end },
      phases: [phase(start, end), ...(nextStart === undefined ? [] : [phase(nextStart, nextStart + 28 * 86_400)])],
    });
  };
  const item = (of: Subscription, quantity: number, at: Price = of) =>
    objectOf('SubscriptionItems.d.ts', 'SubscriptionItem', {
      id: of.item,
      object: 'subscription_item',
      subscription: of.id,
      quantity,
      price: price(of, at),
      current_period_start: of.start,
      current_period_end: of.end,
    });
  const subscription = (of: Subscription, expand: readonly string[] = []) =>
    objectOf('Subscriptions.d.ts', 'Subscription', {
      id: of.id,
      object: 'subscription',
      status: of.status,
      currency: of.currency,
      created: of.startDate,
      start_date: of.startDate,
      cancel_at_period_end: of.cancelAtEnd,
      cancel_at: null,
      ended_at: of.endedAt,
      schedule: of.schedule ? (expand.includes('schedule') ? schedule(of.schedule) : of.schedule.id) : null,
      customer: expand.includes('customer') ? customer(of.customer) : of.customer,
      latest_invoice: expand.includes('latest_invoice') ? invoice(ledger.invoices.get(of.latest)!) : of.latest,
      items: list(`/v1/subscription_items?subscription=${of.id}`, [item(of, of.quantity)]),
      pending_update: of.pending
        ? objectOf('Subscriptions.d.ts', 'Subscription.PendingUpdate', {
            expires_at: of.pending.expires,
            subscription_items: [item(of, of.pending.quantity, of.pending.to)],
          })
        : null,
    });
  const session = (of: Session, expand: readonly string[] = []) => {
    const made = of.subscription === undefined ? undefined : ledger.subscriptions.get(of.subscription);
    const within = expand.filter((path) => path.startsWith('subscription.')).map((path) => path.slice(13));
    return objectOf('Checkout/Sessions.d.ts', 'Session', {
      id: of.id,
      object: 'checkout.session',
      mode: 'subscription',
      status: of.status,
      payment_status: of.status === 'complete' ? 'paid' : 'unpaid',
      url: of.status === 'open' ? `${origin}/pay/${of.id}` : null,
      created: of.created,
      expires_at: of.created + 24 * 60 * 60,
      customer: made?.customer ?? null,
      metadata: of.params['metadata'] ?? {},
      subscription: made ? (within.length > 0 ? subscription(made, within) : made.id) : null,
    });
  };
  return { customer, invoice, schedule, subscription, session };
};
export type Wire = ReturnType<typeof createWire>;
