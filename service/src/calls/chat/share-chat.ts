import * as calls from '@atrium/shared-kernel/contracts/calls';
import { shareChat } from '../../domain/chats/shares.ts';
import { implement } from '../implement.ts';

export default implement(calls.chat.shareChat, async ({ services, user }, { chatId }) => ({
  id: await shareChat(services.database.db, user.id, chatId),
}));
