import { createEditRole } from '@atrium/shared-kernel/contracts/calls/teams';
import { saveRole } from '../../domain/teams/roles.ts';
import { implement } from '../implement.ts';

export default implement(createEditRole, async ({ services, user, basedOn }, request) => {
  await services.database.db.transaction((tx) => saveRole(tx, user.id, { ...request, basedOn }));
  return {};
});
