import type { Ledger } from './ledger.ts';
import { requirePrice } from './prices.ts';
import type { Item } from './records.ts';
import { expandOf, type Handler, missing, Refusal, type Route } from './route.ts';
import { list, type Wire } from './wire.ts';

/** Stripe's calls for checkout sessions. */
export const checkouts = (ledger: Ledger, wire: Wire): readonly Route[] => {
  const sessionOf = (id: string) => {
    const found = ledger.sessions.get(id);
    if (!found) throw missing('checkout.session', id);
    return found;
  };
  const open: Handler = (params) => {
    const [item] = params['line_items'] as Item[];
    const { currency, unit_amount: amount, recurring } = requirePrice(item);
    const customer = params['customer'] as string | undefined;
    if (customer !== undefined && !ledger.customers.has(customer)) throw missing('customer', customer);
    const given = params['customer_email'] as string | undefined;
    const email = given ?? ledger.customers.get(customer ?? '')?.email ?? '';
    const order = { params, email, quantity: item!.quantity, amount, currency, interval: recurring.interval };
    return wire.session(ledger.open({ ...order, ...(customer === undefined ? {} : { customer }) }));
  };
  const listOf: Handler = ({ subscription }) => {
    const found = [...ledger.sessions.values()].filter((one) => one.subscription === subscription);
    return list(
      '/v1/checkout/sessions',
      found.map((one) => wire.session(one)),
    );
  };
  const expire: Handler = (_, id) => {
    const session = sessionOf(id);
    if (session.status !== 'open')
      throw new Refusal('Only Checkout Sessions with a status in ["open"] can be expired.', 'not_open');
    ledger.expire(session);
    return wire.session(session);
  };
  const file = 'Checkout/Sessions.d.ts';
  return [
    [/^POST \/v1\/checkout\/sessions$/, file, 'Checkout.SessionCreateParams', open],
    [/^GET \/v1\/checkout\/sessions$/, file, 'Checkout.SessionListParams', listOf],
    [
      /^GET \/v1\/checkout\/sessions\/(\w+)$/,
      file,
      'Checkout.SessionRetrieveParams',
      (params, id) => wire.session(sessionOf(id), expandOf(params)),
    ],
    [/^POST \/v1\/checkout\/sessions\/(\w+)\/expire$/, file, 'Checkout.SessionExpireParams', expire],
  ];
};
