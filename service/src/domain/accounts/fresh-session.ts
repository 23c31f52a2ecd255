import { eq, sql } from 'drizzle-orm';
import { users } from '../../db/schema/accounts.ts';
import { DomainError } from '../domain-error.ts';
import type { Parts } from '../parts.ts';
import type { Sessions } from './sessions.ts';

/** Milliseconds after a sign-in during which its session may do irreversible things. */
export const freshFor = 15 * 60_000;

/**
 * A stranger at an unattended browser must not be able to delete the account or move it to another address. Fails with
 * `sign-in-again` for a session that was opened too long ago; its details say whether the password can renew it. Fails
 * with `not-signed-in` for one that has ended since the request began, for which no password can do anything.
 */
export const requireFreshSession = async (
  { sessions, database, now }: Pick<Parts, 'database' | 'now'> & { readonly sessions: Pick<Sessions, 'openedAt'> },
  userId: string,
  token: string | undefined,
): Promise<void> => {
  const opened = token === undefined ? undefined : await sessions.openedAt(token);
  if (!opened) throw new DomainError('not-signed-in');
  if (opened.getTime() > now() - freshFor) return;
  const [row] = await database.db
    .select({ password: sql<boolean>`${users.passwordHash} is not null` })
    .from(users)
    .where(eq(users.id, userId));
  throw new DomainError('sign-in-again', { password: row?.password ?? false });
};
