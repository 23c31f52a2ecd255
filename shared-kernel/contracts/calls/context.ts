import * as z from 'zod/mini';
import { summaryMax } from '../constants.ts';
import type { CallDef } from '../define.ts';
import { chatSummary, contextReport } from '../entities/context.ts';
import { id } from '../id.ts';

const summaryOnly = () => z.object({ summary: z.optional(chatSummary()) });

/**
 * The context of the model in the branch that a chat shows. `last` is what was sent for the newest answer that has a
 * report, or for `messageId`. `next` estimates what would be sent with another message. `pinned` are the pinned
 * messages of the chat.
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
      /**
       * The beginnings of the prompts of all messages that are named above, by their ids. Deleted messages have none.
       */
      excerpts: z.optional(z.record(z.string(), z.string())),
    }),
} as const satisfies CallDef;

/**
 * Saves the user's text as the summary of the branch that is shown. The model appends to it later. With an empty text,
 * the model writes the summary again; until then there is none.
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

/** Keeps a message and its answer in the context, whatever else is left out. At most `pinnedMessagesMax` per chat. */
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
