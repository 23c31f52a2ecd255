import * as calls from '@atrium/shared-kernel/contracts/calls';
import { revokeShare } from '../../domain/chats/shares.ts';
import { implement } from '../implement.ts';

/** The page and the files check the link on every request, so both stop working with it. */
export default implement(calls.chat.revokeShare, async ({ services, user }, { shareId }) => {
  await revokeShare(services.database.db, user.id, shareId);
  return {};
});
