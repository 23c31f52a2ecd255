import { and, eq } from 'drizzle-orm';
import { sessions, users } from '../../db/schema/accounts.ts';
import { DomainError } from '../domain-error.ts';
import { passwordChangedMail } from '../mail/passwords.ts';
import type { Parts } from '../parts.ts';
import { voidLinks } from './email-hashes.ts';
import { hashPassword } from './passwords.ts';
import type { Sessions } from './sessions.ts';
import type { Viewer } from './viewer.ts';

type PasswordParts = Pick<Parts, 'database' | 'mail' | 'config' | 'now'> & {
  readonly sessions: Pick<Sessions, 'forget'>;
};

/**
 * Replaces the password whose hash is `before` and returns the new hash. All sessions and email links end, and the user
 * is notified by email. Fails with `account-changed` if the password was changed in the meantime.
 */
export const replacePassword = async (
  { database, mail, config, now, sessions: open }: PasswordParts,
  user: Pick<Viewer, 'id' | 'email' | 'firstName'>,
  { before, newPassword }: { readonly before: string; readonly newPassword: string },
): Promise<string> => {
  const passwordHash = await hashPassword(newPassword);
  await database.db.transaction(async (tx) => {
    const changed = await tx
      .update(users)
      .set({ passwordHash })
      .where(and(eq(users.id, user.id), eq(users.passwordHash, before)))
      .returning({ id: users.id });
    if (changed.length === 0) throw new DomainError('account-changed');
    await voidLinks(tx, user.id);
    await tx.delete(sessions).where(eq(sessions.userId, user.id));
    const { email: to, firstName } = user;
    const [time, origin] = [new Date(now()), config.origins[0]];
    await mail.send(tx, passwordChangedMail({ to, firstName, time, origin, here: true }));
  });
  open.forget(user.id);
  return passwordHash;
};
