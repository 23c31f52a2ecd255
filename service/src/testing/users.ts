import { sql, type SQL, type WithSubquery } from 'drizzle-orm';
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

/** A plan that ends at `end`. */
const planOf = (customerId: string | SQL, userId: string, end: Date, teamId?: string) =>
  ({
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
  }) as const;
const customerOf = (userId: string) =>
  ({ id: newId(), userId, provider: 'local', providerId: `customer_${userId}` }) as const;

/** Gives the user, or the team, a plan that ends at `end`. A customer of the user that exists already is used again. */
export const givePlan = async (db: Db, userId: string, end: Date, teamId?: string): Promise<void> => {
  const customer = db.$with('customer').as(
    db
      .insert(customers)
      .values(customerOf(userId))
      .onConflictDoUpdate({ ...personsCustomer, set: { provider: 'local' } })
      .returning({ id: customers.id }),
  );
  const plan = planOf(sql`(select id from ${customer})`, userId, end, teamId);
  await db.with(customer).insert(subscriptions).values(plan);
};

/** Makes the rows `before` and a plan for each of these new payers, in one statement. */
const insertPlans = async (
  db: Db,
  before: readonly WithSubquery[],
  payers: readonly { readonly id: string; readonly teamId?: string }[],
  end: Date,
): Promise<void> => {
  const made = payers.map(({ id, teamId }) => ({ id, teamId, customer: customerOf(id) }));
  const customer = db.$with('customer').as(db.insert(customers).values(made.map((one) => one.customer)));
  const plans = made.map((one) => planOf(one.customer.id, one.id, end, one.teamId));
  await db
    .with(...before, customer)
    .insert(subscriptions)
    .values(plans);
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
 * Creates users without a password, whom only the test client can sign in. One statement makes everything, because the
 * tests of the service create thousands of users.
 */
export const createUsers = async (db: Db, wanted: readonly NewUser[]): Promise<{ id: string; email: string }[]> => {
  const rows = wanted.map(userOf);
  const payers = rows.filter((_, at) => wanted[at]!.premium);
  const accounts = db.insert(users).values(rows);
  if (payers.length > 0)
    await insertPlans(db, [db.$with('accounts').as(accounts)], payers, new Date(Date.now() + month));
  else await accounts;
  return rows.map(({ id, email }) => ({ id, email }));
};
export const createUser = async (db: Db, user: NewUser = {}) => (await createUsers(db, [user]))[0]!;

/** Creates teams, each with an admin who pays for it and a member, in one statement. */
export const createTeamsOfTwo = async (db: Db, count: number) => {
  const made = Array.from({ length: count }, () => {
    const teamId = newId();
    return { teamId, admin: userOf({}), member: userOf({}) };
  });
  const team = db.insert(teams).values(made.map(({ teamId }) => ({ id: teamId, name: 'Atlas', seats: 5 })));
  const accounts = db
    .insert(users)
    .values(
      made.flatMap(({ teamId, admin, member }) => [admin, member].map((one) => ({ ...one, activeTeamId: teamId }))),
    );
  const members = db.insert(teamMembers).values(
    made.flatMap(({ teamId, admin, member }) => [
      { teamId, userId: admin.id, paid: true, admin: true },
      { teamId, userId: member.id, paid: true },
    ]),
  );
  await insertPlans(
    db,
    [db.$with('team').as(team), db.$with('accounts').as(accounts), db.$with('members').as(members)],
    made.map(({ teamId, admin }) => ({ id: admin.id, teamId })),
    new Date(Date.now() + day),
  );
  return made;
};
