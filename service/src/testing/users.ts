import { sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { newId } from '../db/id.ts';
import { users } from '../db/schema/accounts.ts';
import { customers, personsCustomer, subscriptions } from '../db/schema/billing.ts';
import { teamMembers, teams } from '../db/schema/teams.ts';

export interface NewUser {
  readonly email?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  /** Whether the user has an active personal plan. */
  readonly premium?: boolean;
  readonly booktAdmin?: boolean;
}

const day = 24 * 60 * 60 * 1000;
const month = 30 * day;

/** The rows of a plan that ends at `end`. A customer of the user that exists already is used again. */
const planOf = (db: Db, userId: string, end: Date, teamId?: string) => {
  const customer = db.$with('customer').as(
    db
      .insert(customers)
      .values({ id: newId(), userId, provider: 'local', providerId: `customer_${userId}` })
      .onConflictDoUpdate({ ...personsCustomer, set: { provider: 'local' } })
      .returning({ id: customers.id }),
  );
  const subscription = {
    customerId: sql`(select id from ${customer})`,
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
  } as const;
  return { customer, subscription };
};

/** Gives the user, or the team, a plan that ends at `end`. */
export const givePlan = async (db: Db, userId: string, end: Date, teamId?: string): Promise<void> => {
  const { customer, subscription } = planOf(db, userId, end, teamId);
  await db.with(customer).insert(subscriptions).values(subscription);
};

const userOf = ({ firstName = 'Ada', lastName = 'Lovelace', booktAdmin = false, ...user }: NewUser) => {
  const id = newId();
  return {
    id,
    email: user.email ?? `${id}@example.test`,
    firstName,
    lastName,
    booktAdmin,
    heardFrom: 'friend',
  } as const;
};

/**
 * Creates a user without a password, whom only the test client can sign in. One statement makes everything, because the
 * tests of the service create thousands of users.
 */
export const createUser = async (db: Db, user: NewUser = {}): Promise<{ id: string; email: string }> => {
  const row = userOf(user);
  const account = db.insert(users).values(row);
  if (user.premium) {
    const { customer, subscription } = planOf(db, row.id, new Date(Date.now() + month));
    await db.with(db.$with('account').as(account), customer).insert(subscriptions).values(subscription);
  } else await account;
  return { id: row.id, email: row.email };
};

/** Creates a team with an admin who pays for it and a member, in one statement. */
export const createTeamOfTwo = async (db: Db) => {
  const teamId = newId();
  const [admin, member] = [userOf({}), userOf({})];
  const { customer, subscription } = planOf(db, admin.id, new Date(Date.now() + day), teamId);
  const team = db.insert(teams).values({ id: teamId, name: 'Atlas', seats: 5 });
  const accounts = db.insert(users).values([admin, member].map((one) => ({ ...one, activeTeamId: teamId })));
  const members = db.insert(teamMembers).values([
    { teamId, userId: admin.id, paid: true, admin: true },
    { teamId, userId: member.id, paid: true },
  ]);
  await db
    .with(db.$with('team').as(team), db.$with('accounts').as(accounts), db.$with('members').as(members), customer)
    .insert(subscriptions)
    .values(subscription);
  return { teamId, admin, member };
};
