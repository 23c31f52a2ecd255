import * as calls from '@atrium/shared-kernel/contracts/calls';
import { chatUndo } from '@atrium/shared-kernel/contracts/constants';
import { chatsRemoval } from '../domain/chats/deletion.ts';
import type { TestApp } from './app.ts';
import type { TestClient } from './client.ts';

/** Deletes a chat and removes deleted chats as if the time for undo were over. */
export const clearForGood = async (app: TestApp, client: TestClient, chatId: string): Promise<{ status: number }> => {
  const answer = await client.call(calls.chat.clearChat, { chatId });
  await chatsRemoval(app.services, () => Date.now() + chatUndo.retained + 1000).run();
  return answer;
};
