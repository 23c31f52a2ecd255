import * as calls from '@atrium/shared-kernel/contracts/calls';
import { listModels } from '../../domain/models/list-models.ts';
import { implement } from '../implement.ts';

export default implement(calls.chat.listModels, async ({ services: { database, catalog }, user }) => ({
  models: await listModels(database.db, catalog, user),
}));
