import { and, inArray, isNull } from 'drizzle-orm';
import { addInterval } from '../../domain/billing/interval.ts';
import type { Database, Tx } from '../../db/database.ts';
import { newId } from '../../db/id.ts';
import { users } from '../../db/schema/accounts.ts';
import { customers, subscriptions } from '../../db/schema/billing.ts';
import { teamMembers, teams } from '../../db/schema/teams.ts';
import { hashPassword } from '../../domain/accounts/passwords.ts';
import { seededEmail, seededEmails, type SeededName, seededPassword } from '../../domain/accounts/seeded.ts';
import { seedHistory } from './seed-history.ts';

const teamSeats = 5;

const accounts = [
  { name: 'free', firstName: 'Frida', lastName: 'Holm' },
  { name: 'premium', firstName: 'Priya', lastName: 'Raman' },
  { name: 'member', firstName: 'Milo', lastName: 'Ferrante' },
  { name: 'teamadmin', firstName: 'Tess', lastName: 'Okafor' },
  { name: 'admin', firstName: 'Ada', lastName: 'Brandt', booktAdmin: true },
] as const satisfies readonly { readonly name: SeededName; readonly [column: string]: unknown }[];

const subscribe = async (tx: Tx, userId: string, quantity: number, teamId: string | null, now: Date) => {
  const providerId = `customer_${userId}`;
  const customerId = newId();
  await tx.insert(customers).values({ id: customerId, userId, provider: 'local', providerId });
  await tx.insert(subscriptions).values({
    customerId,
    userId,
    teamId,
    quantity,
    provider: 'local',
    providerId: `seeded_${userId}`,
    interval: 'year',
    unitAmount: 9600,
    currency: 'usd',
    createdDate: now,
    currentStart: now,
    currentEnd: addInterval(now, 'year'),
  });
};

const seedAtlas = async (tx: Tx, adminId: string, memberId: string, now: Date) => {
  const teamId = newId();
  await tx.insert(teams).values({ id: teamId, name: 'Atlas', seats: teamSeats });
  await tx.insert(teamMembers).values([
    { teamId, userId: adminId, paid: true, admin: true },
    { teamId, userId: memberId, paid: true },
  ]);
  await tx
    .update(users)
    .set({ activeTeamId: teamId })
    .where(inArray(users.id, [adminId, memberId]));
  await subscribe(tx, adminId, teamSeats, teamId, now);
};

/** Creates missing local accounts with their data, in one transaction. */
export const seed = async ({ db }: Database, now = new Date()): Promise<void> => {
  // Data of earlier versions, which did not verify email addresses.
  await db
    .update(users)
    .set({ emailVerifiedDate: now })
    .where(and(inArray(users.email, seededEmails), isNull(users.emailVerifiedDate)));
  const known = await db.select({ hash: users.passwordHash }).from(users).where(inArray(users.email, seededEmails));
  if (known.length === accounts.length && known.every(({ hash }) => hash !== null)) return;
  const passwordHash = await hashPassword(seededPassword);
  await db.transaction(async (tx) => {
    await tx
      .update(users)
      .set({ passwordHash })
      .where(and(inArray(users.email, seededEmails), isNull(users.passwordHash)));
    const created = new Map<string, string>();
    for (const { name, ...person } of accounts) {
      const values = {
        ...person,
        email: seededEmail(name),
        passwordHash,
        emailVerifiedDate: now,
        heardFrom: 'friend' as const,
      };
      const rows = await tx.insert(users).values(values).onConflictDoNothing().returning({ id: users.id });
      if (rows[0]) created.set(name, rows[0].id);
    }
    const idOf = (name: SeededName) => created.get(name);
    const [premium, admin, teamAdmin, member] = [idOf('premium'), idOf('admin'), idOf('teamadmin'), idOf('member')];
    for (const id of [premium, admin]) if (id) await subscribe(tx, id, 1, null, now);
    if (teamAdmin && member) await seedAtlas(tx, teamAdmin, member, now);
    if (premium) await seedHistory(tx, premium, now);
  });
};
