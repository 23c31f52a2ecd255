import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import { keyOf } from '../../ports/objects.ts';
import { schema, type Tx } from '../../db/database.ts';

const { agents, customers, objects, subscriptions, teamMembers, teams, teamsCustomer } = schema;

/** Every team in which the user has a part: a seat, or what they left behind when they lost it. */
const lockTeams = async (tx: Tx, userId: string): Promise<string[]> => {
  const rows = await tx
    .select({ id: teams.id })
    .from(teams)
    .where(
      sql`${teams.id} in (
        select team_id from team_members where user_id = ${userId}
        union select team_id from agents where user_id = ${userId}
        union select team_id from subscriptions where user_id = ${userId})`,
    )
    .orderBy(asc(teams.id))
    .for('update');
  return rows.map(({ id }) => id);
};

/** Another admin, else the member who has been there the longest; none in a team without others. */
const heirOf = async (tx: Tx, teamId: string, userId: string): Promise<string | undefined> => {
  const [heir] = await tx
    .select({ id: teamMembers.userId })
    .from(teamMembers)
    .where(and(eq(teamMembers.teamId, teamId), ne(teamMembers.userId, userId)))
    .orderBy(desc(teamMembers.admin), asc(teamMembers.createdDate), asc(teamMembers.userId))
    .limit(1);
  return heir?.id;
};

/** The files of all agents of the team, whoever made them: they may name one of the user's. */
const passAgents = async (tx: Tx, teamId: string, userId: string, heir: string): Promise<void> => {
  const alive = and(eq(agents.teamId, teamId), eq(agents.deleted, false));
  await tx
    .update(agents)
    .set({ userId: heir })
    .where(and(alive, eq(agents.userId, userId)));
  const rows = await tx.select({ files: agents.files }).from(agents).where(alive);
  const keys = rows.flatMap(({ files }) => files.map(({ url }) => keyOf(url))).filter((key) => key !== undefined);
  if (keys.length > 0)
    await tx
      .update(objects)
      .set({ userId: heir })
      .where(and(inArray(objects.key, keys), eq(objects.userId, userId)));
};

/** The card went with whoever left: what is paid stays, and the heir resumes with a card of their own. */
const passSubscriptions = async (tx: Tx, teamId: string, userId: string, heir: string): Promise<void> => {
  const own = and(eq(subscriptions.teamId, teamId), eq(subscriptions.userId, userId));
  const rows = await tx
    .select({
      id: subscriptions.id,
      provider: subscriptions.provider,
      payer: customers.providerId,
      of: customers.teamId,
    })
    .from(subscriptions)
    .innerJoin(customers, eq(customers.id, subscriptions.customerId))
    .where(own);
  for (const { id, provider, payer, of } of rows) {
    const [customer] = await tx
      .insert(customers)
      .values({ userId: heir, teamId, provider, providerId: of === null ? `customer_${teamId}` : payer })
      .onConflictDoUpdate({ ...teamsCustomer, set: { userId: heir } })
      .returning({ id: customers.id });
    await tx
      .update(subscriptions)
      .set({ userId: heir, customerId: customer!.id, cancelAtEnd: true })
      .where(eq(subscriptions.id, id));
  }
};

/**
 * Takes the user out of their teams, which go on: agents, with their files, and the plan pass to another admin, else to
 * the longest-standing member, who becomes admin. A team without other members goes.
 */
export const leaveTeams = async (tx: Tx, userId: string): Promise<void> => {
  for (const teamId of await lockTeams(tx, userId)) {
    const heir = await heirOf(tx, teamId, userId);
    if (heir === undefined) {
      await tx.delete(teams).where(eq(teams.id, teamId));
      continue;
    }
    await tx
      .update(teamMembers)
      .set({ admin: true })
      .where(and(eq(teamMembers.teamId, teamId), eq(teamMembers.userId, heir)));
    await passAgents(tx, teamId, userId, heir);
    await passSubscriptions(tx, teamId, userId, heir);
  }
};
