import * as z from 'zod/mini';
import type { Infer } from '../define.ts';
import { agentDraft } from './agent.ts';
import { omission } from './omission.ts';
import { passage } from './passage.ts';

/**
 * One line of a streamed reply (B3.14, B4.11), numbered by `seq` from 1. Its effect on the screen: text appends to the
 * answer; textFinal replaces it; system sets the loading text; thought appends a thought; citations sets the list;
 * image and document set the assistant's file; chatId and id are the ids of the chat and the message that the service
 * created; modal names the model; warning shows the length warning; function opens the dialog of an agent with the
 * result of an interview. Beyond the specification, thinking appends to a thought that is still being written and that
 * the finished thought then replaces, omission says what the model did not get, and passages sets what the answer cites
 * of the user's files. `end` closes the reply; `failed` and `stopped` mean that it is incomplete.
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
    /** `model` is its id in the catalog. */
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
      /** Why it failed, if that is known. */
      failure: z.optional(z.string()),
    }),
  ]);
};
export type ReplyItem = Infer<typeof replyItem>;
type Unnumbered<T> = T extends unknown ? Omit<T, 'seq'> : never;
/** A reply event before it is numbered. */
export type ReplyEvent = Unnumbered<ReplyItem>;
