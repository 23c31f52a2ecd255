import * as z from 'zod/mini';
import type { Infer } from '../define.ts';
import { id, instant } from '../id.ts';

const tokens = () => z.int().check(z.gte(0));

/**
 * One part of a model's context, with its tokens. `kind` may have new values; today they are `system`, `agent`,
 * `memories`, `collection`, `files`, `passages`, `summary`, `recalled`, `turns` and `prompt`.
 */
export const contextPart = () =>
  z.object({
    kind: z.string(),
    tokens: tokens(),
    /**
     * The number of memories, files, passages or turns. For `summary`, the messages that it replaces; for `recalled`,
     * passages.
     */
    count: z.optional(z.int()),
    /** Whether only a part of it was sent. */
    cut: z.optional(z.boolean()),
  });
export type ContextPart = Infer<typeof contextPart>;

/** A turn in the context: a message with its answer, and their tokens. */
export const contextTurn = () =>
  z.object({
    messageId: id(),
    tokens: tokens(),
    cut: z.optional(z.boolean()),
    pinned: z.optional(z.boolean()),
  });
export type ContextTurn = Infer<typeof contextTurn>;

/** A file of the user, or of the chat's collection, in the context. */
export const contextFile = () =>
  z.object({
    name: z.string(),
    /** Its path. Absent if it cannot be opened. */
    url: z.optional(z.string()),
    tokens: tokens(),
    /** If only passages were sent: how many of how many. */
    passages: z.optional(
      z.object({
        count: z.int(),
        of: z.int(),
        /**
         * The pages of the passages, ascending, without duplicates, at most `contextLists.passages`. Empty if the file
         * has no pages.
         */
        pages: z.array(z.int()),
      }),
    ),
    /** Whether the file is longer than what is read of a file. */
    cut: z.optional(z.boolean()),
  });
export type ContextFile = Infer<typeof contextFile>;

/** What was sent with a prompt, and how full it made the model's context. */
export const contextReport = () =>
  z.object({
    /** The maximum tokens of a request to this model, without the answer. Absent if unknown. */
    window: z.optional(tokens()),
    /**
     * The tokens at which the context counts as full: the window, or if it is unknown, the limit for earlier messages.
     */
    limit: tokens(),
    /** Tokens that count towards `limit`. */
    used: tokens(),
    /**
     * `exact`: counted by the tokenizer of the model. `estimate`: the model has no public one, or not everything was
     * counted.
     */
    counted: z.enum(['exact', 'estimate']),
    parts: z.array(contextPart()),
    /** The oldest first: the newest `contextLists.turns`, and the pinned ones. `parts` has the total number. */
    turns: z.array(contextTurn()),
    /** Ids of the memories that were sent, at most `contextLists.memories`. Some may have been deleted since. */
    memories: z.array(id()),
    /**
     * At most `contextLists.files`, in the order in which they were sent. Absent if there were none, or if it was not
     * recorded.
     */
    files: z.optional(z.array(contextFile())),
    /**
     * Older messages of which only passages that match the prompt were sent, the oldest first, at most
     * `contextLists.turns`.
     */
    recalled: z.optional(z.array(contextTurn())),
  });
export type ContextReport = Infer<typeof contextReport>;

/** The summary that replaces the older messages of a chat if they do not all fit. */
export const chatSummary = () =>
  z.object({
    text: z.string(),
    /** The number of messages from the start that it replaces. */
    covers: z.int(),
    /** Whether the user wrote it, or the part before what the model has appended since. */
    edited: z.boolean(),
    revision: z.string(),
    lastUpdate: instant(),
  });
export type ChatSummary = Infer<typeof chatSummary>;
