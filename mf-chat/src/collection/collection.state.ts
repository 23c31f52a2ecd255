import { chatPage } from '@atrium/shared-kernel/contracts/constants';
import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';

export interface CollectionState {
  /** The loaded chats of the collection, newest first. */
  readonly chats: readonly Chat[];
  readonly page: 'idle' | 'loading' | 'failed' | 'end';
  /** The service's message for the page that failed. May be empty. */
  readonly failure?: string;
  /** Whether a page has ever arrived. Before that, there is nothing to show. */
  readonly loaded: boolean;
  /** `lastUpdate` of the last chat of the last page: the service returns older chats. */
  readonly cursor?: string | undefined;
}

export type CollectionAction =
  | { readonly type: 'pageRequested' }
  | { readonly type: 'pageLoaded'; readonly chats: readonly Chat[] }
  | { readonly type: 'pageFailed'; readonly failure: string }
  | { readonly type: 'put'; readonly chat: Chat }
  | { readonly type: 'changed'; readonly chatId: string; readonly change: Partial<Chat> }
  | { readonly type: 'removed'; readonly chatId: string };

export const emptyCollection: CollectionState = { chats: [], page: 'idle', loaded: false };

/** The instant that orders a chat. ISO 8601, UTC. */
export const lastChange = ({ lastUpdate, createdDate }: Chat): string => lastUpdate ?? createdDate;

/** Newest first; equal instants by id, so that the order is stable between pages. */
const ordered = (chats: readonly Chat[]): readonly Chat[] =>
  [...new Map(chats.map((chat) => [chat._id, chat])).values()].toSorted(
    (one, other) => lastChange(other).localeCompare(lastChange(one)) || other._id.localeCompare(one._id),
  );

const withPage = ({ chats, cursor }: CollectionState, page: readonly Chat[]): CollectionState => {
  const known = new Set(chats.map(({ _id }) => _id));
  const last = page.at(-1);
  // A full page that leads no further also ends the list: it would be requested again and again.
  const further = page.some(({ _id }) => !known.has(_id)) || (last !== undefined && lastChange(last) !== cursor);
  const ended = page.length < chatPage.size || !further;
  return {
    chats: ordered([...chats, ...page]),
    page: ended ? 'end' : 'idle',
    loaded: true,
    cursor: last ? lastChange(last) : cursor,
  };
};

/** The list after an action. */
export const reduceCollection = (state: CollectionState, action: CollectionAction): CollectionState => {
  switch (action.type) {
    case 'pageRequested':
      return { ...state, page: 'loading' };
    case 'pageLoaded':
      return withPage(state, action.chats);
    case 'pageFailed':
      return { ...state, page: 'failed', failure: action.failure };
    case 'put':
      return { ...state, chats: ordered([...state.chats, action.chat]) };
    case 'changed': {
      const { chatId, change } = action;
      return {
        ...state,
        chats: ordered(state.chats.map((chat) => (chat._id === chatId ? { ...chat, ...change } : chat))),
      };
    }
    case 'removed':
      return { ...state, chats: state.chats.filter(({ _id }) => _id !== action.chatId) };
  }
};
