import { and, asc, desc, eq, ne } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { users } from '../../db/schema/accounts.ts';
import { customers, subscriptions, teamsCustomer } from '../../db/schema/billing.ts';
import { teamMembers, teams } from '../../db/schema/teams.ts';
import { payerLeftMail } from '../mail/teams.ts';
import type { Parts } from '../parts.ts';
import { logTeamChange } from './team-log.ts';

/** The parts that the emails of a handover need. */
export type HandoverParts = Pick<Parts, 'mail' | 'now'> & { readonly config: Pick<Parts['config'], 'origins'> };

/** Another admin, or else the longest-standing member; undefined in a team without others. */
export const heirOf = async (tx: Tx, teamId: string, userId: string): Promise<string | undefined> => {
  const [heir] = await tx
    .select({ id: teamMembers.userId })
    .from(teamMembers)
    .where(and(eq(teamMembers.teamId, teamId), ne(teamMembers.userId, userId)))
    .orderBy(desc(teamMembers.admin), asc(teamMembers.createdDate), asc(teamMembers.userId))
    .limit(1);
  return heir?.id;
};

/** Informs the heir before the plan ends, by email and in the team's activity. */
const notifyHeir = async (
  { mail, config }: HandoverParts,
  tx: Tx,
  { teamId, userId, heir, end }: { teamId: string; userId: string; heir: string; end: Date },
): Promise<void> => {
  const [reader] = await tx
    .select({ to: users.email, firstName: users.firstName })
    .from(users)
    .where(eq(users.id, heir));
  const [team] = await tx.select({ name: teams.name }).from(teams).where(eq(teams.id, teamId));
  if (reader && team)
    await mail.send(tx, payerLeftMail({ ...reader, team: team.name, teamId, origin: config.origins[0], end }));
  await logTeamChange(tx, { teamId, action: 'payerLeft', actorId: userId, memberId: heir, now: end.toISOString() });
};

/**
 * Passes the plan of a member who left to the heir. The member's card is not charged again; the paid period stays, and
 * the heir can resume the plan with their own card.
 */
export const passSubscriptions = async (
  parts: HandoverParts,
  tx: Tx,
  { teamId, userId, heir }: { teamId: string; userId: string; heir: string },
): Promise<void> => {
  const own = and(eq(subscriptions.teamId, teamId), eq(subscriptions.userId, userId));
  const rows = await tx
    .select({ plan: subscriptions, payer: customers.providerId, of: customers.teamId })
    .from(subscriptions)
    .innerJoin(customers, eq(customers.id, subscriptions.customerId))
    .where(own);
  for (const { plan, payer, of } of rows) {
    const { id, provider, status, currentEnd: end } = plan;
    const [customer] = await tx
      .insert(customers)
      .values({ userId: heir, teamId, provider, providerId: of === null ? `customer_${teamId}` : payer, card: '' })
      .onConflictDoUpdate({ ...teamsCustomer, set: { userId: heir } })
      .returning({ id: customers.id });
    await tx
      .update(subscriptions)
      .set({ userId: heir, customerId: customer!.id, cancelAtEnd: true })
      .where(eq(subscriptions.id, id));
    if (status !== 'canceled' && end.getTime() > parts.now())
      await notifyHeir(parts, tx, { teamId, userId, heir, end });
  }
};
