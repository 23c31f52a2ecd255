import { getUser } from '@atrium/shared-kernel/contracts/calls/session';
import { namesRevision, toUser } from '../../domain/accounts/viewer.ts';
import { implement } from '../implement.ts';

export default implement(getUser, async ({ user, services }) => ({
  ...toUser(user),
  revision: namesRevision(user),
  ...(services.transcription ? {} : { voiceNotes: false }),
}));
