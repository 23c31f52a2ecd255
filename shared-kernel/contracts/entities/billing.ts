import * as z from 'zod/mini';
import type { Infer } from '../define.ts';
import { instant } from '../id.ts';

/** Money in minor currency units (B3.12). */
export const invoice = () => z.object({ amount_due: z.int(), currency: z.string() });
export const proration = () => z.object({ prorationInvoice: invoice(), nextInvoice: invoice() });
export type Proration = Infer<typeof proration>;

/** The product shows only that the record exists (A3.04). A test account is skipped by the billing tab (A6.06). */
export const customer = () => z.object({ id: z.string(), testAccount: z.optional(z.boolean()) });
export type Customer = Infer<typeof customer>;

/**
 * A paid plan, beyond the specification. `amount` is the price of all seats for each interval, in minor units. Until
 * `endDate` everything is paid; then it renews, or ends with `cancelAtEnd`. `past_due`: the renewal was not paid, and
 * is tried again. `next`: the price from then on, if it changes.
 */
export const paidPlan = () =>
  z.object({
    status: z.enum(['active', 'past_due', 'canceled']),
    cancelAtEnd: z.boolean(),
    interval: z.enum(['month', 'year']),
    quantity: z.int(),
    amount: z.int(),
    currency: z.string(),
    endDate: instant(),
    next: z.optional(z.object({ interval: z.enum(['month', 'year']), amount: z.int() })),
    /** The revision of all plans of the same payer, if changes of them may be based on it. */
    revision: z.optional(z.string()),
  });
export type PaidPlan = Infer<typeof paidPlan>;

/** One bill, beyond the specification. `amount` is in minor units, `url` a page that shows the bill. */
export const bill = () =>
  z.object({
    id: z.string(),
    number: z.string(),
    date: instant(),
    amount: z.int(),
    currency: z.string(),
    status: z.enum(['paid', 'open', 'void']),
    url: z.optional(z.string()),
  });
export type Bill = Infer<typeof bill>;

/** A refund for a plan that was paid twice, beyond the specification. Amounts are in minor units. */
export const refund = () =>
  z.object({
    id: z.string(),
    date: instant(),
    refunded: z.int(),
    /** Deducted from the next invoices. */
    credited: z.int(),
    currency: z.string(),
    url: z.optional(z.string()),
  });
export type Refund = Infer<typeof refund>;

/** One of several plans that are paid for the same thing. Each can be canceled. */
export const runningPlan = () => z.extend(paidPlan(), { id: z.string() });
export type RunningPlan = Infer<typeof runningPlan>;
