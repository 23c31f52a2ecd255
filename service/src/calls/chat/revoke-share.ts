import * as calls from '@atrium/shared-kernel/contracts/calls';
import { revokeShare } from '../../domain/chats/shares.ts';
import { implement } from '../implement.ts';

/** Page and files ask for the link each time they are opened, so that both are gone with it. */
export default implement(calls.chat.revokeShare, async ({ services, user }, { shareId }) => {
  await revokeShare(services.database.db, user.id, shareId);
  return {};
});
