import { sql } from 'drizzle-orm';
import { bigint, customType, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { created } from './columns.ts';

/** A transaction id including its epoch, so that it never repeats. */
const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' });

/**
 * Changes that users' screens have to follow, for one day. Table triggers (`track_changes` in the migrations) write
 * them in the transaction of the change.
 */
export const changes = pgTable(
  'changes',
  {
    xid: xid8()
      .notNull()
      .default(sql`pg_current_xact_id()`),
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    /** The audience: `person:<id>` or `team:<id>`. */
    audience: text().notNull(),
    kind: text().notNull(),
    /** The ids of what changed; empty if all of it may have changed. */
    ids: text().array().notNull(),
    createdDate: created(),
  },
  (t) => [
    primaryKey({ columns: [t.xid, t.id] }),
    index('changes_audience').on(t.audience, t.xid),
    index('changes_created').using('brin', t.createdDate),
  ],
);
