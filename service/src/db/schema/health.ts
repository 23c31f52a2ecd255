import { bigint, boolean, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
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

/**
 * What pages took: how many values of a metric fell into each bucket (`bucketOf` of the contracts), by the hour for the
 * judge of canaries and by the day for operators. No row is of one page or browser. Hours are removed after two days,
 * days after 30.
 */
export const releaseVitals = pgTable(
  'release_vitals',
  {
    remote: text().notNull(),
    version: text().notNull(),
    metric: text().notNull(),
    /** When the hour began, or the day. */
    hour: instant().notNull(),
    /** Networks in eight groups, so that what one network reports can be left out; -1 for a day, which has them all. */
    networks: smallint().notNull(),
    /** Values in each bucket, as far as there are any. */
    counts: integer().array().notNull(),
  },
  (table) => [
    // The last day of one remote stands together.
    primaryKey({ columns: [table.remote, table.hour, table.version, table.metric, table.networks] }),
    index('release_vitals_hour').on(table.hour),
  ],
);
