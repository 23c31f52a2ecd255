import * as z from 'zod/mini';
import { summaryMax } from '../constants.ts';
import type { CallDef } from '../define.ts';
import { chatSummary, contextReport } from '../entities/context.ts';
import { id } from '../id.ts';

const summaryOnly = () => z.object({ summary: z.optional(chatSummary()) });

/**
 * What the model is given in the branch that a chat shows. `last` is what went along with the newest answer that has a
 * report, or with `messageId`; `next` what would go along with another message, an estimate; `pinned` the messages that
 * are pinned in the chat.
 */
export const readContext = {
  kind: 'call',
  name: 'chat.readContext',
  version: 1,
  method: 'GET',
  path: '/chatContext',
  access: 'user',
  input: () => z.strictObject({ chatId: id(), messageId: z.optional(id()) }),
  output: () =>
    z.object({
      last: z.optional(z.object({ messageId: id(), report: contextReport() })),
      next: contextReport(),
      summary: z.optional(chatSummary()),
      pinned: z.array(id()),
      /** The beginnings of the prompts of all messages that are named above, by their ids; none of one that is gone. */
      excerpts: z.optional(z.record(z.string(), z.string())),
    }),
} as const satisfies CallDef;

/**
 * Saves what the person wrote as the summary of the branch that is shown: what the model adds later comes behind it. An
 * empty text lets the model write it anew; until it has, there is none.
 */
export const saveSummary = {
  kind: 'call',
  name: 'chat.saveSummary',
  version: 1,
  method: 'POST',
  path: '/saveSummary',
  access: 'user',
  basedOn: true,
  input: () => z.strictObject({ chatId: id(), text: z.string().check(z.maxLength(summaryMax)) }),
  output: summaryOnly,
} as const satisfies CallDef;

/** Keeps a message and its answer in the context, whatever else is left out; at most `pinnedMessagesMax` of a chat. */
export const pinMessage = {
  kind: 'call',
  name: 'chat.pinMessage',
  version: 1,
  method: 'POST',
  path: '/pinMessage',
  access: 'user',
  input: () => z.strictObject({ messageId: id(), pinned: z.boolean() }),
  output: () => z.object({ pinned: z.array(id()) }),
} as const satisfies CallDef;
