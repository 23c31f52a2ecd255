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
    /** Whether chats that began in it take instructions along, and how many files. Beyond the specification. */
    instructed: z.optional(z.boolean()),
    fileCount: z.optional(z.int()),
    /** Of the name and the look. */
    revision: z.optional(z.string()),
  });
export type Tag = Infer<typeof tag>;

/** A file of a message (B3.03); done when `url` is set. `tempUrl`, `progress` (0 to 100) and `note` live in the browser only. */
export const userFile = () =>
  z.object({
    _id: z.string(),
    name: z.string(),
    type: z.string(),
    /** The name that it was chosen by, where that is another: it says what kind of text it holds. */
    originalName: z.optional(z.string().check(z.maxLength(255))),
    url: z.optional(z.string()),
    tempUrl: z.optional(z.string()),
    progress: z.optional(z.number()),
    /** What the model will not read of it. */
    note: z.optional(z.string()),
    aspectRatio: z.optional(z.number()),
    size: z.optional(z.number()),
  });
export type UserFile = Infer<typeof userFile>;

/** One prompt with its answer (B3.02). `citations` is a JSON-encoded list of URLs, `modal` the model's name. */
export const message = () =>
  z.object({
    _id: z.string(),
    /** Ids of all versions of this message, itself among them, oldest first; none where it is the only one. */
    versions: z.optional(z.array(id())),
    /** Of each of `versions`, the oldest one that asks the same: what tells versions of a question from those of an answer. */
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
    /** How it was asked for; none: as any message. `interview`: in a chat that builds an agent, whose draft is its `context`. */
    mode: z.optional(z.enum(['research', 'image', 'secure', 'interview'])),
    modal: z.optional(z.string()),
    /** The id in the catalog of models of the one that answered. */
    model: z.optional(z.string()),
    /** Kept in the model's context with its answer; only whoever owns the chat is told. */
    pinned: z.optional(z.boolean()),
    /** What the model was not given for this answer, or not whole. */
    omissions: z.optional(z.array(omission())),
    /** What the answer cites of the person's files, as `[#1]`. Beyond the specification: `citations` are of the web. */
    passages: z.optional(z.array(passage())),
    /** Why it failed, where that is known: `failureWords` has the sentence of each kind. */
    failure: z.optional(z.string()),
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
    /** The id of the model that was chosen for it. Beyond the specification. */
    model: z.optional(z.string()),
    sharedBy: z.optional(z.string()),
    new: z.optional(z.boolean()),
    lastUpdate: z.optional(instant()),
    createdDate: instant(),
    lengthWarning: z.optional(z.boolean()),
    /** The one of `tags` that it began in, whose instructions and files it takes along. Beyond the specification. */
    home: z.optional(id()),
    /** It is in no list, and gone for good soon after its window closes. Beyond the specification. */
    temporary: z.optional(z.literal(true)),
    /** When it was pinned to the top of the list. Beyond the specification, as is `archived`. */
    pinned: z.optional(instant()),
    /** When it was put into the archive. */
    archived: z.optional(instant()),
    /** Of a search: the newest message that matches, and its passage around the match as plain text, without Markdown. */
    matchingMessage: z.optional(z.object({ _id: z.optional(id()), content: z.string() })),
    /** What changes of it are based on. */
    revisions: z.optional(z.object({ title: z.string(), tags: z.string() })),
  });
export type Chat = Infer<typeof chat>;

export const memory = () => z.object({ _id: id(), memory: z.string(), revision: z.optional(z.string()) });
export type Memory = Infer<typeof memory>;
