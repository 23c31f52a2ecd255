import * as z from 'zod/mini';
import type { Infer } from '../define.ts';

/** A model that a person may choose for chats. */
export const modelOption = () =>
  z.object({
    id: z.string(),
    label: z.string(),
    description: z.optional(z.string()),
    /** The provider's name of it, for product admins alone. */
    name: z.optional(z.string()),
    takes: z.array(z.string()),
    thinks: z.boolean(),
    /** From 1 for the cheapest to 3; none: not known. */
    price: z.optional(z.int()),
  });
export type ModelOption = Infer<typeof modelOption>;
