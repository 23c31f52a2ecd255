import * as z from 'zod/mini';
import type { Infer } from '../define.ts';

/**
 * One line of the stream of changes. `changed`: what `kind` names has to be read again, only the items in `ids`, or all
 * of them if `ids` is empty. `team` is the team it belongs to, absent for the user's own. `reset`: it is unknown what
 * has changed, so everything has to be read again. A line with a `cursor` completes everything before it, and the
 * stream can be continued from there.
 */
export const changeItem = () =>
  z.discriminatedUnion('type', [
    z.object({
      type: z.literal('changed'),
      // An earlier page ignores kinds of later versions.
      kind: z.string(),
      ids: z.array(z.string()),
      team: z.optional(z.string()),
      cursor: z.optional(z.string()),
    }),
    z.object({ type: z.literal('alive'), cursor: z.string() }),
    z.object({ type: z.literal('reset'), cursor: z.string() }),
  ]);
export type ChangeItem = Infer<typeof changeItem>;
