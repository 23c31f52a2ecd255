import { and, eq, ne, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { users } from '../../db/schema/accounts.ts';
import { paymentSessions, subscriptions } from '../../db/schema/billing.ts';
import { teamMembers, teams } from '../../db/schema/teams.ts';
import { requireNoCheckouts } from '../billing/checkout.ts';
import { refreshPlan } from '../billing/overdue-plans.ts';
import type { BillingServices } from '../billing/refunds.ts';
import { shownPlan } from '../billing/plan-view.ts';
import { findPlans } from '../billing/subscriptions.ts';
import { DomainError } from '../domain-error.ts';
import { teamClosedMail } from '../mail/teams.ts';
import { lockTeamAs } from './lock-team.ts';
import { adminsOf } from './revisions.ts';

/** A plan may start in the meantime; then everything is ended again. */
const maxAttempts = 3;

/** The admin who pays for a team; undefined if the payer is not an admin. */
export const ownerOf = (payerId: string | undefined, admins: readonly string[]): string | undefined =>
  payerId !== undefined && admins.includes(payerId) ? payerId : undefined;

const requireOwner = async (tx: Tx, provider: string, teamId: string, userId: string): Promise<void> => {
  const plan = shownPlan(await findPlans(tx, { teamId }), provider);
  const owner = ownerOf(plan?.userId, await adminsOf(tx, teamId));
  if (owner !== undefined && owner !== userId) throw new DomainError('not-team-owner');
};

/** The plans of the team that the provider could still charge. */
const chargeablePlans = (tx: Tx, provider: string, teamId: string) =>
  tx
    .select({ id: subscriptions.providerId })
    .from(subscriptions)
    .where(
      and(eq(subscriptions.teamId, teamId), eq(subscriptions.provider, provider), ne(subscriptions.status, 'canceled')),
    );

/** Removes a team without chargeable plans and informs its members; undefined if a plan started in the meantime. */
const remove = async (
  tx: Tx,
  { mail, config, payments: { provider } }: BillingServices,
  teamId: string,
  ownerId: string,
): Promise<readonly string[] | undefined> => {
  const team = await lockTeamAs(tx, teamId, ownerId);
  await requireOwner(tx, provider, teamId, ownerId);
  if ((await chargeablePlans(tx, provider, teamId)).length > 0) return undefined;
  const members = await tx
    .select({ id: users.id, to: users.email, firstName: users.firstName })
    .from(teamMembers)
    .innerJoin(users, eq(users.id, teamMembers.userId))
    .where(eq(teamMembers.teamId, teamId));
  for (const { id, ...reader } of members)
    if (id !== ownerId) await mail.send(tx, teamClosedMail({ ...reader, team: team.name, origin: config.origins[0] }));
  await tx.delete(teams).where(eq(teams.id, teamId));
  // Members switch to another of their teams, if they have one.
  await tx
    .update(users)
    .set({
      activeTeamId: sql`(select m.team_id from team_members m where m.user_id = ${users.id}
        order by m.created_date, m.team_id limit 1)`,
    })
    .where(eq(users.activeTeamId, teamId));
  return members.map(({ id }) => id);
};

/**
 * Closes a team: its open checkouts expire, its plan ends at the provider, and only then is the team removed with its
 * roles and agents. Throws if the provider cannot be reached, and fails with `payment-pending` while a payment is on its
 * way; the team stays, and closing it can be tried again. Invoices are retained.
 */
export const closeTeam = async (services: BillingServices, teamId: string, ownerId: string): Promise<void> => {
  const { database, payments, sessions } = services;
  const { db } = database;
  for (let left = maxAttempts; left > 0; left -= 1) {
    await requireOwner(db, payments.provider, teamId, ownerId);
    await requireNoCheckouts(services, eq(paymentSessions.teamId, teamId));
    for (const { id } of await chargeablePlans(db, payments.provider, teamId)) {
      await payments.cancel(id);
      await refreshPlan(services, id);
    }
    const members = await db.transaction((tx) => remove(tx, services, teamId, ownerId));
    for (const userId of members ?? []) sessions.forget(userId);
    if (members) return;
  }
  throw new DomainError('seats-busy');
};
