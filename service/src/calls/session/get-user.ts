import { getUser } from '@atrium/shared-kernel/contracts/calls/session';
import { namesRevision, toUser } from '../../domain/accounts/viewer.ts';
import { listModels } from '../../domain/models/list-models.ts';
import { implement } from '../implement.ts';

export default implement(getUser, async ({ user, services }) => {
  const { database, catalog, push, transcription } = services;
  const models = await listModels(database.db, catalog, user);
  return {
    ...toUser(user),
    revision: namesRevision(user),
    ...(transcription ? {} : { voiceNotes: false }),
    ...(push.publicKey === undefined ? { pushNotifications: false } : {}),
    ...(models.length > 1 ? { models: true } : {}),
  };
});
