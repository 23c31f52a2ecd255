import { and, asc, eq, inArray, or, sql } from 'drizzle-orm';
import { keyOf } from '../../ports/objects.ts';
import { schema, type Tx } from '../../db/database.ts';
import { teamsWithFiles } from './deletion-files.ts';
import { type HandoverParts, heirOf, passSubscriptions } from '../teams/handover.ts';
import { findMember } from '../teams/lock-team.ts';
import { appointHeir } from '../teams/members.ts';
import { logTeamChange } from '../teams/team-log.ts';

const { agents, objects, teamBudgets, teams } = schema;

/**
 * Locks every team that the user has a seat in, or left agents or a subscription behind in, or whose agents use one of
 * their files.
 */
const lockTeams = async (tx: Tx, userId: string): Promise<string[]> => {
  const rows = await tx
    .select({ id: teams.id })
    .from(teams)
    .where(
      or(
        sql`${teams.id} in (
          select team_id from team_members where user_id = ${userId}
          union select team_id from agents where user_id = ${userId}
          union select team_id from subscriptions where user_id = ${userId})`,
        inArray(teams.id, await teamsWithFiles(tx, userId)),
      ),
    )
    .orderBy(asc(teams.id))
    .for('update');
  return rows.map(({ id }) => id);
};

/**
 * Passes the user's agents to the heir, along with all files of the user that agents of the team use: an agent of
 * another member may refer to one of them.
 */
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

/**
 * Removes the user and their budgets from their teams. Agents with their files and the plan pass to another admin or else to the
 * longest-standing member, who becomes admin. A team without other members is deleted.
 */
export const leaveTeams = async (parts: HandoverParts, tx: Tx, userId: string): Promise<void> => {
  const left = await lockTeams(tx, userId);
  // No foreign key leads to a member’s budget, because the same column is empty for the whole team.
  await tx.delete(teamBudgets).where(eq(teamBudgets.userId, userId));
  for (const teamId of left) {
    const heir = await heirOf(tx, teamId, userId);
    if (heir === undefined) {
      await tx.delete(teams).where(eq(teams.id, teamId));
      continue;
    }
    if (await findMember(tx, teamId, userId))
      await logTeamChange(tx, { teamId, action: 'left', actorId: userId, memberId: userId });
    await appointHeir(parts, tx, { teamId, userId, heir });
    await passAgents(tx, teamId, userId, heir);
    await passSubscriptions(parts, tx, { teamId, userId, heir });
  }
};
