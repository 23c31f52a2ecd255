import { boolean, customType, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { sealable } from '../sealed.ts';
import { created, instant } from './columns.ts';

const ofUser = () =>
  text()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** Files that were uploaded or created by the assistant; `key` is the path below the storage base. */
export const objects = pgTable(
  'objects',
  {
    key: text().primaryKey(),
    userId: ofUser(),
    folder: text().notNull(),
    name: text(),
    type: text().notNull(),
    size: integer(),
    /** Whether a secure chat uses or used it, so that nothing of it is stored as plain text. */
    secured: boolean().notNull().default(false),
    createdDate: created(),
    uploadedDate: instant(),
  },
  (t) => [index('objects_user').on(t.userId, t.createdDate)],
);

/** What was read from an object, once: its text or dimensions, or the reason why it cannot be read. */
export const objectReadings = pgTable('object_readings', {
  key: text()
    .primaryKey()
    .references(() => objects.key, { onDelete: 'cascade' }),
  /** The detected media type, regardless of the declared one; null if it cannot be read. */
  type: text(),
  /** Encrypted, because a file may be used in a secure chat. */
  text: sealable(),
  /** The length of the text; null in rows from before it was encrypted. */
  characters: integer(),
  words: integer(),
  pages: integer(),
  /** Whether the file has more text than is stored. */
  cut: boolean().notNull().default(false),
  width: integer(),
  height: integer(),
  failure: text(),
  createdDate: created(),
});

const ofReading = () =>
  text()
    .notNull()
    .references(() => objectReadings.key, { onDelete: 'cascade' });

/** The passages of a long text, in order; encrypted like the text. */
export const passages = pgTable(
  'passages',
  { key: ofReading(), position: integer().notNull(), text: sealable().notNull() },
  (t) => [primaryKey({ columns: [t.key, t.position] })],
);

/** The word index of a text's passages; encrypted, because its words would reveal the text. */
export const passageIndexes = pgTable('passage_indexes', {
  key: text()
    .primaryKey()
    .references(() => objectReadings.key, { onDelete: 'cascade' }),
  index: sealable().notNull(),
});

/** The vectors of the passages, encrypted; vectors of different embedders cannot be compared. */
export const passageVectors = pgTable(
  'passage_vectors',
  { key: ofReading(), embedder: text().notNull(), vectors: sealable().notNull() },
  (t) => [primaryKey({ columns: [t.key, t.embedder] })],
);

/**
 * Files that the database searches, none of which a secure chat uses; derived from the encrypted rows and reproducible
 * from them. With pgvector there is also `open_sentences`, created by `preparePgvector`.
 */
export const openFiles = pgTable('open_files', {
  /** The number that its words and vectors refer to. */
  number: integer().primaryKey().generatedAlwaysAsIdentity(),
  key: text()
    .notNull()
    .unique()
    .references(() => objectReadings.key, { onDelete: 'cascade' }),
  /** The page of each passage; 0 if the text has no pages. */
  pages: integer().array().notNull(),
  characters: integer().array().notNull(),
  /** The embedders whose vectors are in the database. */
  embedders: text().array().notNull().default([]),
});

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** The terms of passages, each combined with its file, for PostgreSQL's full-text search. */
export const openPassages = pgTable(
  'open_passages',
  {
    file: integer()
      .notNull()
      .references(() => openFiles.number, { onDelete: 'cascade' }),
    position: integer().notNull(),
    words: tsvector().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.file, t.position] }),
    // Otherwise every search would scan the recently written entries.
    index('open_passages_words').using('gin', t.words).with({ fastupdate: false }),
  ],
);

/** The instance that is embedding a file, and until when; if it dies, a later message takes over. */
export const passageLeases = pgTable(
  'passage_leases',
  { key: ofReading(), embedder: text().notNull(), owner: text().notNull(), until: instant().notNull() },
  (t) => [primaryKey({ columns: [t.key, t.embedder] })],
);
