import * as z from 'zod/mini';
import type { Infer } from '../define.ts';

/** A model that a user may choose for chats. */
export const modelOption = () =>
  z.object({
    id: z.string(),
    label: z.string(),
    description: z.optional(z.string()),
    /** The provider's name of the model. Only for product admins. */
    name: z.optional(z.string()),
    takes: z.array(z.string()),
    thinks: z.boolean(),
    /** From 1, the cheapest, to 3. Absent if unknown. */
    price: z.optional(z.int()),
  });
export type ModelOption = Infer<typeof modelOption>;
