import type { Stripe } from 'stripe';
import type { Invoice } from '../../../ports/payments.ts';
import { whereKnown } from './ending.ts';
import { idOf, toInvoice } from './state.ts';

const atOnce = 100;

const subscriptionOf = ({ parent }: Stripe.Invoice): string => idOf(parent?.subscription_details?.subscription ?? null);

/** Newest first, and by id within a second, so that each page starts exactly where the previous one ended. */
const byAge = (one: Stripe.Invoice, other: Stripe.Invoice): number =>
  other.created - one.created || (one.id < other.id ? 1 : -1);

/**
 * Merges the invoices of several subscriptions. Stripe only lists those of a single subscription, or of a customer, who
 * may pay for others too.
 */
export const listInvoices = async (
  stripe: Stripe,
  ids: readonly string[],
  before?: string,
): Promise<{ invoices: readonly Invoice[]; more: boolean }> => {
  const last = before === undefined ? undefined : await whereKnown(stripe.invoices.retrieve(before));
  if (before !== undefined && !(last && ids.includes(subscriptionOf(last)))) return { invoices: [], more: false };
  const since = last ? { created: { lte: last.created } } : {};
  const pages = await Promise.all(
    ids.map((subscription) => stripe.invoices.list({ subscription, limit: atOnce, ...since })),
  );
  const found = pages
    .flatMap(({ data }) => data)
    .filter((invoice) => !last || (invoice.id !== last.id && byAge(last, invoice) < 0));
  const newest = found.filter(({ status }) => status !== 'draft').toSorted(byAge);
  const more = newest.length > atOnce || pages.some((page) => page.has_more);
  return { more, invoices: newest.slice(0, atOnce).map(toInvoice) };
};
