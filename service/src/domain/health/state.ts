import { and, count, eq, gte, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { idAt } from '../../db/id.ts';
import { messages } from '../../db/schema/chats.ts';

/** Replies that run, on all instances. */
export const runningReplies = (db: Db): Promise<number> => db.$count(messages, eq(messages.pending, true));

/** How many replies since then failed, by why the model did not answer. Ids are ordered by time, and have an index. */
export const failuresSince = async (db: Db, since: Date): Promise<Record<string, number>> => {
  const { failure } = messages;
  const rows = await db
    .select({ failure, count: count() })
    .from(messages)
    .where(and(gte(messages.id, idAt(since)), isNotNull(failure)))
    .groupBy(failure);
  return Object.fromEntries(rows.map((row) => [row.failure, row.count]));
};

/** Rejects where the database does not answer. */
export const askDatabase = async (db: Db): Promise<void> => {
  await db.execute(sql`select 1`);
};
