import * as z from 'zod/mini';
import type { Infer } from '../define.ts';
import { agentDraft } from './agent.ts';
import { omission } from './omission.ts';
import { passage } from './passage.ts';

/**
 * One line of a streamed reply (B3.14, B4.11), numbered by `seq` from 1. Its effect on the screen:
 * text appends to the answer; textFinal replaces it; system sets the loading text; thought appends a thought;
 * citations sets the list; image and document set the assistant's file; chatId and id name the chat and the message
 * that the service made; modal names the model; warning shows the length warning; function opens the dialog of an agent with what an interview gathered.
 * Beyond the specification, thinking appends to a thought that is still being written, whose thought then takes its place,
 * omission says what the model was not given, and passages sets what the answer cites of the person's files.
 * `end` closes the reply: `failed` and `stopped` are its ways not to complete.
 */
export const replyItem = () => {
  const seq = { seq: z.int() };
  return z.discriminatedUnion('type', [
    z.object({ ...seq, type: z.literal('text'), text: z.string() }),
    z.object({ ...seq, type: z.literal('textFinal'), text: z.string() }),
    z.object({ ...seq, type: z.literal('system'), text: z.string() }),
    z.object({ ...seq, type: z.literal('thought'), text: z.string() }),
    z.object({ ...seq, type: z.literal('thinking'), text: z.string() }),
    z.object({ ...seq, type: z.literal('citations'), urls: z.array(z.string()) }),
    z.object({ ...seq, type: z.literal('image'), url: z.string(), aspectRatio: z.optional(z.number()) }),
    z.object({ ...seq, type: z.literal('document'), url: z.string(), fileType: z.string(), name: z.string() }),
    z.object({ ...seq, type: z.literal('chatId'), chatId: z.string() }),
    z.object({ ...seq, type: z.literal('id'), id: z.string() }),
    /** `model` is the catalog's id of it. */
    z.object({ ...seq, type: z.literal('modal'), modal: z.string(), model: z.optional(z.string()) }),
    z.object({ ...seq, type: z.literal('warning'), warning: z.literal('lengthWarning') }),
    z.object({ ...seq, type: z.literal('omission'), omission: omission() }),
    z.object({ ...seq, type: z.literal('passages'), passages: z.array(passage()) }),
    z.object({
      ...seq,
      type: z.literal('function'),
      function: z.literal('agentCreator'),
      agent: agentDraft(),
    }),
    z.object({
      ...seq,
      type: z.literal('end'),
      outcome: z.enum(['complete', 'failed', 'stopped']),
      /** Why it failed, where that is known. */
      failure: z.optional(z.string()),
    }),
  ]);
};
export type ReplyItem = Infer<typeof replyItem>;
type Unnumbered<T> = T extends unknown ? Omit<T, 'seq'> : never;
/** A reply event before the hub numbers it. */
export type ReplyEvent = Unnumbered<ReplyItem>;
