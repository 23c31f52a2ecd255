import { and, count, eq, gte, isNotNull, sql, desc } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { idAt } from '../../db/id.ts';
import { messages } from '../../db/schema/chats.ts';
import { helpMessages } from '../../db/schema/mail.ts';
import { users } from '../../db/schema/accounts.ts';

/** A message from the Contact Us form. */
interface HelpMessage {
  readonly id: string;
  /** ISO 8601. */
  readonly date: string;
  readonly text: string;
  /** The address to reply to; undefined for a visitor. */
  readonly email?: string;
}

/** The newest messages, newest first. */
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

/** The number of running replies on all instances. */
export const runningReplies = (db: Db): Promise<number> => db.$count(messages, eq(messages.pending, true));

/** The number of replies that failed since then, by failure. Ids start with the time and are indexed. */
export const failuresSince = async (db: Db, since: Date): Promise<Record<string, number>> => {
  const { failure } = messages;
  const rows = await db
    .select({ failure, count: count() })
    .from(messages)
    .where(and(gte(messages.id, idAt(since)), isNotNull(failure)))
    .groupBy(failure);
  return Object.fromEntries(rows.map((row) => [row.failure, row.count]));
};

/** Rejects if the database does not answer. */
export const pingDatabase = async (db: Db): Promise<void> => {
  await db.execute(sql`select 1`);
};
