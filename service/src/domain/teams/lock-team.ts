import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { teamMembers, teams } from '../../db/schema/teams.ts';
import { DomainError } from '../domain-error.ts';

export type TeamRow = typeof teams.$inferSelect;

/**
 * Every change of a team or its members holds this lock, so that seats and admins are counted by one transaction at a
 * time.
 */
export const lockTeam = async (tx: Tx, teamId: string): Promise<TeamRow> => {
  const [team] = await tx.select().from(teams).where(eq(teams.id, teamId)).for('update');
  if (!team) throw new DomainError('unknown-team');
  return team;
};

/** Like `lockTeam`, for an admin. The rights are read again under the lock, because they may just have been revoked. */
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

/**
 * A member of the team. Fails with the same `unknown-member` for any other account and for none, so that accounts
 * cannot be probed.
 */
export const requireMember = async (tx: Tx, teamId: string, userId: string) => {
  const row = await findMember(tx, teamId, userId);
  if (!row) throw new DomainError('unknown-member');
  return row;
};

/** The number of members with a paid seat. */
export const occupiedSeats = async (tx: Tx, teamId: string): Promise<number> => {
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(teamMembers)
    .where(and(eq(teamMembers.teamId, teamId), eq(teamMembers.paid, true)));
  return row?.count ?? 0;
};
