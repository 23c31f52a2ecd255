import { listTeams } from '@atrium/shared-kernel/contracts/calls/teams';
import { asc, eq } from 'drizzle-orm';
import { teamMembers, teams } from '../../db/schema/teams.ts';
import { implement } from '../implement.ts';

export default implement(listTeams, async ({ services, user }) => ({
  teams: await services.database.db
    .select({ _id: teams.id, name: teams.name, admin: teamMembers.admin })
    .from(teamMembers)
    .innerJoin(teams, eq(teams.id, teamMembers.teamId))
    .where(eq(teamMembers.userId, user.id))
    .orderBy(asc(teams.name), asc(teams.id)),
}));
