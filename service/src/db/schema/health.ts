import { bigint, boolean, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/**
 * The health of versions of remotes in browsers, counted by minute.
 * @TODO Remove with the next release: a service of the previous release may still write it.
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
    /** The total load time in milliseconds. */
    loadMs: bigint({ mode: 'number' }).notNull().default(0),
    /** The reason of the last failure or error. */
    reason: text(),
  },
  (table) => [
    primaryKey({ columns: [table.remote, table.version, table.minute] }),
    index('release_health_minute').on(table.minute),
  ],
);

/**
 * What one browser reported about one version within half an hour. `reporter` is a random id that the edge gave the
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
    /** The time of the first load, in milliseconds. */
    loadMs: integer(),
    /** The reason of the last failure or error. */
    reason: text(),
  },
  (table) => [
    primaryKey({ columns: [table.remote, table.version, table.slot, table.reporter] }),
    index('release_report_slot').on(table.slot),
  ],
);

/**
 * Measurements of pages: the number of values of a metric per bucket (`bucketOf` in the contracts), by hour for judging
 * canaries and by day for operators. No row belongs to one page or browser. Hours are removed after two days, days
 * after 30.
 */
export const releaseVitals = pgTable(
  'release_vitals',
  {
    remote: text().notNull(),
    version: text().notNull(),
    metric: text().notNull(),
    /** The start of the hour or day. */
    hour: instant().notNull(),
    /**
     * The network group, one of eight, so that the reports of one network can be excluded; -1 for a day, which includes
     * all groups.
     */
    networks: smallint().notNull(),
    /** The number of values per bucket, up to the last bucket with any. */
    counts: integer().array().notNull(),
  },
  (table) => [
    // Keeps the last day of one remote together.
    primaryKey({ columns: [table.remote, table.hour, table.version, table.metric, table.networks] }),
    index('release_vitals_hour').on(table.hour),
  ],
);
