import { chatPage } from '@atrium/shared-kernel/contracts/constants';
import type { Chat, Tag } from '@atrium/shared-kernel/contracts/entities/chat';
import { lastChange, withChats } from './chat-order.ts';

export interface ChatListState {
  /** All loaded chats, newest first. */
  readonly chats: readonly Chat[];
  /** What the next page is doing; `first` until one has been loaded. */
  readonly page: 'first' | 'idle' | 'loading' | 'failed' | 'end';
  /** Whether a page has ever arrived: before that there is nothing to show. */
  readonly loaded: boolean;
  /** Last change of the last chat of the last page: the service gives what is older. */
  readonly cursor?: string;
  /** The service's words for why the last page failed; may be empty. */
  readonly failure?: string;
}

export type ChatListAction =
  | { readonly type: 'pageRequested' }
  | { readonly type: 'pageLoaded'; readonly chats: readonly Chat[] }
  | { readonly type: 'pageFailed'; readonly failure: string }
  | { readonly type: 'put'; readonly chat: Chat }
  | { readonly type: 'retitled'; readonly chatId: string; readonly title: string }
  | { readonly type: 'touched'; readonly chatId: string; readonly lastUpdate: string }
  | { readonly type: 'tagged'; readonly chatId: string; readonly tags: Tag[] }
  | { readonly type: 'untagged'; readonly tagId: string }
  | { readonly type: 'removed'; readonly chatId: string };

export const emptyList: ChatListState = { chats: [], page: 'first', loaded: false };

const withPage = (state: ChatListState, page: readonly Chat[]): ChatListState => {
  const known = new Set(state.chats.map((chat) => chat._id));
  const fresh = page.filter((chat) => !known.has(chat._id));
  const last = page.at(-1);
  // A full page without a new chat would be asked for again and again: it ends the list.
  const ended = page.length < chatPage.size || (fresh.length === 0 && last && lastChange(last) === state.cursor);
  return {
    chats: withChats(state.chats, fresh),
    page: ended ? 'end' : 'idle',
    loaded: true,
    ...(last ? { cursor: lastChange(last) } : state.cursor ? { cursor: state.cursor } : {}),
  };
};

const changed = (state: ChatListState, chatId: string, change: Partial<Chat>): ChatListState => {
  const chat = state.chats.find((one) => one._id === chatId);
  return chat ? { ...state, chats: withChats(state.chats, [{ ...chat, ...change }]) } : state;
};

/** The list after an action. A chat that is not loaded cannot change: it comes, changed, with its page. */
export const reduceChatList = (state: ChatListState, action: ChatListAction): ChatListState => {
  switch (action.type) {
    case 'pageRequested': {
      const { failure: _, ...rest } = state;
      return { ...rest, page: 'loading' };
    }
    case 'pageLoaded':
      return withPage(state, action.chats);
    case 'pageFailed':
      return { ...state, page: 'failed', failure: action.failure };
    case 'put':
      return { ...state, chats: withChats(state.chats, [action.chat]) };
    case 'retitled':
      return changed(state, action.chatId, { title: action.title });
    case 'touched':
      return changed(state, action.chatId, { lastUpdate: action.lastUpdate });
    case 'tagged':
      return changed(state, action.chatId, { tags: action.tags });
    case 'untagged': {
      const without = (chat: Chat) => ({ ...chat, tags: chat.tags.filter(({ _id }) => _id !== action.tagId) });
      return { ...state, chats: state.chats.map(without) };
    }
    default:
      return { ...state, chats: state.chats.filter((chat) => chat._id !== action.chatId) };
  }
};
