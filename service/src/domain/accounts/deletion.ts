import { and, eq, sql } from 'drizzle-orm';
import { schema, type Tx } from '../../db/database.ts';
import type { Parts } from '../parts.ts';
import { accountDeletedMail } from '../mail/account-deleted.ts';
import type { ReplyHub } from '../replies/hub.ts';
import { endPayments } from '../billing/end-payments.ts';
import { unused } from '../files/references.ts';
import { namedFiles, ownFiles } from './deletion-files.ts';
import { leaveTeams } from './deletion-teams.ts';
import type { Sessions } from './sessions.ts';

const { helpMessages, mails, messages, users } = schema;

type DeletionParts = Pick<Parts, 'database' | 'mail' | 'objects' | 'payments' | 'now'> & {
  readonly config: Pick<Parts['config'], 'origins'>;
  readonly sessions: Pick<Sessions, 'endAll' | 'forget'>;
  readonly replies: Pick<ReplyHub, 'stop'>;
};

interface DeletionLog {
  error(details: object, message: string): void;
}

const runningReplies = async (tx: Tx, userId: string): Promise<string[]> => {
  const rows = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.userId, userId), eq(messages.pending, true)));
  return rows.map(({ id }) => id);
};

const stop = ({ replies }: DeletionParts, ids: readonly string[]) => Promise.all(ids.map((id) => replies.stop(id)));

const remove = async ({ objects }: DeletionParts, keys: readonly string[]): Promise<void> => {
  for (const key of keys) await objects.remove(key);
};

/** Removes all rows of the user, whose teams are locked first, before anybody's own row; gives what a request that was under way has added meanwhile. */
const removeRows = async (parts: DeletionParts, tx: Tx, userId: string) => {
  const [user] = await tx.select().from(users).where(eq(users.id, userId));
  if (!user) return { replies: [], files: [], named: [] };
  await leaveTeams(parts, tx, userId);
  const [replies, files, named] = [
    await runningReplies(tx, userId),
    await ownFiles(tx, userId),
    await namedFiles(tx, userId),
  ];
  await tx.delete(helpMessages).where(eq(helpMessages.userId, userId));
  await tx
    .delete(mails)
    .where(sql`${user.email.toLowerCase()} in (lower(${mails.recipient}), lower(${mails.replyTo}))`);
  // Foreign keys of the other tables remove everything else of the user.
  const gone = await tx.delete(users).where(eq(users.id, userId)).returning({ id: users.id });
  const { email: to, firstName } = user;
  // Of two requests at once, one has ended it.
  if (gone.length > 0) await parts.mail.send(tx, accountDeletedMail({ to, firstName, time: new Date(parts.now()) }));
  return { replies, files, named };
};

/**
 * Ends an account with all that is its own: sessions, running replies, chats, memories, tokens, the link to the payment
 * provider, the emails it got, and files, also those that others see in a chat that was shared with them. What their teams work
 * with stays with the teams, what was paid with the books. One last email says that it has ended. The files go first: what breaks off can be begun again, for
 * the account that knows of them is still there.
 */
export const deleteAccount = async (services: DeletionParts, userId: string, log: DeletionLog): Promise<void> => {
  const { db } = services.database;
  // Payments end first because that can fail, and a removed account must not be charged.
  await endPayments(services, userId);
  await services.sessions.endAll(userId);
  await stop(services, await runningReplies(db, userId));
  await remove(services, await ownFiles(db, userId));
  const late = await db.transaction((tx) => removeRows(services, tx, userId));
  services.sessions.forget(userId);
  try {
    await stop(services, late.replies);
    await remove(services, late.files);
    await remove(services, await unused(db, late.named));
  } catch (error) {
    log.error({ err: error }, 'Something of a deleted account was left behind.');
  }
};
