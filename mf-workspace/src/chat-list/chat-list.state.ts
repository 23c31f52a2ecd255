import { chatPage } from '@atrium/shared-kernel/contracts/constants';
import type { Chat, Tag } from '@atrium/shared-kernel/contracts/entities/chat';
import { byNewest, lastChange, withChats } from './chat-order.ts';

export interface ChatListState {
  /** All loaded chats, newest first. */
  readonly chats: readonly Chat[];
  /** What the next page is doing; `first` until one has been loaded. */
  readonly page: 'first' | 'idle' | 'loading' | 'failed' | 'end';
  /** Whether a page has ever arrived: before that there is nothing to show. */
  readonly loaded: boolean;
  /** Last change of the last chat of the last page: the service gives what is older. */
  readonly cursor?: string;
  /** Chats that were taken out: a page that was asked for before may hold them still. */
  readonly gone: ReadonlySet<string>;
  /** The service's words for why the last page failed; may be empty. */
  readonly failure?: string;
}

export type ChatListAction =
  | { readonly type: 'pageRequested' }
  /** `pins` come with the first page: they are in none. */
  | { readonly type: 'pageLoaded'; readonly chats: readonly Chat[]; readonly pins?: readonly Chat[] }
  | { readonly type: 'pageFailed'; readonly failure: string }
  | { readonly type: 'put'; readonly chats: readonly Chat[] }
  | { readonly type: 'retitled'; readonly chatId: string; readonly title: string }
  | { readonly type: 'touched'; readonly chatId: string; readonly lastUpdate: string }
  | { readonly type: 'tagged'; readonly chatId: string; readonly tags: Tag[] }
  | { readonly type: 'untagged'; readonly tagId: string }
  | { readonly type: 'removed'; readonly chatIds: readonly string[] };

export const emptyList: ChatListState = { chats: [], page: 'first', loaded: false, gone: new Set() };

const withPage = (state: ChatListState, page: readonly Chat[], pins: readonly Chat[]): ChatListState => {
  const asked = new Set(page.map((chat) => chat._id));
  const known = new Set(state.chats.filter(({ _id }) => asked.has(_id)).map(({ _id }) => _id));
  const fresh = page.filter((chat) => !known.has(chat._id));
  const wanted = [...fresh, ...pins].filter((chat) => !state.gone.has(chat._id));
  const end = state.chats.at(-1);
  const [first] = wanted.toSorted(byNewest);
  // A page is older than all before it: ten thousand chats are not sorted again for it.
  const append = end && first && pins.length === 0 && byNewest(end, first) < 0;
  const last = page.at(-1);
  // A full page without a new chat would be asked for again and again: it ends the list.
  const ended = page.length < chatPage.size || (fresh.length === 0 && last && lastChange(last) === state.cursor);
  return {
    gone: state.gone,
    chats: append ? [...state.chats, ...wanted.toSorted(byNewest)] : withChats(state.chats, wanted),
    page: ended ? 'end' : 'idle',
    loaded: true,
    ...(last ? { cursor: lastChange(last) } : state.cursor ? { cursor: state.cursor } : {}),
  };
};

const without = (state: ChatListState, chatIds: readonly string[]): ChatListState => {
  const gone = new Set([...state.gone, ...chatIds]);
  return { ...state, gone, chats: state.chats.filter((chat) => !gone.has(chat._id)) };
};

/** A chat of the archive is in no list. */
const put = (state: ChatListState, chats: readonly Chat[]): ChatListState => {
  const archived = chats.filter((chat) => chat.archived).map(({ _id }) => _id);
  const unarchived = chats.filter((chat) => !chat.archived);
  const left = archived.length > 0 ? without(state, archived) : state;
  const back = new Set(unarchived.map(({ _id }) => _id));
  const gone = new Set([...left.gone].filter((id) => !back.has(id)));
  return { ...left, gone, chats: withChats(left.chats, unarchived) };
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
