import { renameTeam } from '@atrium/shared-kernel/contracts/calls/teams';
import { eq } from 'drizzle-orm';
import { teams } from '../../db/schema/teams.ts';
import { lockTeamAs } from '../../domain/teams/lock-team.ts';
import { logTeamChange } from '../../domain/teams/team-log.ts';
import { nameRevision } from '../../domain/teams/revisions.ts';
import { requireBase } from '../../domain/revision.ts';
import { storable } from '../../domain/text.ts';
import { implement } from '../implement.ts';

export default implement(renameTeam, async ({ services, user, basedOn }, { teamId, name: newName }) => {
  const name = storable(newName);
  await services.database.db.transaction(async (tx) => {
    const team = await lockTeamAs(tx, teamId, user.id);
    if (team.name === name) return;
    requireBase(basedOn, nameRevision(team));
    await tx.update(teams).set({ name }).where(eq(teams.id, team.id));
    await logTeamChange(tx, { teamId: team.id, action: 'renamed', actorId: user.id, was: team.name, now: name });
  });
  return {};
});
