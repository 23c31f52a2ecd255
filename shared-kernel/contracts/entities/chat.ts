import * as z from 'zod/mini';
import type { Infer } from '../define.ts';
import { id, instant } from '../id.ts';
import { omission } from './omission.ts';
import { passage } from './passage.ts';

export const tagIcons = ['folders', 'briefcase', 'lightbulb', 'star', 'graduation', 'money', 'heart'] as const;
export const tagColors = ['green', 'highlightBlue', 'blue', 'deepPurple', 'redPink', 'burntOrange', 'yellow'] as const;

/** A collection of chats (B3.06). */
export const tag = () =>
  z.object({
    _id: id(),
    name: z.string(),
    icon: z.enum(tagIcons),
    color: z.enum(tagColors),
    lastUpdate: instant(),
    /**
     * Whether chats that were started in it use its instructions, and the number of its files. Beyond the
     * specification.
     */
    instructed: z.optional(z.boolean()),
    fileCount: z.optional(z.int()),
    /** The revision of the name, icon and color. */
    revision: z.optional(z.string()),
  });
export type Tag = Infer<typeof tag>;

/**
 * A file of a message (B3.03). It is uploaded once `url` is set. `tempUrl`, `progress` (0 to 100) and `note` exist only
 * in the browser.
 */
export const userFile = () =>
  z.object({
    _id: z.string(),
    name: z.string(),
    type: z.string(),
    /** The file's own name, if it is another. It tells what kind of text the file holds. */
    originalName: z.optional(z.string().check(z.maxLength(255))),
    url: z.optional(z.string()),
    tempUrl: z.optional(z.string()),
    progress: z.optional(z.number()),
    /** What the model will not read of the file. */
    note: z.optional(z.string()),
    aspectRatio: z.optional(z.number()),
    size: z.optional(z.number()),
  });
export type UserFile = Infer<typeof userFile>;

/** One prompt with its answer (B3.02). `citations` is a JSON-encoded list of URLs, `modal` the model's name. */
export const message = () =>
  z.object({
    _id: z.string(),
    /** Ids of all versions of this message, including itself, the oldest first. Absent if it is the only one. */
    versions: z.optional(z.array(id())),
    /**
     * For each of `versions`, the oldest one with the same question. It separates versions of a question from those of
     * an answer.
     */
    questions: z.optional(z.array(z.string())),
    reportId: z.optional(z.string()),
    prompt: z.string(),
    content: z.string(),
    context: z.optional(z.string()),
    createdDate: instant(),
    pending: z.boolean(),
    failed: z.boolean(),
    stopped: z.optional(z.boolean()),
    loadingText: z.optional(z.string()),
    networkError: z.optional(z.boolean()),
    thoughts: z.array(z.string()),
    citations: z.optional(z.string()),
    assistantFileUrl: z.optional(z.string()),
    assistantFileType: z.optional(z.string()),
    userFiles: z.array(userFile()),
    voiceNote: z.optional(z.string()),
    fromNote: z.optional(z.boolean()),
    /**
     * The mode of the message; absent for normal ones. `interview`: in a chat that builds an agent, whose draft is its
     * `context`.
     */
    mode: z.optional(z.enum(['research', 'image', 'secure', 'interview'])),
    modal: z.optional(z.string()),
    /** The id of the model that answered, in the catalog. */
    model: z.optional(z.string()),
    /** Pinned in the model's context with its answer. Only the owner of the chat gets this. */
    pinned: z.optional(z.boolean()),
    /** What was left out of the model's context for this answer. */
    omissions: z.optional(z.array(omission())),
    /**
     * Passages of the user's files that the answer cites, in the form `[#1]`. Beyond the specification; `citations` are
     * from the web.
     */
    passages: z.optional(z.array(passage())),
    /** Why it failed, if that is known. `failureWords` has the sentence for each kind. */
    failure: z.optional(z.string()),
    /** Changes with the message, its versions, and the reader's report of it. Beyond the specification. */
    revision: z.optional(z.string()),
  });
export type Message = Infer<typeof message>;

/** A chat as lists show it (B3.01); its messages come with `chat.get`. */
export const chat = () =>
  z.object({
    _id: id(),
    title: z.string(),
    tags: z.array(tag()),
    secure: z.boolean(),
    function: z.optional(z.string()),
    flow: z.optional(id()),
    /** The id of the model that was chosen for the chat. Beyond the specification. */
    model: z.optional(z.string()),
    sharedBy: z.optional(z.string()),
    new: z.optional(z.boolean()),
    lastUpdate: z.optional(instant()),
    createdDate: instant(),
    lengthWarning: z.optional(z.boolean()),
    /**
     * The collection among `tags` in which the chat was started, and whose instructions and files it uses. Beyond the
     * specification.
     */
    home: z.optional(id()),
    /** A temporary chat is in no list and is deleted soon after its window closes. Beyond the specification. */
    temporary: z.optional(z.literal(true)),
    /** When it was pinned to the top of the list. Beyond the specification, as is `archived`. */
    pinned: z.optional(instant()),
    /** When it was put into the archive. */
    archived: z.optional(instant()),
    /**
     * In search results: the newest message that matches, and the passage around the match as plain text, without
     * Markdown.
     */
    matchingMessage: z.optional(z.object({ _id: z.optional(id()), content: z.string() })),
    /** The revisions that changes of the chat are based on. */
    revisions: z.optional(z.object({ title: z.string(), tags: z.string() })),
  });
export type Chat = Infer<typeof chat>;

export const memory = () => z.object({ _id: id(), memory: z.string(), revision: z.optional(z.string()) });
export type Memory = Infer<typeof memory>;
