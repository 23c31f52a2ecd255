import { doublePrecision, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { sealable } from '../sealed.ts';
import { users } from './accounts.ts';
import { chats } from './chats.ts';
import { created, id, instant } from './columns.ts';

/**
 * The summary that replaces the messages of a branch from its first to `upToId`; a chat has one for each branch that
 * needed it.
 */
export const chatSummaries = pgTable(
  'chat_summaries',
  {
    id: id(),
    chatId: text()
      .notNull()
      .references(() => chats.id, { onDelete: 'cascade' }),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    upToId: text().notNull(),
    /** The number of those messages. */
    covers: integer().notNull(),
    /** The user's text, which the model never changes. Encrypted in a secure chat, as is `text`. */
    written: sealable(),
    /** The model's text, which follows it. */
    text: sealable().notNull().default(''),
    createdDate: created(),
    lastUpdate: instant().notNull().defaultNow(),
  },
  (t) => [index('chat_summaries_chat').on(t.chatId, t.lastUpdate)],
);

/** The instance that is writing a summary of a chat, and until when; if it dies, a later reply takes over. */
export const summaryLeases = pgTable('summary_leases', {
  chatId: text()
    .primaryKey()
    .references(() => chats.id, { onDelete: 'cascade' }),
  owner: text(),
  until: instant().notNull(),
});

/**
 * Search indexes of older messages of a chat, by group: the messages on the path that ends with `upToId`, which every
 * branch from there shares. All of it is encrypted.
 */
export const turnIndexes = pgTable(
  'turn_indexes',
  {
    upToId: text().primaryKey(),
    chatId: text()
      .notNull()
      .references(() => chats.id, { onDelete: 'cascade' }),
    /** Their passages as a JSON list, and the word index of these. */
    texts: sealable().notNull(),
    index: sealable().notNull(),
    /** The embedder of the vectors; null if there are none yet. */
    embedder: text(),
    vectors: sealable(),
  },
  (t) => [index('turn_indexes_chat').on(t.chatId, t.embedder)],
);

/** The instance that is creating them for a chat, and until when. */
export const turnLeases = pgTable('turn_leases', {
  chatId: text()
    .primaryKey()
    .references(() => chats.id, { onDelete: 'cascade' }),
  owner: text().notNull(),
  until: instant().notNull(),
});

/** How many tokens a model counts per estimated token, learned from what its provider reports. */
export const tokenFactors = pgTable(
  'token_factors',
  {
    /** The catalog id of the model. */
    model: text().notNull(),
    /** The kind of text, as in `domain/context/estimate.ts`. */
    kind: text().notNull(),
    factor: doublePrecision().notNull(),
    samples: integer().notNull().default(1),
    lastUpdate: instant().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.model, t.kind] })],
);
