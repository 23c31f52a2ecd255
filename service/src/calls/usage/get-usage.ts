import { getUsage } from '@atrium/shared-kernel/contracts/calls/usage';
import { and, eq } from 'drizzle-orm';
import { teamMembers } from '../../db/schema/teams.ts';
import { usageOf } from '../../domain/usage/usage.ts';
import { implement } from '../implement.ts';
import { DomainError } from '../../domain/domain-error.ts';

export default implement(getUsage, async ({ services, user }, { teamId }) => {
  const { db } = services.database;
  if (teamId === undefined) return usageOf(db, { userId: user.id }, services.now());
  const team = teamId.toLowerCase();
  const [membership] = await db
    .select({ admin: teamMembers.admin })
    .from(teamMembers)
    .where(and(eq(teamMembers.teamId, team), eq(teamMembers.userId, user.id)));
  if (!membership?.admin) throw new DomainError('not-team-admin');
  return usageOf(db, { teamId: team }, services.now());
});
