import * as z from 'zod/mini';
import type { Infer } from '../define.ts';
import { instant } from '../id.ts';

/** Money in minor currency units (B3.12). */
export const invoice = () => z.object({ amount_due: z.int(), currency: z.string() });
export const proration = () => z.object({ prorationInvoice: invoice(), nextInvoice: invoice() });
export type Proration = Infer<typeof proration>;

/** Fields are not shown beyond the record's existence (A3.04). A test account is skipped by the billing tab (A6.06). */
export const customer = () => z.object({ id: z.string(), testAccount: z.optional(z.boolean()) });
export type Customer = Infer<typeof customer>;

/**
 * A paid plan beyond the specification: `amount` of minor units for each interval and all its seats. `endDate` is the end
 * of what is paid: it renews then, or ends with `cancelAtEnd`. `past_due`: the renewal was not paid, and is tried again.
 * `next`: what it costs from then on, where that is another price.
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
    /** Of all plans of the same payer, where a change of them may be based on it. */
    revision: z.optional(z.string()),
  });
export type PaidPlan = Infer<typeof paidPlan>;

/** One bill, beyond the specification: `amount` in minor units, `url` a page that shows it. */
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

/** What went back for a plan that was paid twice, beyond the specification: amounts in minor units. */
export const refund = () =>
  z.object({
    id: z.string(),
    date: instant(),
    refunded: z.int(),
    /** Taken off the next invoices. */
    credited: z.int(),
    currency: z.string(),
    url: z.optional(z.string()),
  });
export type Refund = Infer<typeof refund>;

/** One of several plans that are paid for the same: each can be ended. */
export const runningPlan = () => z.extend(paidPlan(), { id: z.string() });
export type RunningPlan = Infer<typeof runningPlan>;
