import { removeMember } from '@atrium/shared-kernel/contracts/calls/teams';
import { changeWithoutPayer } from '../../domain/teams/leave.ts';
import { removeFromTeam } from '../../domain/teams/members.ts';
import { implement } from '../implement.ts';

/** The member's cached user is dropped, so that their next request is made without the seat. */
export default implement(removeMember, async ({ services, user, basedOn }, { teamId, memberId }) => {
  const userId = memberId.toLowerCase();
  await changeWithoutPayer(services, { teamId, userId }, (tx) =>
    removeFromTeam(services, tx, user.id, { teamId, memberId: userId, basedOn }),
  );
  services.sessions.forget(userId);
  return {};
});
