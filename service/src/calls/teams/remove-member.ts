import { removeMember } from '@atrium/shared-kernel/contracts/calls/teams';
import { removeFromTeam } from '../../domain/teams/members.ts';
import { implement } from '../implement.ts';

/** Their next request is made without the seat: what is remembered of their session is forgotten. */
export default implement(removeMember, async ({ services, user, basedOn }, { teamId, memberId }) => {
  const { database, sessions, now } = services;
  await database.db.transaction((tx) => removeFromTeam(tx, user.id, { teamId, memberId, basedOn }, new Date(now())));
  sessions.forget(memberId.toLowerCase());
  return {};
});
