import * as z from 'zod/mini';
import type { Infer } from '../define.ts';
import { id, instant } from '../id.ts';

/**
 * All of the user's own data as one zip, which a link with `download` saves: `data.json`, `chats/*.md` and `files/`. It
 * is a download and no call: the answer is a stream. 401 without a session, 429 after too many requests.
 */
export const exportAddress = '/api/export';

const count = () => z.int().check(z.gte(0));

/** How many items of a kind were added, were there already, or could not be imported. */
const counts = () => z.object({ added: count(), known: count(), skipped: count() });

/** An import of data: from another account of this product, from ChatGPT or from Claude. */
export const dataImport = () =>
  z.object({
    _id: id(),
    /** The name of the user's file. */
    name: z.string(),
    state: z.enum(['uploading', 'waiting', 'running', 'done', 'failed']),
    /** Percent of the work that is done, 0 to 100. */
    progress: z.number().check(z.gte(0), z.lte(100)),
    source: z.optional(z.enum(['atrium', 'chatgpt'])),
    /** The name of a source that `source` cannot have, because its earlier readers know only two. */
    product: z.optional(z.string()),
    /** Present when it is done. */
    report: z.optional(
      z.object({
        chats: counts(),
        messages: counts(),
        memories: counts(),
        collections: counts(),
        files: counts(),
        /** Sentences about what was left out, and why. */
        notes: z.array(z.string()),
      }),
    ),
    /** Why it failed, in a sentence. Nothing of the file was imported then. */
    msg: z.optional(z.string()),
    createdDate: instant(),
  });
export type DataImport = Infer<typeof dataImport>;
