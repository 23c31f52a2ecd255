import { desc, eq } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { helpMessages } from '../../db/schema/mail.ts';
import { users } from '../../db/schema/accounts.ts';

/** What somebody wrote to Contact Us. */
export interface HelpMessage {
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
