import * as calls from '@atrium/shared-kernel/contracts/calls';
import { keepTemporary } from '../../domain/chats/temporary.ts';
import { implement } from '../implement.ts';

export default implement(calls.chat.keepChat, async ({ services, user }, input) => {
  await keepTemporary(services.database.db, user.id, input, services.now());
  return {};
});
