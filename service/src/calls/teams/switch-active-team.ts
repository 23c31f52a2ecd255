import { switchActiveTeam } from '@atrium/shared-kernel/contracts/calls/teams';
import { and, eq } from 'drizzle-orm';
import { users } from '../../db/schema/accounts.ts';
import { teamMembers } from '../../db/schema/teams.ts';
import { implement } from '../implement.ts';
import { DomainError } from '../../domain/domain-error.ts';

export default implement(switchActiveTeam, async ({ services, user }, { teamId }) => {
  const { database, sessions } = services;
  await database.db.transaction(async (tx) => {
    // Whoever removes the member waits for this transaction, and then switches them to another team.
    const [membership] = await tx
      .select({ teamId: teamMembers.teamId })
      .from(teamMembers)
      .where(and(eq(teamMembers.teamId, teamId), eq(teamMembers.userId, user.id)))
      .for('share');
    if (!membership) throw new DomainError('not-team-member');
    await tx.update(users).set({ activeTeamId: teamId }).where(eq(users.id, user.id));
  });
  sessions.forget(user.id);
  return {};
});
