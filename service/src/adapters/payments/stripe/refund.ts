import { Stripe } from 'stripe';
import type { Refund } from '../../../ports/payments.ts';
import { cancel, whereKnown } from './ending.ts';
import { idOf } from './state.ts';

interface Credit {
  readonly customer: string;
  /** The id of the payment or invoice that it compensates, for which it is given once. */
  readonly of: string;
  readonly amount: number;
  readonly currency: string;
}

/**
 * Credits an amount against the customer's next invoices. Stripe forgets idempotency keys after a day, so earlier
 * credits are listed.
 */
const creditOnce = async (stripe: Stripe, { customer, of, amount, currency }: Credit): Promise<void> => {
  const given = stripe.customers.listBalanceTransactions(customer, { limit: 100 });
  for await (const { metadata } of given) if (metadata?.['refundOf'] === of) return;
  await stripe.customers.createBalanceTransaction(
    customer,
    // A negative amount is a credit of the customer.
    { amount: -amount, currency, description: 'Paid twice', metadata: { refundOf: of } },
    { idempotencyKey: `credit_${of}` },
  );
};

/** Refunds a payment. Returns false if it can never be refunded. */
const refundPayment = async (stripe: Stripe, { id, payment }: Stripe.InvoicePayment): Promise<boolean> => {
  const { payment_intent: intent, charge } = payment;
  const paid = intent === undefined ? charge && { charge: idOf(charge) } : { payment_intent: idOf(intent) };
  if (!paid) return false;
  try {
    const made = await stripe.refunds.create({ ...paid, reason: 'duplicate' }, { idempotencyKey: `refund_${id}` });
    return made.status !== 'failed' && made.status !== 'canceled';
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    if (error.code === 'charge_already_refunded') return true;
    if (error.code === 'charge_not_refundable') return false;
    throw error;
  }
};

/** Ends a subscription and returns what was paid for it, including credit of the customer that was used. */
export const refund = async (stripe: Stripe, id: string, creditTo?: string): Promise<Refund> => {
  const known = await whereKnown(stripe.subscriptions.retrieve(id));
  if (!known) return { refunded: 0, credited: 0, url: null };
  const { customer, currency } = known;
  await cancel(stripe, id);
  const [own, returned] = [idOf(customer), { refunded: 0, credited: 0 }];
  let url: string | null = null;
  for await (const invoice of stripe.invoices.list({ subscription: id, status: 'paid', limit: 100 })) {
    const { id: of, starting_balance: before, ending_balance: after } = invoice;
    url ??= invoice.hosted_invoice_url ?? null;
    const used = (after ?? before) - before;
    if (used > 0) {
      await creditOnce(stripe, { customer: own, of, amount: used, currency });
      returned.credited += used;
    }
    for await (const payment of stripe.invoicePayments.list({ invoice: of, status: 'paid', limit: 100 })) {
      const amount = payment.amount_paid ?? 0;
      if (await refundPayment(stripe, payment)) {
        returned.refunded += amount;
        continue;
      }
      await creditOnce(stripe, { customer: creditTo ?? own, of: payment.id, amount, currency });
      returned.credited += amount;
    }
  }
  return { ...returned, url };
};
