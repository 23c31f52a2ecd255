import * as z from 'zod/mini';
import type { Infer } from '../define.ts';

/** A transient banner. `time` is in milliseconds; 0 stays until it is dismissed (A3.05). */
export const alert = () =>
  z.object({
    id: z.optional(z.string()),
    message: z.string(),
    type: z.enum(['info', 'error', 'warn']),
    time: z.number(),
  });
export type Alert = Infer<typeof alert>;
