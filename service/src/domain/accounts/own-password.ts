import { eq } from 'drizzle-orm';
import { users } from '../../db/schema/accounts.ts';
import { DomainError } from '../domain-error.ts';
import type { Parts } from '../parts.ts';
import { restorePoints, passwordOfUser, passwordOfUserSlowly, consumePoints } from './limits.ts';
import { checkPassword, requireRoom } from './passwords.ts';

/**
 * Checks the password of a signed-in user and returns its hash: null if the account has no password, such as one that
 * only signs in through a provider. Fails with `password-required` or `wrong-password`, and after too many attempts.
 */
export const checkOwnPassword = async (
  parts: Pick<Parts, 'database' | 'limits'>,
  userId: string,
  password: string | undefined,
  signal?: AbortSignal,
): Promise<string | null> => {
  const [row] = await parts.database.db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, userId));
  if (!row?.passwordHash) return null;
  if (password === undefined) throw new DomainError('password-required');
  const charges = [
    [passwordOfUser, userId],
    [passwordOfUserSlowly, userId],
  ] as const;
  const code = 'too-many-attempts';
  requireRoom(code);
  await consumePoints(parts, charges, code);
  if (!(await checkPassword(row.passwordHash, password, { code, signal }))) throw new DomainError('wrong-password');
  await restorePoints(parts, charges);
  return row.passwordHash;
};
