import { sql } from 'drizzle-orm';
import { bigint, customType, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { created } from './columns.ts';

/** The number of a transaction, with its epoch: it never comes again. */
const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' });

/**
 * What has changed under people's screens, for a day. Triggers of the tables write it (`track_changes` in the migration),
 * in the transaction of the change.
 */
export const changes = pgTable(
  'changes',
  {
    xid: xid8()
      .notNull()
      .default(sql`pg_current_xact_id()`),
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    /** Who is told: `person:<id>` or `team:<id>`. */
    audience: text().notNull(),
    kind: text().notNull(),
    /** Of what has changed; none: all of it may have. */
    ids: text().array().notNull(),
    createdDate: created(),
  },
  (t) => [
    primaryKey({ columns: [t.xid, t.id] }),
    index('changes_audience').on(t.audience, t.xid),
    index('changes_created').using('brin', t.createdDate),
  ],
);
