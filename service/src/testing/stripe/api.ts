import type { Ledger } from './ledger.ts';
import { faultsOf } from './description.ts';
import { moneyBack } from './money-back.ts';
import type { Item, Subscription } from './records.ts';
import { schedules } from './schedules.ts';
import { type Handler, missing, type Params, Refusal, type Route } from './route.ts';
import { list, type Wire } from './wire.ts';

const expandOf = (params: Params): readonly string[] => (params['expand'] as string[] | undefined) ?? [];

interface Change {
  readonly items?: readonly (Partial<Item> & { readonly id: string })[];
  readonly proration_date?: number;
  readonly proration_behavior?: string;
  readonly payment_behavior?: string;
}

const hows = { error_if_incomplete: 'error', pending_if_incomplete: 'pending' } as const as Readonly<
  Record<string, 'error' | 'pending'>
>;

/** Prices that a dashboard would hold, by the ids that tests configure. */
const prices: Readonly<Record<string, Required<Item>['price_data']>> = Object.fromEntries(
  (
    [
      ['usd', 1000, 9600],
      ['zar', 18_000, 172_800],
    ] as const
  ).flatMap(([currency, month, year]) => [
    [`price_${currency}month`, { currency, unit_amount: month, recurring: { interval: 'month' } }],
    [`price_${currency}year`, { currency, unit_amount: year, recurring: { interval: 'year' } }],
  ]),
);

