import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import { isId } from '@atrium/shared-kernel/contracts/id';
import type { PageLocation } from '@atrium/shared-kernel/remote';

export const pathOfChat = (chatId: string): string => `/?chat=${chatId}`;

/** The id of the chat that a URL shows. Undefined for a new chat and for other pages. */
export const openChatId = ({ pathname, search }: PageLocation): string | undefined => {
  const chatId = pathname === '/' ? new URLSearchParams(search).get('chat') : null;
  return isId(chatId) ? chatId : undefined;
};

export const titleOf = (chat: Pick<Chat, 'title'>): string => chat.title.trim() || 'Untitled chat';
