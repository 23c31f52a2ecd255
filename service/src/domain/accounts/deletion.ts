import { workspaceProviders } from '@atrium/shared-kernel/contracts/constants';
import { and, eq, lte, or } from 'drizzle-orm';
import { schema, type Tx } from '../../db/database.ts';
import type { WarnLog } from '../../log.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Parts } from '../parts.ts';
import { accountDeletedMail } from '../mail/account-deleted.ts';
import type { ReplyHub } from '../replies/hub.ts';
import { disconnect } from '../integrations/integrations.ts';
import { endPayments } from '../billing/end-payments.ts';
import { unused } from '../files/references.ts';
import { sameAddress } from './addresses.ts';
import { namedFiles, ownFiles } from './deletion-files.ts';
import { leaveTeams } from './deletion-teams.ts';
import type { Sessions } from './sessions.ts';

const { helpMessages, mails, messages, users } = schema;

type DeletionParts = Pick<Parts, 'database' | 'mail' | 'objects' | 'payments' | 'consent' | 'now'> & {
  readonly config: Pick<Parts['config'], 'origins'>;
  readonly sessions: Pick<Sessions, 'endAll' | 'forget'>;
  readonly replies: Pick<ReplyHub, 'stop'>;
};

interface DeletionLog extends WarnLog {
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

/**
 * Removes all rows of the user. Teams are locked before any user's row. Returns the replies and files that a request in
 * flight added in the meantime.
 */
const removeRows = async (parts: DeletionParts, tx: Tx, userId: string) => {
  const [user] = await tx.select().from(users).where(eq(users.id, userId));
  if (!user) return { replies: [], files: [], named: [] };
  await leaveTeams(parts, tx, userId);
  // From here on nothing is added for the user, so that no file is stored of which nothing is read below.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
  const [replies, files, named] = [
    await runningReplies(tx, userId),
    await ownFiles(tx, userId),
    await namedFiles(tx, userId),
  ];
  await tx.delete(helpMessages).where(eq(helpMessages.userId, userId));
  await tx.delete(mails).where(or(sameAddress(mails.recipient, user.email), sameAddress(mails.replyTo, user.email)));
  // Foreign keys of the other tables remove everything else of the user.
  const deleted = await tx.delete(users).where(eq(users.id, userId)).returning({ id: users.id });
  const { email: to, firstName } = user;
  // Of two simultaneous requests only one deleted the account, and only that one sends the email.
  if (deleted.length > 0) await parts.mail.send(tx, accountDeletedMail({ to, firstName, time: new Date(parts.now()) }));
  return { replies, files, named };
};

/** Deletes what belongs to an account, and then the account. Files go first, while there are rows that refer to them. */
const removeAccount = async (services: DeletionParts, userId: string, log: DeletionLog): Promise<void> => {
  const { db } = services.database;
  await services.sessions.endAll(userId);
  await stop(services, await runningReplies(db, userId));
  await remove(services, await ownFiles(db, userId));
  // Access to other services ends with the account, not with an attempt to delete it.
  for (const provider of workspaceProviders) await disconnect(services, userId, provider, log);
  const late = await db.transaction((tx) => removeRows(services, tx, userId));
  services.sessions.forget(userId);
  try {
    await stop(services, late.replies);
    await remove(services, late.files);
    await remove(services, await unused(db, late.named));
  } catch (error) {
    log.error({ err: error }, 'Data of a deleted account could not be removed.');
  }
};

/**
 * Deletes an account with everything that belongs to it: sessions, running replies, chats, memories, tokens, the link
 * to the payment provider, emails sent to it, and files, including those in chats shared with others. What teams use
 * stays with the teams, and payments stay in the ledger. One last email confirms the deletion. It fails only before
 * anything is removed. A deletion that breaks off later is finished by `deletionsJob`, and nobody can sign in until then.
 */
export const deleteAccount = async (services: DeletionParts, userId: string, log: DeletionLog): Promise<void> => {
  const { db } = services.database;
  // Payments end first because that can fail, and a deleted account must not be charged.
  await endPayments(services, userId);
  await db
    .update(users)
    .set({ deletingSince: new Date(services.now()) })
    .where(eq(users.id, userId));
  try {
    await removeAccount(services, userId, log);
  } catch (error) {
    log.error({ err: error }, 'The deletion of an account broke off. A job will finish it.');
  }
};

/** Milliseconds after which a deletion is regarded as broken off. */
const brokenOff = 10 * 60 * 1000;

/** Finishes deletions that broke off, as when their instance was stopped. One failure does not stop the others. */
export const deletionsJob = (services: DeletionParts, log: DeletionLog): Job => ({
  name: 'finish-deletions',
  every: 'quarter',
  run: async () => {
    const left = await services.database.db
      .select({ id: users.id })
      .from(users)
      .where(lte(users.deletingSince, new Date(services.now() - brokenOff)));
    for (const { id } of left) {
      try {
        // A request that was in flight may have begun a payment in the meantime.
        await endPayments(services, id);
        await removeAccount(services, id, log);
      } catch (error) {
        log.error({ err: error }, 'The deletion of an account could not be finished.');
      }
    }
  },
});
