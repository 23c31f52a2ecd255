import * as z from 'zod/mini';
import { done, nothing } from '../answers.ts';
import { importMax } from '../constants.ts';
import type { CallDef } from '../define.ts';
import { dataImport } from '../entities/data.ts';
import { id } from '../id.ts';

/**
 * Announces an import of a file of `size` bytes. The file is then sent with PUT to `uploadUrl` as `application/zip`,
 * and the import is started with `runImport`. 400 if it is empty or larger than `importMax`, 429 after too many
 * imports.
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

/** Starts the import of an uploaded file. 400 if the upload is not complete. The import continues without the page. */
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

/** Gives up an import that is not uploaded. One that was started continues. */
export const cancelImport = {
  kind: 'call',
  name: 'data.cancelImport',
  version: 1,
  method: 'POST',
  path: '/cancelImport',
  access: 'user',
  input: () => z.strictObject({ importId: id() }),
  output: done,
} as const satisfies CallDef;

/** The last ten imports, the newest first, without those that failed before another was announced. */
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
