import { and, count, eq, gte, isNotNull, sql, desc } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { idAt } from '../../db/id.ts';
import { messages } from '../../db/schema/chats.ts';
import { helpMessages } from '../../db/schema/mail.ts';
import { users } from '../../db/schema/accounts.ts';

/** What somebody wrote to Contact Us. */
interface HelpMessage {
  readonly id: string;
  /** ISO 8601. */
  readonly date: string;
  readonly text: string;
  /** The address to answer; a visitor has none. */
  readonly email?: string;
}

/** The newest messages, the newest first. */
export const newestHelpMessages = async (db: Db, count: number): Promise<HelpMessage[]> => {
  const { id, createdDate, text, userId } = helpMessages;
  const rows = await db
    .select({ id, createdDate, text, email: users.email })
    .from(helpMessages)
    .leftJoin(users, eq(users.id, userId))
    .orderBy(desc(id))
    .limit(count);
  return rows.map(({ createdDate: date, email, ...row }) => ({
    ...row,
    date: date.toISOString(),
    ...(email === null ? {} : { email }),
  }));
};

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
