import * as z from 'zod/mini';
import type { Infer } from '../define.ts';
import { id, instant } from '../id.ts';

const tokens = () => z.int().check(z.gte(0));

/**
 * One part of what a model was given, with its tokens. `kind` is open; those of today are `system`, `agent`, `memories`,
 * `collection`, `files`, `passages`, `summary`, `recalled`, `turns` and `prompt`.
 */
export const contextPart = () =>
  z.object({
    kind: z.string(),
    tokens: tokens(),
    /** How many memories, files, passages or turns; of `summary`: messages that it stands for; of `recalled`: passages. */
    count: z.optional(z.int()),
    /** Not all that belongs to this part was given. */
    cut: z.optional(z.boolean()),
  });
export type ContextPart = Infer<typeof contextPart>;

/** A turn that went along: the message with its answer, and their tokens. */
export const contextTurn = () =>
  z.object({
    messageId: id(),
    tokens: tokens(),
    cut: z.optional(z.boolean()),
    pinned: z.optional(z.boolean()),
  });
export type ContextTurn = Infer<typeof contextTurn>;

/** A file of the person, or of the chat's collection, that went along. */
export const contextFile = () =>
  z.object({
    name: z.string(),
    /** Its path; absent: it cannot be opened. */
    url: z.optional(z.string()),
    tokens: tokens(),
    /** Where it did not go along as a whole: how many passages did of how many. */
    passages: z.optional(
      z.object({
        count: z.int(),
        of: z.int(),
        /** The pages that they are of, ascending, each once, at most `contextLists.passages`; empty: it has no pages. */
        pages: z.array(z.int()),
      }),
    ),
    /** It is longer than what is read of a file. */
    cut: z.optional(z.boolean()),
  });
export type ContextFile = Infer<typeof contextFile>;

/** What went along with a prompt, and how full that made the model's context. */
export const contextReport = () =>
  z.object({
    /** Tokens that a request to this model may hold, without its answer; absent: nobody said how many. */
    window: z.optional(tokens()),
    /** Tokens that count as full: the window, or those that the chat so far may have where there is none. */
    limit: tokens(),
    /** Tokens that count towards `limit`. */
    used: tokens(),
    /** `exact`: by the tokenizer of the model. `estimate`: the model has none that is public, or not all was counted yet. */
    counted: z.enum(['exact', 'estimate']),
    parts: z.array(contextPart()),
    /** Oldest first: the newest `contextLists.turns` of them, and those that are pinned. `parts` says how many there were. */
    turns: z.array(contextTurn()),
    /** Ids of the memories that went along, at most `contextLists.memories`; some may have been deleted since. */
    memories: z.array(id()),
    /** At most `contextLists.files`, in the order in which they were given; absent: it was not recorded, or there were none. */
    files: z.optional(z.array(contextFile())),
    /** Older messages of which only passages that fit the prompt went along, oldest first, at most `contextLists.turns`. */
    recalled: z.optional(z.array(contextTurn())),
  });
export type ContextReport = Infer<typeof contextReport>;

/** What stands for the older messages of a chat where they do not all fit. */
export const chatSummary = () =>
  z.object({
    text: z.string(),
    /** It stands for so many of the first messages. */
    covers: z.int(),
    /** The person has written it, or what is in front of what the model has added since. */
    edited: z.boolean(),
    revision: z.string(),
    lastUpdate: instant(),
  });
export type ChatSummary = Infer<typeof chatSummary>;
