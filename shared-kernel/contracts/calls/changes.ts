import * as z from 'zod/mini';
import { done } from '../answers.ts';
import type { CallDef } from '../define.ts';
import { changeItem } from '../entities/change.ts';

/**
 * Streams what changes for the user, starting at the cursor of an earlier line. A page without a cursor sends how many
 * milliseconds ago it began to read.
 */
export const followChanges = {
  kind: 'call',
  name: 'changes.followChanges',
  version: 1,
  method: 'GET',
  path: '/changes',
  access: 'user',
  input: () =>
    z.strictObject({
      after: z.optional(z.string().check(z.maxLength(4000))),
      age: z.optional(z.coerce.number().check(z.gte(0))),
    }),
  output: done,
  item: changeItem,
} as const satisfies CallDef;