/** Stripe's calls, as far as the product makes them; each takes only what Stripe's description names. */
export const createApi = (ledger: Ledger, wire: Wire, origin: string) => {
  const subscriptionOf = (id: string): Subscription => {
    const found = ledger.subscriptions.get(id);
    if (!found) throw missing('subscription', id);
    return found;
  };
  const sessionOf = (id: string) => {
    const found = ledger.sessions.get(id);
    if (!found) throw missing('checkout.session', id);
    return found;
  };
  const quantityOf = (of: Subscription, { items }: Change): number => {
    const [item] = items ?? [];
    if (item && item.id !== of.item) throw missing('subscription item', item.id);
    return item?.quantity ?? of.quantity;
  };

  /** The price that a change asks for, where it is another one. */
  const repricingOf = (of: Subscription, { items: [item] = [], proration_date: at = 0 }: Change) => {
    const price = item?.price === undefined ? item?.price_data : prices[item.price];
    if (!price || price.recurring.interval === of.interval) return undefined;
    return { amount: price.unit_amount, interval: price.recurring.interval, at };
  };

  const openSession: Handler = (params) => {
    const [item] = params['line_items'] as Item[];
    const price = item?.price === undefined ? item?.price_data : prices[item.price];
    if (!item || !price) throw missing('price', String(item?.price));
    const customer = params['customer'] as string | undefined;
    if (customer !== undefined && !ledger.customers.has(customer)) throw missing('customer', customer);
    const { currency, unit_amount: amount, recurring } = price;
    const given = params['customer_email'] as string | undefined;
    const email = given ?? ledger.customers.get(customer ?? '')?.email ?? '';
    const order = { params, email, quantity: item.quantity, amount, currency, interval: recurring.interval };
    return wire.session(ledger.open({ ...order, ...(customer === undefined ? {} : { customer }) }));
  };

  const update: Handler = (params, id) => {
    const of = subscriptionOf(id);
    if (of.status === 'canceled')
      throw new Refusal('A canceled subscription can only update its cancellation_details.', 'canceled');
    const [quantity, to] = [quantityOf(of, params), repricingOf(of, params)];
    const changes = quantity !== of.quantity || to !== undefined;
    const { proration_behavior: proration, proration_date: date, payment_behavior: payment } = params as Change;
    // What else Stripe would do, the stand-in has not learnt.
    if (changes && (proration !== 'always_invoice' || date === undefined))
      throw new Refusal('The stand-in bills other seats and prices at once, as of an instant.', 'stand_in');
    if (of.schedule && (to || params['cancel_at_period_end'] !== undefined))
      throw new Refusal('The subscription is managed by the subscription schedule.', 'managed_by_schedule');
    if (changes) ledger.change(of, { quantity, to }, date ?? 0, hows[payment ?? ''] ?? 'allow');
    if (params['cancel_at_period_end'] !== undefined) ledger.cancelAtEnd(of, params['cancel_at_period_end'] === true);
    return wire.subscription(of, expandOf(params));
  };

  const preview: Handler = (params) => {
    const of = subscriptionOf(String(params['subscription']));
    const change = (params['subscription_details'] ?? {}) as Change;
    const quantity = quantityOf(of, change);
    const now = change.proration_behavior === 'always_invoice';
    const total = now
      ? ledger.cost(of, quantity, change.proration_date ?? 0, repricingOf(of, change))
      : of.amount * quantity;
    return wire.invoice(ledger.bill(of, now ? 'subscription_update' : 'subscription_cycle', total, of.end));
  };

  const listInvoices: Handler = (params) => {
    const { gte = 0, lte = Infinity } = (params['created'] ?? {}) as { gte?: number; lte?: number };
    const wanted = params['status'] as string | undefined;
    const all = [...ledger.invoices.values()].filter(
      ({ subscription, created, status }) =>
        subscription === params['subscription'] &&
        created >= gte &&
        created <= lte &&
        (wanted === undefined || status === wanted),
    );
    const newest = all.toSorted((a, b) => (a.id < b.id ? 1 : -1));
    const from = newest.findIndex(({ id }) => id === params['starting_after']) + 1;
    const limit = Number(params['limit'] ?? 10);
    return list('/v1/invoices', newest.slice(from, from + limit).map(wire.invoice), newest.length > from + limit);
  };

  const routes: readonly Route[] = [
    ...moneyBack(ledger),
    ...schedules(ledger, wire, prices),
    [/^POST \/v1\/checkout\/sessions$/, 'Checkout/Sessions.d.ts', 'Checkout.SessionCreateParams', openSession],
    [
      /^GET \/v1\/checkout\/sessions$/,
      'Checkout/Sessions.d.ts',
      'Checkout.SessionListParams',
      ({ subscription }) =>
        list(
          '/v1/checkout/sessions',
          [...ledger.sessions.values()]
            .filter((one) => one.subscription === subscription)
            .map((one) => wire.session(one)),
        ),
    ],
    [
      /^GET \/v1\/checkout\/sessions\/(\w+)$/,
      'Checkout/Sessions.d.ts',
      'Checkout.SessionRetrieveParams',
      (params, id) => wire.session(sessionOf(id), expandOf(params)),
    ],
    [
      /^POST \/v1\/checkout\/sessions\/(\w+)\/expire$/,
      'Checkout/Sessions.d.ts',
      'Checkout.SessionExpireParams',
      (_, id) => {
        const session = sessionOf(id);
        if (session.status !== 'open')
          throw new Refusal('Only Checkout Sessions with a status in ["open"] can be expired.', 'not_open');
        ledger.expire(session);
        return wire.session(session);
      },
    ],
    [
      /^GET \/v1\/subscriptions\/(\w+)$/,
      'Subscriptions.d.ts',
      'SubscriptionRetrieveParams',
      (params, id) => wire.subscription(subscriptionOf(id), expandOf(params)),
    ],
    [/^POST \/v1\/subscriptions\/(\w+)$/, 'Subscriptions.d.ts', 'SubscriptionUpdateParams', update],
    [
      /^DELETE \/v1\/subscriptions\/(\w+)$/,
      'Subscriptions.d.ts',
      'SubscriptionCancelParams',
      (_, id) => {
        const of = subscriptionOf(id);
        if (of.status === 'canceled') throw missing('subscription', id);
        ledger.cancel(of);
        return wire.subscription(of);
      },
    ],
    [/^POST \/v1\/invoices\/create_preview$/, 'Invoices.d.ts', 'InvoiceCreatePreviewParams', preview],
    [/^GET \/v1\/invoices$/, 'Invoices.d.ts', 'InvoiceListParams', listInvoices],
    [
      /^GET \/v1\/invoices\/(\w+)$/,
      'Invoices.d.ts',
      'InvoiceRetrieveParams',
      (_, id) => {
        const invoice = ledger.invoices.get(id);
        if (!invoice) throw missing('invoice', id);
        return wire.invoice(invoice);
      },
    ],
    [
      /^POST \/v1\/invoices\/(\w+)\/void$/,
      'Invoices.d.ts',
      'InvoiceVoidInvoiceParams',
      (_, id) => {
        const invoice = ledger.invoices.get(id);
        if (invoice?.status !== 'open') throw missing('open invoice', id);
        ledger.void(invoice);
        return wire.invoice(invoice);
      },
    ],
    [
      /^POST \/v1\/customers\/(\w+)$/,
      'Customers.d.ts',
      'CustomerUpdateParams',
      ({ email }, id) => {
        const of = ledger.customers.get(id);
        if (!of) throw missing('customer', id);
        of.email = (email as string | undefined) ?? of.email;
        return wire.customer(id);
      },
    ],
    [
      /^POST \/v1\/billing_portal\/sessions$/,
      'BillingPortal/Sessions.d.ts',
      'BillingPortal.SessionCreateParams',
      ({ customer, return_url }) => {
        if (!ledger.customers.has(String(customer))) throw missing('customer', String(customer));
        const url = `${origin}/portal/${String(customer)}`;
        return { id: 'bps_stand_in', object: 'billing_portal.session', customer, return_url, url };
      },
    ],
    [
      /^GET \/v1\/prices\/(\w+)$/,
      'Prices.d.ts',
      'PriceRetrieveParams',
      (_, id) => {
        const price = prices[id];
        if (!price) throw missing('price', id);
        return { id, object: 'price', ...price };
      },
    ],
  ];

  return async (request: string, params: Params): Promise<unknown> => {
    for (const [path, file, declared, handler] of routes) {
      const found = path.exec(request);
      if (!found) continue;
      const [fault] = faultsOf(file, declared, params);
      if (fault !== undefined) throw new Refusal(`Received a request that Stripe does not describe: ${fault}.`);
      return handler(params, found[1] ?? '');
    }
    throw new Refusal(`Unrecognized request URL (${request}).`, 'unknown_url', 404);
  };
};
