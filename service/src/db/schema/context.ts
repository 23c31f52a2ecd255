import { doublePrecision, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { sealable } from '../sealed.ts';
import { users } from './accounts.ts';
import { chats } from './chats.ts';
import { created, id, instant } from './columns.ts';

/** What stands for the messages of a branch from its first to `upToId`; a chat has one for each branch that needed it. */
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
    /** How many messages those are. */
    covers: integer().notNull(),
    /** What the person wrote, which the model never changes. Sealed in a secure chat, as is `text`. */
    written: sealable(),
    /** What the model wrote, behind that. */
    text: sealable().notNull().default(''),
    createdDate: created(),
    lastUpdate: instant().notNull().defaultNow(),
  },
  (t) => [index('chat_summaries_chat').on(t.chatId, t.lastUpdate)],
);

/** Who writes a summary of a chat, until when: an instance that dies leaves it to a later reply. */
export const summaryLeases = pgTable('summary_leases', {
  chatId: text()
    .primaryKey()
    .references(() => chats.id, { onDelete: 'cascade' }),
  owner: text(),
  until: instant().notNull(),
});

/**
 * What finds older messages of a chat again, some at a time: those on the path that ends with `upToId`, which is the same in
 * each branch that goes on from there. All of it is sealed.
 */
export const turnIndexes = pgTable(
  'turn_indexes',
  {
    upToId: text().primaryKey(),
    chatId: text()
      .notNull()
      .references(() => chats.id, { onDelete: 'cascade' }),
    /** Their passages, as a list in JSON, and what finds these by words. */
    texts: sealable().notNull(),
    index: sealable().notNull(),
    /** Whose vectors find them by meaning; none: nobody's yet. */
    embedder: text(),
    vectors: sealable(),
  },
  (t) => [index('turn_indexes_chat').on(t.chatId, t.embedder)],
);

/** Who makes them for a chat, until when. */
export const turnLeases = pgTable('turn_leases', {
  chatId: text()
    .primaryKey()
    .references(() => chats.id, { onDelete: 'cascade' }),
  owner: text().notNull(),
  until: instant().notNull(),
});

/** How many tokens a model counts where the estimate counts one, learned from what its provider reports. */
export const tokenFactors = pgTable(
  'token_factors',
  {
    /** The id in the catalog of models. */
    model: text().notNull(),
    /** The kind of text, as in `domain/context/estimate.ts`. */
    kind: text().notNull(),
    factor: doublePrecision().notNull(),
    samples: integer().notNull().default(1),
    lastUpdate: instant().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.model, t.kind] })],
);
