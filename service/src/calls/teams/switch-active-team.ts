import { switchActiveTeam } from '@atrium/shared-kernel/contracts/calls/teams';
import { and, eq } from 'drizzle-orm';
import { users } from '../../db/schema/accounts.ts';
import { teamMembers } from '../../db/schema/teams.ts';
import { forbidden } from '../../errors.ts';
import { implement } from '../implement.ts';

export default implement(switchActiveTeam, async ({ services, user }, { teamId }) => {
  const { database, sessions } = services;
  const [membership] = await database.db
    .select({ teamId: teamMembers.teamId })
    .from(teamMembers)
    .where(and(eq(teamMembers.teamId, teamId), eq(teamMembers.userId, user.id)));
  if (!membership) throw forbidden('You are not a member of this team.');
  await database.db.update(users).set({ activeTeamId: teamId }).where(eq(users.id, user.id));
  sessions.forget(user.id);
  return {};
});
