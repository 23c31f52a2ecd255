import { getTeam } from '@atrium/shared-kernel/contracts/calls/teams';
import { readTeam } from '../../domain/teams/read-team.ts';
import { notFound } from '../../errors.ts';
import { implement } from '../implement.ts';

export default implement(getTeam, async ({ services, user }, { teamId }) => {
  const team = await readTeam(services.database.db, services.payments.provider, teamId, user.id);
  if (!team) throw notFound('There is no such team.');
  return team;
});
