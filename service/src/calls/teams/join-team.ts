import { joinTeam } from '@atrium/shared-kernel/contracts/calls/teams';
import { joinTeam as join } from '../../domain/teams/join.ts';
import { implement } from '../implement.ts';

export default implement(joinTeam, async ({ services, user }, { teamId, key }) => {
  const { database, sessions, now } = services;
  const changed = await database.db.transaction((tx) => join(tx, { userId: user.id, teamId, key, now: now() }));
  sessions.forget(user.id);
  return changed ? {} : { msg: 'You are already a member of this team.' };
});
