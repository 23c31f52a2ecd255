import { getInvitation } from '@atrium/shared-kernel/contracts/calls/teams';
import { eq } from 'drizzle-orm';
import { teams } from '../../db/schema/teams.ts';
import { consumePoints, invitationOfNetwork } from '../../domain/accounts/limits.ts';
import { networkOf } from '../../domain/accounts/networks.ts';
import { DomainError } from '../../domain/domain-error.ts';
import { requireValidLink } from '../../domain/teams/join-link.ts';
import { implement } from '../implement.ts';

export default implement(getInvitation, async ({ services, ip }, { teamId, key }) => {
  await consumePoints(services, [[invitationOfNetwork, networkOf(ip)]], 'too-many-joins');
  const { db } = services.database;
  const [team] = await db.select().from(teams).where(eq(teams.id, teamId.toLowerCase()));
  if (!team) throw new DomainError('unknown-team');
  requireValidLink(team, key, services.now());
  return { name: team.name };
});
