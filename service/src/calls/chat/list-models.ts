import * as calls from '@atrium/shared-kernel/contracts/calls';
import { listModels } from '../../domain/models/list-models.ts';
import { teamModel } from '../../domain/models/team-model.ts';
import { implement } from '../implement.ts';

export default implement(calls.chat.listModels, async ({ services: { database, catalog }, user }) => {
  const models = await listModels(database.db, catalog, user);
  const preferred = [user.model, await teamModel(database.db, catalog, user)];
  const known = (model: string | null | undefined) => models.find(({ id }) => id === model);
  return { models, default: (preferred.map(known).find(Boolean) ?? models[0])?.id };
});
