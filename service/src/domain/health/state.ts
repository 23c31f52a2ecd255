import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { messages } from '../../db/schema/chats.ts';

/** Replies that run, on all instances. */
export const runningReplies = (db: Db): Promise<number> => db.$count(messages, eq(messages.pending, true));

/** Rejects where the database does not answer. */
export const askDatabase = async (db: Db): Promise<void> => {
  await db.execute(sql`select 1`);
};
