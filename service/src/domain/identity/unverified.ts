import { and, eq, exists, isNull } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { identities, users } from '../../db/schema/accounts.ts';

/**
 * Cuts the identities of an account whose address nobody has proved yet: before its owner takes it over by mail, for
 * whoever opened it at a provider with that address need not be the owner.
 */
export const cutUnverifiedIdentities = async (tx: Tx, userId: string): Promise<void> => {
  const unverified = tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.emailVerifiedDate)));
  await tx.delete(identities).where(and(eq(identities.userId, userId), exists(unverified)));
};
