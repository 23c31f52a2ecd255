import { randomBytes } from 'node:crypto';
import type { Customer, Invoice, Subscription } from './records.ts';

/** The invoices of subscriptions, which use and change the balance of their customers. */
export const createInvoicing = (customers: ReadonlyMap<string, Customer>) => {
  const invoices = new Map<string, Invoice>();
  let count = 0;
  return {
    invoices,
    /** Creates an open invoice without storing it, as a preview does. */
    bill: (of: Subscription, reason: Invoice['reason'], total: number, created: number): Invoice => {
      const customer = customers.get(of.customer)!;
      count += 1;
      return {
        id: `in_${String(count).padStart(8, '0')}${randomBytes(8).toString('hex')}`,
        number: `STAND-${String(count).padStart(4, '0')}`,
        customer: of.customer,
        subscription: of.id,
        currency: of.currency,
        startingBalance: customer.balance,
        endingBalance: null,
        due: Math.max(0, total + customer.balance),
        status: 'open',
        reason,
        created,
        total,
      };
    },
    /** Pays an invoice, from the customer's balance first. */
    settle: (invoice: Invoice): void => {
      const customer = customers.get(invoice.customer)!;
      invoice.due = Math.max(0, invoice.total + customer.balance);
      customer.balance = Math.min(0, invoice.total + customer.balance);
      [invoice.status, invoice.endingBalance] = ['paid', customer.balance];
    },
    store: (of: Subscription, invoice: Invoice): void => {
      invoices.set(invoice.id, invoice);
      of.latest = invoice.id;
    },
    /** The open invoice of a subscription, except the one of a pending change. */
    openInvoiceOf: (of: Subscription): Invoice | undefined =>
      [...invoices.values()].find(
        ({ id, subscription, status }) => subscription === of.id && status === 'open' && id !== of.pending?.invoice,
      ),
  };
};
