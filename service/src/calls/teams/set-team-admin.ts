import { setTeamAdmin } from '@atrium/shared-kernel/contracts/calls/teams';
import { setAdmin } from '../../domain/teams/members.ts';
import { implement } from '../implement.ts';

export default implement(setTeamAdmin, async ({ services, user, basedOn }, request) => {
  await services.database.db.transaction((tx) => setAdmin(services, tx, user.id, { ...request, basedOn }));
  return {};
});
