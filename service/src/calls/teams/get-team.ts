import { getTeam } from '@atrium/shared-kernel/contracts/calls/teams';
import { readTeam } from '../../domain/teams/read-team.ts';
import { implement } from '../implement.ts';
import { DomainError } from '../../domain/domain-error.ts';

export default implement(getTeam, async ({ services, user }, { teamId }) => {
  const team = await readTeam(services, teamId, user.id);
  if (!team) throw new DomainError('unknown-team');
  return team;
});
