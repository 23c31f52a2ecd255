import { sql } from 'drizzle-orm';
import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { sealable } from '../sealed.ts';
import { created, id, instant, type StoredFile } from './columns.ts';

const ofUser = () =>
  text()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** Collections of chats. */
export const tags = pgTable(
  'tags',
  {
    id: id(),
    userId: ofUser(),
    name: text().notNull(),
    icon: text({ enum: ['folders', 'briefcase', 'lightbulb', 'star', 'graduation', 'money', 'heart'] })
      .notNull()
      .default('folders'),
    color: text({ enum: ['green', 'highlightBlue', 'blue', 'deepPurple', 'redPink', 'burntOrange', 'yellow'] })
      .notNull()
      .default('deepPurple'),
    /** Whether it has instructions, and its number of files; their content is read for one collection at a time. */
    instructed: boolean().notNull().default(false),
    fileCount: integer().notNull().default(0),
    createdDate: created(),
    lastUpdate: instant().notNull().defaultNow(),
  },
  (t) => [index('tags_user').on(t.userId, t.lastUpdate)],
);

export const chats = pgTable(
  'chats',
  {
    id: id(),
    userId: ofUser(),
    /** Encrypted in a secure chat. */
    title: sealable().notNull().default(''),
    secure: boolean().notNull().default(false),
    function: text(),
    /** The agent (flow); it may no longer exist. */
    agentId: text(),
    /** The catalog id of the model that the user chose for the chat. */
    model: text(),
    sharedBy: text(),
    lengthWarning: boolean().notNull().default(false),
    /** The last message of the shown branch; null for the newest message. */
    leafId: text(),
    createdDate: created(),
    lastUpdate: instant().notNull().defaultNow(),
    pinned: instant(),
    archived: instant(),
    /**
     * Set when the chat is deleted: hidden from everybody, and until it is removed with all its data, the deletion can
     * be undone.
     */
    deleted: instant(),
    /** For a temporary chat: hidden from then on, unless its window extends the time. */
    expires: instant(),
  },
  // Read backwards for newest first: a descending index would not match a plain ORDER BY … DESC.
  (t) => [
    index('chats_page').on(t.userId, t.lastUpdate, t.id),
    index('chats_agent')
      .on(t.agentId)
      .where(sql`${t.agentId} is not null`),
    index('chats_list')
      .on(t.userId, t.lastUpdate)
      .where(sql`${t.deleted} is null and ${t.archived} is null and ${t.pinned} is null`),
    index('chats_archive')
      .on(t.userId, t.lastUpdate)
      .where(sql`${t.archived} is not null`),
    index('chats_pinned')
      .on(t.userId, t.pinned)
      .where(sql`${t.pinned} is not null`),
    index('chats_search')
      .using('gin', t.userId, sql`show_trgm(title)`)
      .where(sql`not secure`),
    index('chats_grams')
      .using('gin', t.userId, sql`search_grams(title)`)
      .where(sql`not secure and octet_length(title) > char_length(title)`),
    index('chats_deleted')
      .on(t.deleted)
      .where(sql`${t.deleted} is not null`),
    index('chats_expires')
      .on(t.expires)
      .where(sql`${t.expires} is not null`),
  ],
);

const ofChat = () =>
  text()
    .notNull()
    .references(() => chats.id, { onDelete: 'cascade' });

export const chatTags = pgTable(
  'chat_tags',
  {
    chatId: ofChat(),
    tagId: text()
      .notNull()
      .references(() => tags.id, { onDelete: 'cascade' }),
    /** Whether the chat started in this collection: only this one provides its instructions and files. */
    home: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.chatId, t.tagId] }),
    index('chat_tags_tag').on(t.tagId),
    uniqueIndex('chat_tags_home')
      .on(t.chatId)
      .where(sql`${t.home}`),
  ],
);

/** The instructions and files that a collection provides to chats that started in it; no row means none. */
export const tagContexts = pgTable('tag_contexts', {
  tagId: text()
    .primaryKey()
    .references(() => tags.id, { onDelete: 'cascade' }),
  instruction: text().notNull(),
  files: jsonb().$type<StoredFile[]>().notNull(),
});

