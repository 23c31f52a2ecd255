import { editUserRoles } from '@atrium/shared-kernel/contracts/calls/teams';
import { setRolesOf } from '../../domain/teams/roles.ts';
import { implement } from '../implement.ts';

export default implement(editUserRoles, async ({ services, user, basedOn }, request) => {
  await services.database.db.transaction((tx) => setRolesOf(tx, user.id, { ...request, basedOn }));
  return {};
});
