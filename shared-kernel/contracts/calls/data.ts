import * as z from 'zod/mini';
import { nothing } from '../answers.ts';
import { importMax } from '../constants.ts';
import type { CallDef } from '../define.ts';
import { dataImport } from '../entities/data.ts';
import { id } from '../id.ts';

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
