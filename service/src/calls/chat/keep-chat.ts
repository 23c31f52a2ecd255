import * as calls from '@atrium/shared-kernel/contracts/calls';
import { renewTemporary } from '../../domain/chats/temporary.ts';
import { implement } from '../implement.ts';

export default implement(calls.chat.keepChat, async ({ services, user }, input) => {
  await renewTemporary(services.database.db, user.id, input, services.now());
  return {};
});
