import { and, eq, exists, isNull } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { identities, users } from '../../db/schema/accounts.ts';

/**
 * Removes the identities of an account whose email address is unverified, before its owner takes it over by email: the
 * user who created it through a provider with that address need not be its owner. Returns how many
 * there were.
 */
export const removeUnverifiedIdentities = async (tx: Tx, userId: string): Promise<number> => {
  const unverified = tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.emailVerifiedDate)));
  const removed = await tx.delete(identities).where(and(eq(identities.userId, userId), exists(unverified)));
  return removed.rowCount ?? 0;
};
