import type { Db } from '../db/database.ts';
import { newId } from '../db/id.ts';
import { users } from '../db/schema/accounts.ts';
import { customers, personsCustomer, subscriptions } from '../db/schema/billing.ts';

export interface NewUser {
  readonly email?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  /** Whether the user has an active personal plan. */
  readonly premium?: boolean;
  readonly booktAdmin?: boolean;
}

const month = 30 * 24 * 60 * 60 * 1000;

/** Gives the user, or the team, a plan that ends at `end`. */
export const givePlan = async (db: Db, userId: string, end: Date, teamId?: string): Promise<void> => {
  const customer = { id: newId(), userId, provider: 'local', providerId: `customer_${userId}` };
  await db.insert(customers).values(customer).onConflictDoNothing();
  const [{ id: customerId } = { id: '' }] = await db
    .insert(customers)
    .values(customer)
    .onConflictDoUpdate({ ...personsCustomer, set: { provider: 'local' } })
    .returning({ id: customers.id });
  await db.insert(subscriptions).values({
    customerId,
    userId,
    teamId: teamId ?? null,
    provider: 'local',
    providerId: `subscription_${newId()}`,
    interval: 'month',
    quantity: 1,
    unitAmount: 1000,
    currency: 'usd',
    currentStart: new Date(end.getTime() - month),
    currentEnd: end,
  });
};

/** Creates a user without a password, whom only the test client can sign in. */
export const createUser = async (db: Db, user: NewUser = {}): Promise<{ id: string; email: string }> => {
  const id = newId();
  const email = user.email ?? `${id}@example.test`;
  const { firstName = 'Ada', lastName = 'Lovelace', booktAdmin = false } = user;
  await db.insert(users).values({ id, email, firstName, lastName, booktAdmin, heardFrom: 'friend' });
  if (user.premium) await givePlan(db, id, new Date(Date.now() + month));
  return { id, email };
};
