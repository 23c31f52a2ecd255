import * as z from 'zod/mini';
import type { Infer } from '../define.ts';
import { instant } from '../id.ts';

/**
 * Something that the person wrote, sent or set and that the model was not given, or not all of it. `kind` is open: whoever
 * does not know one says in general that something was left out. `omissionWords` has the sentence of each.
 */
export const omission = () =>
  z.object({
    kind: z.string(),
    /** How many messages, memories, pages or files. */
    count: z.optional(z.int()),
    /** The first of the files. */
    names: z.optional(z.array(z.string())),
    /** Those of the one file that is named, as `3–7, 12`. */
    pages: z.optional(z.string()),
    /** When the message was written. */
    at: z.optional(instant()),
  });
export type Omission = Infer<typeof omission>;

/** The list with one more; what it has already is not added again. */
export const withOmission = (list: readonly Omission[] = [], one: Omission): Omission[] => {
  const known = JSON.stringify(one);
  return list.some((other) => JSON.stringify(other) === known) ? [...list] : [...list, one];
};
