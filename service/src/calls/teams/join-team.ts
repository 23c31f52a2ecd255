import { joinTeam } from '@atrium/shared-kernel/contracts/calls/teams';
import { consumePoints } from '../../domain/accounts/limits.ts';
import { networkOf } from '../../domain/accounts/networks.ts';
import { queueForTeam } from '../../domain/teams/team-queue.ts';
import { joinTeam as join } from '../../domain/teams/join.ts';
import { implement } from '../implement.ts';

/** For members. Pages offer to undo only a join without a message: undoing ends the membership with its roles. */
const messages = {
  seated: 'You have a seat in this team now.',
  unchanged: 'You are already a member of this team.',
} as const;

export default implement(joinTeam, async (context, { teamId, key }) => {
  const { services, user, ip } = context;
  const { database, sessions, now, config } = services;
  const { joinsPerMinute, joinsOfNetwork } = config.limits;
  const minute = { seconds: 60 };
  const charges = [
    [{ ...minute, name: 'joins-user', points: joinsPerMinute }, user.id],
    [{ ...minute, name: 'joins-network', points: joinsOfNetwork }, networkOf(ip)],
  ] as const;
  await consumePoints(
    services,
    charges.filter(([{ points }]) => points > 0),
    'too-many-joins',
  );
  const request = { userId: user.id, teamId, key };
  const joined = await queueForTeam(teamId.toLowerCase(), () =>
    database.db.transaction((tx) => join(tx, { ...request, now: now() })),
  );
  sessions.forget(user.id);
  return joined === 'joined' ? {} : { msg: messages[joined] };
});
