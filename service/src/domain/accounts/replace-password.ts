import { and, eq, ne } from 'drizzle-orm';
import { sessions, users } from '../../db/schema/accounts.ts';
import { DomainError } from '../domain-error.ts';
import { passwordChangedMail } from '../mail/passwords.ts';
import type { Parts } from '../parts.ts';
import { forgetDevices } from './devices.ts';
import { voidLinks } from './email-hashes.ts';
import { hashPassword } from './passwords.ts';
import { hashOf } from './session-token.ts';
import type { Sessions } from './sessions.ts';
import type { Viewer } from './viewer.ts';

type PasswordParts = Pick<Parts, 'database' | 'mail' | 'config' | 'now'> & {
  readonly sessions: Pick<Sessions, 'forget'>;
};

interface NewPassword {
  /** The hash of the current password. */
  readonly before: string;
  readonly newPassword: string;
  /** The token of the caller's session. */
  readonly token: string | undefined;
  /** The token of the caller's browser. */
  readonly deviceToken: string | undefined;
  /** Aborts when the browser has left. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Replaces the password and returns the new hash. All email links end, all other browsers become unknown, and all sessions
 * end except the caller's: its browser gets the next one first, or its open tabs would be signed out in between. The user is notified by email. Fails with
 * `account-changed` if the password was changed in the meantime.
 */
export const replacePassword = async (
  { database, mail, config, now, sessions: open }: PasswordParts,
  user: Pick<Viewer, 'id' | 'email' | 'firstName'>,
  { before, newPassword, token, deviceToken, signal }: NewPassword,
): Promise<string> => {
  const passwordHash = await hashPassword(newPassword, { code: 'too-many-attempts', signal });
  await database.db.transaction(async (tx) => {
    const changed = await tx
      .update(users)
      .set({ passwordHash })
      .where(and(eq(users.id, user.id), eq(users.passwordHash, before)))
      .returning({ id: users.id });
    if (changed.length === 0) throw new DomainError('account-changed');
    await voidLinks(tx, user.id);
    await forgetDevices(tx, user.id, deviceToken);
    await tx.delete(sessions).where(and(eq(sessions.userId, user.id), ne(sessions.tokenHash, hashOf(token ?? ''))));
    const { email: to, firstName } = user;
    const [time, origin] = [new Date(now()), config.origins[0]];
    await mail.send(tx, passwordChangedMail({ to, firstName, time, origin, here: true }));
  });
  open.forget(user.id);
  return passwordHash;
};
