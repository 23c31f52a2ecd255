import { bigint, boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/**
 * How versions of remotes fared in browsers, counted by the minute.
 * @TODO Remove with the next release: a service of the release before may still write it beside this one.
 */
export const releaseHealth = pgTable(
  'release_health',
  {
    remote: text().notNull(),
    version: text().notNull(),
    minute: instant().notNull(),
    loaded: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    errors: integer().notNull().default(0),
    /** Milliseconds of all that loaded. */
    loadMs: bigint({ mode: 'number' }).notNull().default(0),
    /** Of the last failure or error. */
    reason: text(),
  },
  (table) => [
    primaryKey({ columns: [table.remote, table.version, table.minute] }),
    index('release_health_minute').on(table.minute),
  ],
);

/**
 * What one browser met with one version within half an hour, once. `reporter` is a random id that the edge gave the
 * browser; rows are removed after a day.
 */
export const releaseReports = pgTable(
  'release_report',
  {
    remote: text().notNull(),
    version: text().notNull(),
    slot: instant().notNull(),
    reporter: text().notNull(),
    loaded: boolean().notNull().default(false),
    failed: boolean().notNull().default(false),
    errors: boolean().notNull().default(false),
    /** Milliseconds of the first load. */
    loadMs: integer(),
    /** Of the last failure or error. */
    reason: text(),
  },
  (table) => [
    primaryKey({ columns: [table.remote, table.version, table.slot, table.reporter] }),
    index('release_report_slot').on(table.slot),
  ],
);
