import { leaveTeam } from '@atrium/shared-kernel/contracts/calls/teams';
import { changeWithoutPayer } from '../../domain/teams/leave.ts';
import { leaveTeam as leave } from '../../domain/teams/members.ts';
import { implement } from '../implement.ts';

/** The cached user is dropped, so that the next request is made without the seat. */
export default implement(leaveTeam, async ({ services, user }, { teamId }) => {
  const change = { teamId: teamId.toLowerCase(), userId: user.id };
  await changeWithoutPayer(services, change, (tx) => leave(services, tx, change));
  services.sessions.forget(user.id);
  return {};
});
