import * as z from 'zod/mini';
import type { Infer } from '../define.ts';

/** A passage of one of the user's files that an answer cites, by `[#n]`. */
export const passage = () =>
  z.object({
    n: z.int(),
    /** The file by its name in the chat. `url` if it can be opened. */
    file: z.object({ name: z.string(), url: z.optional(z.string()) }),
    page: z.optional(z.int()),
    /** Its position among the passages of the file, from 0. */
    position: z.int(),
    /** Its beginning, 500 characters at most. */
    text: z.string(),
  });
export type Passage = Infer<typeof passage>;
