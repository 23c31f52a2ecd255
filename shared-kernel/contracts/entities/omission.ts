import * as z from 'zod/mini';
import type { Infer } from '../define.ts';
import { instant } from '../id.ts';

/**
 * Something that the user wrote, sent or configured and that the model did not get, or not as a whole. `kind` may have
 * new values: for unknown ones, readers say in general that something was left out. `omissionWords` has the sentences.
 */
export const omission = () =>
  z.object({
    kind: z.string(),
    /** The number of messages, memories, pages or files. */
    count: z.optional(z.int()),
    /** The names of the first files. */
    names: z.optional(z.array(z.string())),
    /** The pages of the one file that is named, such as `3–7, 12`. */
    pages: z.optional(z.string()),
    /** When the message was written. */
    at: z.optional(instant()),
  });
export type Omission = Infer<typeof omission>;

/** The list with one more omission, unless it has the same one already. */
export const withOmission = (list: readonly Omission[] = [], one: Omission): Omission[] => {
  const known = JSON.stringify(one);
  return list.some((other) => JSON.stringify(other) === known) ? [...list] : [...list, one];
};
