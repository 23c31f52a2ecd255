import { and, eq, exists, isNull } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { identities, users } from '../../db/schema/accounts.ts';

/**
 * Removes the identities of an account whose email address is unverified, before its owner takes it over by email: the
 * user who created it through a provider with that address need not be its owner.
 */
export const removeUnverifiedIdentities = async (tx: Tx, userId: string): Promise<void> => {
  const unverified = tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.emailVerifiedDate)));
  await tx.delete(identities).where(and(eq(identities.userId, userId), exists(unverified)));
};
