import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { teamMembers, teams } from '../../db/schema/teams.ts';
import { DomainError } from '../domain-error.ts';

export type TeamRow = typeof teams.$inferSelect;

/** Everything that changes a team or its people holds this lock: seats and admins are counted while nobody else does. */
export const lockTeam = async (tx: Tx, teamId: string): Promise<TeamRow> => {
  const [team] = await tx.select().from(teams).where(eq(teams.id, teamId)).for('update');
  if (!team) throw new DomainError('unknown-team');
  return team;
};

/** The same for one of its admins: whoever lost that right a moment ago changes nothing any more. */
export const lockTeamAs = async (tx: Tx, teamId: string, adminId: string): Promise<TeamRow> => {
  const team = await lockTeam(tx, teamId);
  const membership = await findMember(tx, team.id, adminId);
  if (!membership?.admin) throw new DomainError('not-team-admin');
  return team;
};

export const findMember = async (tx: Tx, teamId: string, userId: string) => {
  const [row] = await tx
    .select()
    .from(teamMembers)
    .where(and(eq(teamMembers.teamId, teamId), eq(teamMembers.userId, userId)));
  return row;
};

/** A member, or 404: an account outside of the team is not told apart from none. */
export const requireMember = async (tx: Tx, teamId: string, userId: string) => {
  const row = await findMember(tx, teamId, userId);
  if (!row) throw new DomainError('unknown-member');
  return row;
};

/** How many members hold a paid seat. */
export const occupiedSeats = async (tx: Tx, teamId: string): Promise<number> => {
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(teamMembers)
    .where(and(eq(teamMembers.teamId, teamId), eq(teamMembers.paid, true)));
  return row?.count ?? 0;
};
