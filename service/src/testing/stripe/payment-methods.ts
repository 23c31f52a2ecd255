import { objectOf } from './description.ts';
import type { Ledger } from './ledger.ts';
import type { Customer } from './records.ts';
import { type Handler, missing, type Route } from './route.ts';
import { list } from './wire.ts';

const wireOf = (id: string, customer: string | null) =>
  objectOf('PaymentMethods.d.ts', 'PaymentMethod', { id, object: 'payment_method', type: 'card', customer });

/** Stripe's calls for the payment methods of customers. */
export const paymentMethods = ({ customers }: Ledger): readonly Route[] => {
  const listOf: Handler = (_, id) => {
    const customer = customers.get(id);
    if (!customer) throw missing('customer', id);
    const cards = customer.cards.map((card) => wireOf(card, id));
    return list(`/v1/customers/${id}/payment_methods`, cards);
  };
  const detach: Handler = (_, id) => {
    const of: Customer | undefined = [...customers.values()].find(({ cards }) => cards.includes(id));
    if (!of) throw missing('payment_method', id);
    of.cards = of.cards.filter((card) => card !== id);
    return wireOf(id, null);
  };
  return [
    [/^GET \/v1\/customers\/(\w+)\/payment_methods$/, 'Customers.d.ts', 'CustomerListPaymentMethodsParams', listOf],
    [/^POST \/v1\/payment_methods\/(\w+)\/detach$/, 'PaymentMethods.d.ts', 'PaymentMethodDetachParams', detach],
  ];
};
