import type { Chat, Tag } from '@atrium/shared-kernel/contracts/entities/chat';
import type { Behavior, Scope } from '@atrium/shared-kernel/remote';
import {
  BehaviorSubject,
  catchError,
  combineLatest,
  defer,
  distinctUntilChanged,
  EMPTY,
  exhaustMap,
  filter,
  map,
  merge,
  type Observable,
  of,
  startWith,
  Subject,
  switchMap,
  tap,
} from 'rxjs';
import { type ChatListAction, type ChatListState, emptyList, reduceChatList } from './chat-list.state.ts';

export interface ChatListInputs {
  /** The user whose list it is. Undefined for a visitor, who has none. */
  readonly owner$: Observable<string | undefined>;
  readonly created$: Observable<{ chat: Chat }>;
  readonly named$: Observable<{ chatId: string; title: string }>;
  readonly touched$: Observable<{ chatId: string; lastUpdate: string }>;
  readonly tagged$: Observable<{ chatId: string; tags: Tag[] }>;
  /** Deleted here or elsewhere. */
  readonly deleted$: Observable<{ chatId: string }>;
  /** Chats that came back, or undefined if something changed that no event describes in full. */
  readonly chatsChanged$: Observable<readonly Chat[] | undefined>;
  /** All pinned chats. */
  readonly fetchPinned: () => Observable<readonly Chat[]>;
  /** One page of chats older than the cursor, newest first; without one the newest. */
  readonly fetchPage: (cursor: string | undefined) => Observable<readonly Chat[]>;
  /** The service's message for a failure. May be empty. */
  readonly describe: (error: unknown) => string;
}

export interface ChatListModel {
  readonly state$: Behavior<ChatListState>;
  /** Loads the next page, unless one is loading, has failed, or there is none. */
  readonly loadMore: () => void;
  /** Requests the failed page again. */
  readonly retry: () => void;
  readonly put: (...chats: Chat[]) => void;
  readonly retitle: (chatId: string, title: string) => void;
  /** Removes a deleted collection from all chats. */
  readonly untag: (tagId: string) => void;
  readonly remove: (...chatIds: string[]) => void;
}

/**
 * The chats of the left bar: loaded in pages by a cursor, without duplicates, and kept up to date by events. Starts
 * over for a new owner.
 */
export const createChatListModel = (scope: Scope, inputs: ChatListInputs): ChatListModel => {
  const state$ = new BehaviorSubject<ChatListState>(emptyList);
  const pageRequests$ = new Subject<void>();
  const dispatch = (action: ChatListAction) => state$.next(reduceChatList(state$.value, action));

  const loadPage = () =>
    defer(() => {
      dispatch({ type: 'pageRequested' });
      const { loaded, cursor } = state$.value;
      // Pinned chats are on top, so nothing is shown before they have arrived.
      const pins$ = loaded ? of([]) : inputs.fetchPinned();
      return combineLatest([inputs.fetchPage(cursor), pins$]).pipe(
        tap(([chats, pins]) => dispatch({ type: 'pageLoaded', chats, pins })),
        catchError((error: unknown) => {
          dispatch({ type: 'pageFailed', failure: inputs.describe(error) });
          return EMPTY;
        }),
      );
    });

  const restart$ = inputs.chatsChanged$.pipe(
    filter((chats) => chats === undefined),
    startWith(undefined),
  );
  const pages$ = combineLatest([inputs.owner$.pipe(distinctUntilChanged()), restart$]).pipe(
    switchMap(([owner]) => {
      state$.next(emptyList);
      return owner === undefined ? EMPTY : pageRequests$.pipe(startWith(undefined), exhaustMap(loadPage));
    }),
  );
  const changes$ = merge(
    inputs.created$.pipe(map(({ chat }): ChatListAction => ({ type: 'put', chats: [chat] }))),
    inputs.chatsChanged$.pipe(map((chats): ChatListAction => ({ type: 'put', chats: chats ?? [] }))),
    inputs.named$.pipe(map((named): ChatListAction => ({ type: 'retitled', ...named }))),
    inputs.deleted$.pipe(map(({ chatId }): ChatListAction => ({ type: 'removed', chatIds: [chatId] }))),
    inputs.tagged$.pipe(map((tagged): ChatListAction => ({ type: 'tagged', ...tagged }))),
    inputs.touched$.pipe(map((touched): ChatListAction => ({ type: 'touched', ...touched }))),
  );
  pages$.pipe(scope.until()).subscribe();
  changes$.pipe(scope.until()).subscribe(dispatch);

  return {
    state$,
    loadMore: () => state$.value.page === 'idle' && pageRequests$.next(),
    retry: () => state$.value.page === 'failed' && pageRequests$.next(),
    put: (...chats) => dispatch({ type: 'put', chats }),
    retitle: (chatId, title) => dispatch({ type: 'retitled', chatId, title }),
    untag: (tagId) => dispatch({ type: 'untagged', tagId }),
    remove: (...chatIds) => dispatch({ type: 'removed', chatIds }),
  };
};
