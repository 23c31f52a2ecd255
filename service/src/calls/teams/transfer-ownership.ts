import { transferOwnership } from '@atrium/shared-kernel/contracts/calls/teams';
import { transferTeam } from '../../domain/teams/members.ts';
import { implement } from '../implement.ts';

export default implement(transferOwnership, async ({ services, user, basedOn }, request) => {
  await services.database.db.transaction((tx) => transferTeam(services, tx, user.id, { ...request, basedOn }));
  return {};
});
