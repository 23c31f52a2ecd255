import { boolean, customType, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { sealable } from '../sealed.ts';
import { created, instant } from './columns.ts';

const ofUser = () =>
  text()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** What was uploaded, or made by the assistant; `key` is its path below the storage base. */
export const objects = pgTable(
  'objects',
  {
    key: text().primaryKey(),
    userId: ofUser(),
    folder: text().notNull(),
    name: text(),
    type: text().notNull(),
    size: integer(),
    /** A secure chat uses it, or did: nothing of it is stored as plain text. */
    secured: boolean().notNull().default(false),
    createdDate: created(),
    uploadedDate: instant(),
  },
  (t) => [index('objects_user').on(t.userId, t.createdDate)],
);

/** What was read in an object once: its text or its measures, or the reason why it cannot be read. */
export const objectReadings = pgTable('object_readings', {
  key: text()
    .primaryKey()
    .references(() => objects.key, { onDelete: 'cascade' }),
  /** Media type of the content, whatever the upload was called; none where it cannot be read. */
  type: text(),
  /** Sealed: a file may come to a secure chat. */
  text: sealable(),
  /** Of the text; none in rows from before it was sealed. */
  characters: integer(),
  words: integer(),
  pages: integer(),
  /** The file holds more text than is kept. */
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

/** A long text in parts, in its order; sealed as the text is. */
export const passages = pgTable(
  'passages',
  { key: ofReading(), position: integer().notNull(), text: sealable().notNull() },
  (t) => [primaryKey({ columns: [t.key, t.position] })],
);

/** What finds the passages of a text by words, sealed: its words would tell the text. */
export const passageIndexes = pgTable('passage_indexes', {
  key: text()
    .primaryKey()
    .references(() => objectReadings.key, { onDelete: 'cascade' }),
  index: sealable().notNull(),
});

/** What finds them by meaning, sealed; vectors of different embedders cannot be compared. */
export const passageVectors = pgTable(
  'passage_vectors',
  { key: ofReading(), embedder: text().notNull(), vectors: sealable().notNull() },
  (t) => [primaryKey({ columns: [t.key, t.embedder] })],
);

/**
 * Files that the database searches, none of which a secure chat uses; made of the sealed rows, and to be made again of them.
 * Where it has pgvector there is `open_sentences` as well, made by `preparePgvector`.
 */
export const openFiles = pgTable('open_files', {
  /** What its words and vectors belong to. */
  number: integer().primaryKey().generatedAlwaysAsIdentity(),
  key: text()
    .notNull()
    .unique()
    .references(() => objectReadings.key, { onDelete: 'cascade' }),
  /** Of each passage; 0 where its text has no pages. */
  pages: integer().array().notNull(),
  characters: integer().array().notNull(),
  /** Whose vectors are in the database. */
  embedders: text().array().notNull().default([]),
});

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** The terms of passages, each with its file, for PostgreSQL's full text. */
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
    // What was written lately is not to be read through by each search.
    index('open_passages_words').using('gin', t.words).with({ fastupdate: false }),
  ],
);

/** Who embeds a file, until when: an instance that dies leaves it to a later message. */
export const passageLeases = pgTable(
  'passage_leases',
  { key: ofReading(), embedder: text().notNull(), owner: text().notNull(), until: instant().notNull() },
  (t) => [primaryKey({ columns: [t.key, t.embedder] })],
);
