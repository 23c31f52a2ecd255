import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { sessions, users } from '../../db/schema/accounts.ts';
import { checkPassword } from './passwords.ts';

/** The accounts that a local start creates. */
export const seededNames = ['free', 'premium', 'member', 'teamadmin', 'admin'] as const;
export type SeededName = (typeof seededNames)[number];
/** The password of each of them. */
export const seededPassword = 'Atrium1!';

export const seededEmail = (name: SeededName): string => `${name}@atrium.test`;
export const seededEmails = seededNames.map(seededEmail);

/**
 * Removes the well-known password from accounts of an earlier local start and ends their sessions, because others than
 * the users of this machine can reach the product now. The next local start restores it.
 */
export const lockSeeded = async ({ db }: Database): Promise<void> => {
  const seeded = await db
    .select({ id: users.id, passwordHash: users.passwordHash })
    .from(users)
    .where(and(inArray(users.email, seededEmails), isNotNull(users.passwordHash)));
  for (const { id, passwordHash } of seeded) {
    if (!(await checkPassword(passwordHash, seededPassword))) continue;
    await db.transaction(async (tx) => {
      await tx.update(users).set({ passwordHash: null }).where(eq(users.id, id));
      await tx.delete(sessions).where(eq(sessions.userId, id));
    });
  }
};
