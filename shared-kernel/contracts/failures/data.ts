import type * as calls from '../calls/data.ts';
import { badRequest, forbidden, notFound, rateLimited } from './define.ts';
import type { FailsWith } from './fails-with.ts';

export const failures = {
  'unknown-import': notFound('This import does not exist.'),
  'import-incomplete': badRequest('The file has not been uploaded completely.'),
  'too-many-imports': rateLimited('You’ve imported too often. Please wait a while.'),
  'too-many-exports': rateLimited('You’ve exported your data too often. Please wait a while.'),
  'foreign-export': forbidden('Exports start in Atrium itself.'),
} as const;

export const failsWith = {
  startImport: ['too-many-imports'],
  runImport: ['unknown-import', 'import-incomplete'],
  cancelImport: ['unknown-import'],
  listImports: [],
} as const satisfies FailsWith<typeof calls>;
