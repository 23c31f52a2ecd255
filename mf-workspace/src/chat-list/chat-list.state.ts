import { chatPage } from '@atrium/shared-kernel/contracts/constants';
import type { Chat, Tag } from '@atrium/shared-kernel/contracts/entities/chat';
import { byNewest, lastChange, withChats } from './chat-order.ts';

export interface ChatListState {
  /** All loaded chats, newest first. */
  readonly chats: readonly Chat[];
  /** What the next page is doing; `first` until one has been loaded. */
  readonly page: 'first' | 'idle' | 'loading' | 'failed' | 'end';
  /** Whether a page has ever arrived. Before that, there is nothing to show. */
  readonly loaded: boolean;
  /** Last change of the last chat of the last page: the service returns older chats. */
  readonly cursor?: string;
  /** Ids of removed chats, which a page that was requested before may still contain. */
  readonly removed: ReadonlySet<string>;
  /** The service's message for why the last page failed. May be empty. */
  readonly failure?: string;
}

export type ChatListAction =
  | { readonly type: 'pageRequested' }
  /** `pins` come with the first page, because no page contains them. */
  | { readonly type: 'pageLoaded'; readonly chats: readonly Chat[]; readonly pins?: readonly Chat[] }
  | { readonly type: 'pageFailed'; readonly failure: string }
  | { readonly type: 'put'; readonly chats: readonly Chat[] }
  | { readonly type: 'retitled'; readonly chatId: string; readonly title: string }
  | { readonly type: 'touched'; readonly chatId: string; readonly lastUpdate: string }
  | { readonly type: 'tagged'; readonly chatId: string; readonly tags: Tag[] }
  | { readonly type: 'untagged'; readonly tagId: string }
  | { readonly type: 'removed'; readonly chatIds: readonly string[] };

export const emptyList: ChatListState = { chats: [], page: 'first', loaded: false, removed: new Set() };

const withPage = (state: ChatListState, page: readonly Chat[], pins: readonly Chat[]): ChatListState => {
  const pageIds = new Set(page.map((chat) => chat._id));
  const known = new Set(state.chats.filter(({ _id }) => pageIds.has(_id)).map(({ _id }) => _id));
  const fresh = page.filter((chat) => !known.has(chat._id));
  const added = [...fresh, ...pins].filter((chat) => !state.removed.has(chat._id));
  const end = state.chats.at(-1);
  const [first] = added.toSorted(byNewest);
  // A page is older than all before it, so ten thousand chats are not sorted again.
  const append = end && first && pins.length === 0 && byNewest(end, first) < 0;
  const last = page.at(-1);
  // A full page without a new chat ends the list, because it would be requested again and again.
  const ended = page.length < chatPage.size || (fresh.length === 0 && last && lastChange(last) === state.cursor);
  return {
    removed: state.removed,
    chats: append ? [...state.chats, ...added.toSorted(byNewest)] : withChats(state.chats, added),
    page: ended ? 'end' : 'idle',
    loaded: true,
    ...(last ? { cursor: lastChange(last) } : state.cursor ? { cursor: state.cursor } : {}),
  };
};

const without = (state: ChatListState, chatIds: readonly string[]): ChatListState => {
  const removed = new Set([...state.removed, ...chatIds]);
  return { ...state, removed, chats: state.chats.filter((chat) => !removed.has(chat._id)) };
};

/** Archived chats are not in the list. */
const put = (state: ChatListState, chats: readonly Chat[]): ChatListState => {
  const archived = chats.filter((chat) => chat.archived).map(({ _id }) => _id);
  const unarchived = chats.filter((chat) => !chat.archived);
  const remaining = archived.length > 0 ? without(state, archived) : state;
  const restored = new Set(unarchived.map(({ _id }) => _id));
  const removed = new Set([...remaining.removed].filter((id) => !restored.has(id)));
  return { ...remaining, removed, chats: withChats(remaining.chats, unarchived) };
};

const changed = (state: ChatListState, chatId: string, change: Partial<Chat>): ChatListState => {
  const chat = state.chats.find((one) => one._id === chatId);
  return chat ? { ...state, chats: withChats(state.chats, [{ ...chat, ...change }]) } : state;
};

/** The list after an action. A chat that is not loaded yet is not changed: it arrives with its page, as it is then. */
export const reduceChatList = (state: ChatListState, action: ChatListAction): ChatListState => {
  switch (action.type) {
    case 'pageRequested': {
      const { failure: _, ...rest } = state;
      return { ...rest, page: 'loading' };
    }
    case 'pageLoaded':
      return withPage(state, action.chats, action.pins ?? []);
    case 'pageFailed':
      return { ...state, page: 'failed', failure: action.failure };
    case 'put':
      return put(state, action.chats);
    case 'retitled':
      return changed(state, action.chatId, { title: action.title });
    case 'touched':
      return changed(state, action.chatId, { lastUpdate: action.lastUpdate });
    case 'tagged':
      return changed(state, action.chatId, { tags: action.tags });
    case 'untagged': {
      const untagged = (chat: Chat) => ({ ...chat, tags: chat.tags.filter(({ _id }) => _id !== action.tagId) });
      return { ...state, chats: state.chats.map(untagged) };
    }
    default:
      return without(state, action.chatIds);
  }
};
