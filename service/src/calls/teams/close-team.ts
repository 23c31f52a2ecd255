import { closeTeam } from '@atrium/shared-kernel/contracts/calls/teams';
import { closeTeam as close } from '../../domain/teams/close.ts';
import { implement } from '../implement.ts';

export default implement(closeTeam, async ({ services, user }, { teamId }) => {
  await close(services, teamId.toLowerCase(), user.id);
  return {};
});
