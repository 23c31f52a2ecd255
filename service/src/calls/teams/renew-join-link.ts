import { renewJoinLink } from '@atrium/shared-kernel/contracts/calls/teams';
import { renewLink } from '../../domain/teams/join-link.ts';
import { implement } from '../implement.ts';

export default implement(renewJoinLink, async ({ services, user, basedOn }, { teamId, days }) => {
  const { database, now } = services;
  await database.db.transaction((tx) => renewLink(tx, user.id, { teamId, days, basedOn }, now()));
  return {};
});
