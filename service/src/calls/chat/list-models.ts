import * as calls from '@atrium/shared-kernel/contracts/calls';
import { listModels, modelChoices } from '../../domain/models/list-models.ts';
import { implement } from '../implement.ts';

export default implement(calls.chat.listModels, async ({ services: { database, catalog }, user }) => {
  const models = await listModels(database.db, catalog, user);
  const { chat, research } = await modelChoices(database.db, catalog, user, models);
  return { models, default: chat.default, research };
});