/** A prompt with its answer. Ids are ordered by time, so a chat's messages sort by id; `parentId` makes them a tree. */
export const messages = pgTable(
  'messages',
  {
    id: id(),
    chatId: ofChat(),
    userId: ofUser(),
    /** The previous message in its branch; null for the first. Versions of a message share it. */
    parentId: text(),
    /** The id of the send, so that a repeated request never creates a second message. */
    sendId: text(),
    /** Encrypted in a secure chat, as are content, context, thoughts, citations, omissions, and passages. */
    prompt: sealable().notNull(),
    content: sealable().notNull().default(''),
    context: sealable(),
    pending: boolean().notNull().default(false),
    failed: boolean().notNull().default(false),
    stopped: boolean().notNull().default(false),
    /** The mode of the request; null for an ordinary message. */
    mode: text({ enum: ['research', 'image', 'secure', 'interview'] }),
    loadingText: text(),
    thoughts: sealable().array().notNull().default([]),
    citations: sealable(),
    /** What was left out of the request: a JSON-encoded list. */
    omissions: sealable(),
    /** The context of the prompt: a ContextReport as JSON. */
    contextReport: sealable(),
    /** Whether it always stays in the model's context, with its answer. */
    pinned: boolean().notNull().default(false),
    /** The passages of files that the answer cites: a JSON-encoded list. */
    passages: sealable(),
    /** Why the model did not answer, if known: a kind from `failureWords`. */
    failure: text(),
    assistantFileUrl: text(),
    assistantFileType: text(),
    voiceNote: text(),
    fromNote: boolean().notNull().default(false),
    /** The model's name. */
    modal: text(),
    /** The catalog id of the model that answered. */
    model: text(),
    /** While pending: the instance in `reply_hubs` that runs the reply, and when the reply has to be finished. */
    leaseOwner: text(),
    leaseUntil: instant(),
    /** Set by any instance to stop the reply. */
    stopRequested: boolean().notNull().default(false),
    createdDate: created(),
  },
  (t) => [
    index('messages_chat').on(t.chatId, t.id),
    uniqueIndex('messages_send').on(t.userId, t.sendId),
    index('messages_file')
      .on(t.assistantFileUrl)
      .where(sql`${t.assistantFileUrl} is not null`),
    index('messages_voice')
      .on(t.voiceNote)
      .where(sql`${t.voiceNote} is not null`),
    index('messages_pinned')
      .on(t.chatId)
      .where(sql`${t.pinned}`),
    index('messages_lease').on(t.pending, t.leaseUntil),
    // Indexed as an array: matches of a `gin_trgm_ops` index are always rechecked at once, all of them.
    index('messages_search').using('gin', t.userId, sql`show_trgm(prompt || ' ' || content)`),
    // pg_trgm may only cover ASCII, depending on the locale, and never covers single-character words, so other scripts
    // have grams of their own.
    index('messages_grams')
      .using('gin', t.userId, sql`search_grams(prompt || ' ' || content)`)
      .where(sql`octet_length(prompt || content) > char_length(prompt || content)`),
  ],
);

const ofMessage = () =>
  text()
    .notNull()
    .references(() => messages.id, { onDelete: 'cascade' });

export const messageFiles = pgTable(
  'message_files',
  {
    messageId: ofMessage(),
    position: integer().notNull(),
    /** The browser's id of the file. */
    fileId: text().notNull(),
    name: text().notNull(),
    type: text().notNull(),
    url: text(),
    aspectRatio: doublePrecision(),
    size: integer(),
  },
  (t) => [primaryKey({ columns: [t.messageId, t.position] }), index('message_files_url').on(t.url)],
);

/** Events of a running reply, in batches; they are removed once its message is written. */
export const replySegments = pgTable(
  'reply_segments',
  {
    messageId: ofMessage(),
    firstSeq: integer().notNull(),
    lastSeq: integer().notNull(),
    events: jsonb().$type<unknown[]>().notNull(),
    createdDate: created(),
  },
  (t) => [primaryKey({ columns: [t.messageId, t.firstSeq] })],
);

/** A shared link to a chat, with messages up to `lastMessageId` only. */
export const shares = pgTable(
  'shares',
  { id: id(), chatId: ofChat(), userId: ofUser(), lastMessageId: text(), createdDate: created() },
  (t) => [index('shares_chat').on(t.chatId)],
);

export const reports = pgTable(
  'reports',
  { id: id(), messageId: ofMessage(), userId: ofUser(), createdDate: created() },
  (t) => [uniqueIndex('reports_once').on(t.messageId, t.userId)],
);

/**
 * Instances that run replies. An instance is dead if its `heartbeat` is old or nobody holds its advisory lock
 * `lockKey`: PostgreSQL releases it the moment the process is gone.
 */
export const replyHubs = pgTable('reply_hubs', {
  id: text().primaryKey(),
  lockKey: integer().notNull(),
  heartbeat: instant().notNull().defaultNow(),
});
