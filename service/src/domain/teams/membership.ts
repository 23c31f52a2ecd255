import { and, eq } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { teamMembers } from '../../db/schema/teams.ts';

/** How somebody belongs to a team; undefined where they do not. */
export const membershipOf = async (
  db: Db,
  teamId: string,
  userId: string,
): Promise<{ readonly admin: boolean } | undefined> => {
  const [membership] = await db
    .select({ admin: teamMembers.admin })
    .from(teamMembers)
    .where(and(eq(teamMembers.teamId, teamId), eq(teamMembers.userId, userId)));
  return membership;
};
