import { checkouts } from './checkouts.ts';
import { faultsOf } from './description.ts';
import { invoices } from './invoices.ts';
import type { Ledger } from './ledger.ts';
import { moneyBack } from './money-back.ts';
import { paymentMethods } from './payment-methods.ts';
import { prices } from './prices.ts';
import { type Handler, missing, type Params, Refusal, type Route } from './route.ts';
import { schedules } from './schedules.ts';
import { subscriptions } from './subscriptions.ts';
import type { Wire } from './wire.ts';

const retrievePrice: Handler = (_, id) => {
  const price = prices[id];
  if (!price) throw missing('price', id);
  return { id, object: 'price', ...price };
};

/** Stripe's calls, as far as the product makes them. Each accepts only the parameters in Stripe's description. */
export const createApi = (ledger: Ledger, wire: Wire, origin: string) => {
  const updateCustomer: Handler = ({ email }, id) => {
    const of = ledger.customers.get(id);
    if (!of) throw missing('customer', id);
    of.email = (email as string | undefined) ?? of.email;
    return wire.customer(id);
  };
  const openPortal: Handler = ({ customer, return_url }) => {
    if (!ledger.customers.has(String(customer))) throw missing('customer', String(customer));
    const url = `${origin}/portal/${String(customer)}`;
    return { id: 'bps_stand_in', object: 'billing_portal.session', customer, return_url, url };
  };

  const routes: readonly Route[] = [
    ...moneyBack(ledger),
    ...schedules(ledger, wire),
    ...checkouts(ledger, wire),
    ...subscriptions(ledger, wire),
    ...invoices(ledger, wire),
    ...paymentMethods(ledger),
    [/^POST \/v1\/customers\/(\w+)$/, 'Customers.d.ts', 'CustomerUpdateParams', updateCustomer],
    [
      /^POST \/v1\/billing_portal\/sessions$/,
      'BillingPortal/Sessions.d.ts',
      'BillingPortal.SessionCreateParams',
      openPortal,
    ],
    [/^GET \/v1\/prices\/(\w+)$/, 'Prices.d.ts', 'PriceRetrieveParams', retrievePrice],
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
