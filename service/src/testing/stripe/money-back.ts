import { type Ledger, newId } from './ledger.ts';
import { objectOf } from './description.ts';
import type { BalanceTransaction, Invoice, Refund } from './records.ts';
import { missing, type Params, Refusal, type Route } from './route.ts';
import { list } from './wire.ts';

const intentOf = ({ id }: Invoice) => `pi_${id}`;

const refundView = ({ id, amount, currency, intent }: Refund) =>
  objectOf('Refunds.d.ts', 'Refund', {
    id,
    object: 'refund',
    amount,
    currency,
    payment_intent: intent,
    status: 'succeeded',
  });

const paymentView = (invoice: Invoice) =>
  objectOf('InvoicePayments.d.ts', 'InvoicePayment', {
    id: `inpay_${invoice.id}`,
    object: 'invoice_payment',
    amount_paid: invoice.due,
    amount_requested: invoice.due,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    payment: { type: 'payment_intent', payment_intent: intentOf(invoice) },
    status: 'paid',
  });

const balanceView = ({ id, customer, amount, currency, endingBalance, metadata }: BalanceTransaction) =>
  objectOf('CustomerBalanceTransactions.d.ts', 'CustomerBalanceTransaction', {
    id,
    object: 'customer_balance_transaction',
    type: 'adjustment',
    customer,
    amount,
    currency,
    ending_balance: endingBalance,
    metadata,
  });

/** Stripe's calls for returning money: payments of invoices, their refunds, and the balance of customers. */
export const moneyBack = (ledger: Ledger): readonly Route[] => {
  const refund = ({ payment_intent: intent, amount }: Params) => {
    const invoice = [...ledger.invoices.values()].find((one) => intentOf(one) === intent && one.status === 'paid');
    if (!invoice) throw missing('payment_intent', String(intent));
    if (ledger.refunds.has(String(intent)))
      throw new Refusal(`Charge for ${String(intent)} has already been refunded.`, 'charge_already_refunded');
    if (ledger.final.has(invoice.subscription))
      throw new Refusal('This charge cannot be refunded.', 'charge_not_refundable');
    if (amount !== undefined) throw new Refusal('The stand-in refunds payments as a whole.', 'stand_in');
    const made = { id: newId('re'), amount: invoice.due, currency: invoice.currency, intent: String(intent) };
    ledger.refunds.set(made.intent, made);
    return refundView(made);
  };
  const customerOf = (id: string) => {
    const of = ledger.customers.get(id);
    if (!of) throw missing('customer', id);
    return of;
  };
  return [
    [
      /^GET \/v1\/invoice_payments$/,
      'InvoicePayments.d.ts',
      'InvoicePaymentListParams',
      ({ invoice }) => {
        const of = ledger.invoices.get(String(invoice));
        const paid = of && of.status === 'paid' && of.due > 0 ? [paymentView(of)] : [];
        return list('/v1/invoice_payments', paid);
      },
    ],
    [/^POST \/v1\/refunds$/, 'Refunds.d.ts', 'RefundCreateParams', refund],
    [
      /^GET \/v1\/customers\/(\w+)\/balance_transactions$/,
      'Customers.d.ts',
      'CustomerListBalanceTransactionsParams',
      (_, id) => {
        const all = ledger.balances.filter(({ customer }) => customer === customerOf(id).id);
        return list(`/v1/customers/${id}/balance_transactions`, all.map(balanceView));
      },
    ],
    [
      /^POST \/v1\/customers\/(\w+)\/balance_transactions$/,
      'Customers.d.ts',
      'CustomerCreateBalanceTransactionParams',
      ({ amount, currency, metadata = {} }, id) => {
        const customer = customerOf(id);
        customer.balance += Number(amount);
        const made = {
          id: newId('cbtxn'),
          customer: id,
          amount: Number(amount),
          currency: String(currency),
          endingBalance: customer.balance,
          metadata: metadata as Record<string, string>,
        };
        ledger.balances.push(made);
        return balanceView(made);
      },
    ],
  ];
};
