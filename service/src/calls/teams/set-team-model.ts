import { setTeamModel } from '@atrium/shared-kernel/contracts/calls/teams';
import { eq } from 'drizzle-orm';
import { teams } from '../../db/schema/teams.ts';
import { requireModel } from '../../domain/models/list-models.ts';
import { lockTeamAs } from '../../domain/teams/lock-team.ts';
import { modelRevision } from '../../domain/teams/revisions.ts';
import { requireBase } from '../../domain/revision.ts';
import { implement } from '../implement.ts';

export default implement(setTeamModel, async ({ services, user, basedOn }, { teamId, model }) => {
  await services.database.db.transaction(async (tx) => {
    const team = await lockTeamAs(tx, teamId, user.id);
    if (team.model === model) return;
    if (model !== null) await requireModel(services, tx, user, model);
    requireBase(basedOn, modelRevision(team));
    await tx.update(teams).set({ model }).where(eq(teams.id, team.id));
  });
  return {};
});
