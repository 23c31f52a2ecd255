import * as z from 'zod/mini';
import { usageDays } from '../constants.ts';
import type { CallDef } from '../define.ts';
import { id } from '../id.ts';

const count = () => z.int().check(z.gte(0));

/**
 * What the caller's replies have used, or those of a team that the caller is an admin of (403 otherwise): one entry for
 * each day (UTC, as 2026-11-21) with any use, the oldest first. Beyond the specification.
 */
export const getUsage = {
  kind: 'call',
  name: 'usage.getUsage',
  version: 1,
  method: 'GET',
  path: '/usage',
  access: 'user',
  input: () => z.strictObject({ teamId: z.optional(id()) }),
  output: () =>
    z.object({
      /** The first and the last day that is looked at. */
      from: z.string(),
      to: z.string(),
      days: z
        .array(
          z.object({
            day: z.string(),
            messages: count(),
            /** Estimated, of prompts and answers. */
            tokens: count(),
            images: count(),
            research: count(),
          }),
        )
        .check(z.maxLength(usageDays)),
    }),
} as const satisfies CallDef;
