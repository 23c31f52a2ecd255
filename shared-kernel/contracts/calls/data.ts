import * as z from 'zod/mini';
import { nothing } from '../answers.ts';
import { importMax } from '../constants.ts';
import type { CallDef } from '../define.ts';
import { id, instant } from '../id.ts';

/**
 * All of the user's own data as one zip, which a link with `download` saves: `data.json`, `chats/*.md` and `files/`. It is
 * a download and no call: the answer is a stream. 401 without a session, 429 for one who asks too often.
 */
export const exportAddress = '/api/export';

const count = () => z.int().check(z.gte(0));

/** How many of each kind came in, and how many were there already or could not be taken. */
const taken = () => z.object({ added: count(), known: count(), skipped: count() });

/** An import of data: from another account of this product, or from ChatGPT. */
export const dataImport = () =>
  z.object({
    _id: id(),
    /** As the person's file is called. */
    name: z.string(),
    state: z.enum(['uploading', 'waiting', 'running', 'done', 'failed']),
    /** Percent of the work that is done, 0 to 100. */
    progress: z.number().check(z.gte(0), z.lte(100)),
    source: z.optional(z.enum(['atrium', 'chatgpt'])),
    /** Present when it is done. */
    report: z.optional(
      z.object({
        chats: taken(),
        messages: taken(),
        memories: taken(),
        collections: taken(),
        files: taken(),
        /** Sentences about what was left out, and why. */
        notes: z.array(z.string()),
      }),
    ),
    /** Why it failed, in a sentence. Nothing of the file was taken then. */
    msg: z.optional(z.string()),
    createdDate: instant(),
  });

/**
 * Announces an import of a file of `size` bytes. The file is then sent with PUT to `uploadUrl` as `application/zip`, and
 * begun with `runImport`. 400 where it is larger than `importMax` or empty, 429 for one who imports too often.
 */
export const startImport = {
  kind: 'call',
  name: 'data.startImport',
  version: 1,
  method: 'POST',
  path: '/startImport',
  access: 'user',
  input: () =>
    z.strictObject({
      name: z.string().check(z.minLength(1), z.maxLength(255)),
      size: z.int().check(z.gte(1), z.lte(importMax)),
    }),
  output: () => z.object({ importId: id(), uploadUrl: z.string() }),
} as const satisfies CallDef;

/** Begins the import of what was uploaded: 400 where that is not complete. It goes on without the page. */
export const runImport = {
  kind: 'call',
  name: 'data.runImport',
  version: 1,
  method: 'POST',
  path: '/runImport',
  access: 'user',
  input: () => z.strictObject({ importId: id() }),
  output: () => z.object({ import: dataImport() }),
} as const satisfies CallDef;

/** The last ten imports, the newest first. */
export const listImports = {
  kind: 'call',
  name: 'data.listImports',
  version: 1,
  method: 'GET',
  path: '/imports',
  access: 'user',
  input: nothing,
  output: () => z.object({ imports: z.array(dataImport()) }),
} as const satisfies CallDef;
