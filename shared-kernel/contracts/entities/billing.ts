import * as z from 'zod/mini';
import type { Infer } from '../define.ts';

/** Money in minor currency units (B3.12). */
export const invoice = () => z.object({ amount_due: z.int(), currency: z.string() });
export const proration = () => z.object({ prorationInvoice: invoice(), nextInvoice: invoice() });
export type Proration = Infer<typeof proration>;

/** Fields are not shown beyond the record's existence (A3.04). A test account is skipped by the billing tab (A6.06). */
export const customer = () => z.object({ id: z.string(), testAccount: z.optional(z.boolean()) });
export type Customer = Infer<typeof customer>;
