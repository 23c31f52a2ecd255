import * as z from 'zod/mini';
import type { CallDef } from '../define.ts';

/**
 * The file is then sent with PUT to `uploadUrl`. It is found under the storage base and `key`. Without a plan, only
 * images are accepted, because everybody may have a profile picture.
 */
export const uploadUrl = {
  kind: 'call',
  name: 'files.uploadUrl',
  version: 1,
  method: 'GET',
  path: '/uploadUrl',
  access: 'user',
  input: () =>
    z.strictObject({
      fileType: z.string().check(z.minLength(1), z.maxLength(127)),
      folder: z.enum(['chatFiles', 'audio-notes']),
    }),
  output: () => z.object({ uploadUrl: z.string(), key: z.string() }),
} as const satisfies CallDef;

/**
 * Reads files that were uploaded and not sent yet. Each file that the model cannot read, or not as a whole, gets a note
 * about what is missing: `code` may have new values, `text` is for users. A file without a note is fine.
 */
export const inspectFiles = {
  kind: 'call',
  name: 'files.inspectFiles',
  version: 1,
  method: 'POST',
  path: '/inspectFiles',
  access: 'premium',
  input: () =>
    z.strictObject({
      files: z
        .array(
          z.strictObject({
            name: z.string().check(z.minLength(1), z.maxLength(255)),
            url: z.string().check(z.minLength(1), z.maxLength(2048)),
          }),
        )
        .check(z.maxLength(50)),
    }),
  output: () => z.object({ notes: z.array(z.object({ url: z.string(), code: z.string(), text: z.string() })) }),
} as const satisfies CallDef;

export const objectFromPresignedUrl = {
  kind: 'call',
  name: 'files.objectFromPresignedUrl',
  version: 1,
  method: 'GET',
  path: '/objectFromPresignedURL',
  access: 'visitor',
  input: () => z.strictObject({ identifierString: z.string().check(z.minLength(1), z.maxLength(2048)) }),
  output: () => z.object({ url: z.string() }),
} as const satisfies CallDef;

export const generateDocument = {
  kind: 'call',
  name: 'files.generateDocument',
  version: 1,
  method: 'POST',
  path: '/generateDocument',
  access: 'premium',
  input: () =>
    z.strictObject({
      type: z.enum(['pdf', 'docx']),
      title: z.string().check(z.maxLength(300)),
      markdown: z.string().check(z.maxLength(2_000_000)),
      citations: z.optional(z.string()),
    }),
  output: () => z.object({ url: z.string() }),
} as const satisfies CallDef;
