import { and, eq } from 'drizzle-orm';
import * as z from 'zod';
import type { Tx } from '../../db/database.ts';
import { users } from '../../db/schema/accounts.ts';
import { customers } from '../../db/schema/billing.ts';
import type { Task } from '../../ports/jobs.ts';
import type { Parts } from '../parts.ts';

const addressTask = { name: 'payer-address', attempts: 10 } as const;

/** The customers at the configured provider that a user pays as. */
const customersOf = (tx: Tx, { payments }: Pick<Parts, 'payments'>, userId: string) =>
  tx
    .select({ id: customers.providerId, email: users.email })
    .from(customers)
    .innerJoin(users, eq(users.id, customers.userId))
    .where(and(eq(customers.userId, userId), eq(customers.provider, payments.provider)));

/**
 * Tells the payment provider the changed address of a user, in a task: the provider may be unreachable, and must not be
 * called in the transaction that changes it.
 */
export const announceAddress = async (
  parts: Pick<Parts, 'payments' | 'addToTask'>,
  tx: Tx,
  userId: string,
): Promise<void> => {
  if (!parts.payments.setEmail || (await customersOf(tx, parts, userId)).length === 0) return;
  await parts.addToTask(tx, addressTask, { userId });
};

const payload = z.object({ userId: z.string() });

/** Sends the address that the user has by then, so that of two changes the last one stays. */
export const payerAddresses = (parts: Pick<Parts, 'database' | 'payments'>): Task => ({
  ...addressTask,
  async run(data) {
    const { userId } = payload.parse(data);
    for (const { id, email } of await customersOf(parts.database.db, parts, userId))
      await parts.payments.setEmail?.(id, email);
  },
});
