import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** How versions of remotes fared in browsers, counted by the minute; nothing of who reported it. */
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
