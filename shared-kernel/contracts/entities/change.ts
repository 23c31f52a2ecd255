import * as z from 'zod/mini';
import type { Infer } from '../define.ts';

/**
 * One line of the stream of changes. `changed`: what `kind` names is to be read again, where `ids` name none then all of
 * it; `team` is whose it is, absent for the person's own. `reset`: nobody knows any more what has changed since, so
 * everything is. A line with a `cursor` completes all that was before: the stream goes on from there.
 */
export const changeItem = () =>
  z.discriminatedUnion('type', [
    z.object({
      type: z.literal('changed'),
      // A kind of a later version is nothing to an earlier page.
      kind: z.string(),
      ids: z.array(z.string()),
      team: z.optional(z.string()),
      cursor: z.optional(z.string()),
    }),
    z.object({ type: z.literal('alive'), cursor: z.string() }),
    z.object({ type: z.literal('reset'), cursor: z.string() }),
  ]);
export type ChangeItem = Infer<typeof changeItem>;
