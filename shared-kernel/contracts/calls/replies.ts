import * as z from 'zod/mini';
import { done } from '../answers.ts';
import { promptMax } from '../constants.ts';
import type { CallDef } from '../define.ts';
import { userFile } from '../entities/chat.ts';
import { replyItem } from '../entities/stream.ts';
import { id } from '../id.ts';

const replyInput = () =>
  z.strictObject({
    id: z.optional(id()),
    shareId: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
    tagId: z.optional(id()),
    flowId: z.optional(id()),
    prompt: z.string().check(z.maxLength(promptMax)),
    deepResearch: z.optional(z.boolean()),
    imageMode: z.optional(z.boolean()),
    secureMode: z.optional(z.boolean()),
    files: z.optional(z.array(userFile()).check(z.maxLength(50))),
    voiceNote: z.optional(z.string().check(z.maxLength(2048))),
    /** The id of a model in the catalog, which the chat uses from now on. */
    model: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
    countryCode: z.optional(z.string().check(z.maxLength(2))),
    uuid: z.optional(z.string().check(z.maxLength(64))),
    fnName: z.optional(z.literal('agentCreator')),
    /** For a new chat: it is in no list, and is deleted soon after its window closes. */
    temporary: z.optional(z.literal(true)),
    /** The message of this chat of which this one is another version: edited, or asked again. */
    replaces: z.optional(id()),
    /** A message of this chat that the sender sees. Its branch is continued, even if another one is shown meanwhile. */
    after: z.optional(id()),
    /** Identifies this send. Repeating a request with the same value never creates a second message. */
    sendId: z.optional(z.string().check(z.minLength(8), z.maxLength(64))),
  });

export const streamReply = {
  kind: 'call',
  name: 'chat.streamReply',
  version: 1,
  method: 'POST',
  path: '/aiControllerStream',
  access: 'premium',
  input: replyInput,
  output: done,
  item: replyItem,
} as const satisfies CallDef;

/** The same while an agent function is active. */
export const streamFunctionReply = {
  kind: 'call',
  name: 'chat.streamFunctionReply',
  version: 1,
  method: 'POST',
  path: '/aiFunctionStream',
  access: 'premium',
  input: replyInput,
  output: done,
  item: replyItem,
} as const satisfies CallDef;

/** Replays the events of a running reply after the sequence number `after`, and follows it to its end. */
export const followReply = {
  kind: 'call',
  name: 'chat.followReply',
  version: 1,
  method: 'GET',
  path: '/followReply',
  access: 'user',
  input: () => z.strictObject({ messageId: id(), after: z.optional(z.coerce.number()) }),
  output: done,
  item: replyItem,
} as const satisfies CallDef;

/** Stops the model's work on this reply. What is written stays. */
export const stopReply = {
  kind: 'call',
  name: 'chat.stopReply',
  version: 1,
  method: 'POST',
  path: '/stopReply',
  access: 'user',
  input: () => z.strictObject({ messageId: id() }),
  output: done,
} as const satisfies CallDef;

/** Shows the branch of the chat that contains this version of a message, up to its newest message. */
export const selectVersion = {
  kind: 'call',
  name: 'chat.selectVersion',
  version: 1,
  method: 'POST',
  path: '/selectVersion',
  access: 'user',
  input: () => z.strictObject({ messageId: id() }),
  output: done,
} as const satisfies CallDef;
