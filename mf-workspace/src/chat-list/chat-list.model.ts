import { createRepeatedRead } from '@atrium/shared-kernel/changes/repeated-read';
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
  firstValueFrom,
  map,
  merge,
  Observable,
  of,
  startWith,
  Subject,
  switchMap,
  takeUntil,
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
  /** Removes chats. Until the returned function is called, reading the list again does not bring them back. */
  readonly remove: (...chatIds: string[]) => () => void;
}

type Fetches = Pick<ChatListInputs, 'fetchPage' | 'fetchPinned'>;

/** The page after what is loaded. Pinned chats are on top, so nothing is shown before they have arrived. */
const fetchNext = ({ fetchPage, fetchPinned }: Fetches, { loaded, cursor }: ChatListState) =>
  combineLatest([fetchPage(cursor), loaded ? of([]) : fetchPinned()]).pipe(
    map(([chats, pins]): ChatListAction => ({ type: 'pageLoaded', chats, pins })),
  );

/** A read of the whole list. */
interface Reading {
  /** What has been read so far, from where another attempt continues. */
  fresh: ChatListState;
  /** What has happened since it began, which its pages may not contain. */
  readonly since: ChatListAction[];
}

/** Reads from the service as far down as `shown` has been loaded, which may be continued in the meantime. */
const fetchAsFar = async (fetches: Fetches, reading: Reading, shown: () => ChatListState): Promise<void> => {
  const isComplete = ({ page, cursor = '' }: ChatListState) => page === 'end' || cursor <= (shown().cursor ?? cursor);
  do reading.fresh = reduceChatList(reading.fresh, await firstValueFrom(fetchNext(fetches, reading.fresh)));
  while (!isComplete(reading.fresh));
};

/**
 * The chats of the left bar: loaded in pages by a cursor, without duplicates, and kept up to date by events. Starts
 * over for a new owner. After a change that names no chats, what is shown stays until it has been read again, because
 * during an import that happens every few seconds.
 */
export const createChatListModel = (scope: Scope, inputs: ChatListInputs): ChatListModel => {
  const state$ = new BehaviorSubject<ChatListState>(emptyList);
  const pageRequests$ = new Subject<void>();
  const replaced$ = new Subject<void>();
  /** The read that runs. */
  let reading: Reading | undefined;
  /** The read that another attempt continues; none after a further change. */
  let begun: Reading | undefined;
  /** Removed chats whose calls still run. */
  const held = new Set<readonly string[]>();
  const dispatch = (action: ChatListAction) => state$.next(reduceChatList(state$.value, action));
  const change = (action: ChatListAction) => {
    reading?.since.push(action);
    dispatch(action);
  };

  const loadPage = () =>
    defer(() => {
      dispatch({ type: 'pageRequested' });
      return fetchNext(inputs, state$.value).pipe(
        tap(dispatch),
        catchError((error: unknown) => {
          dispatch({ type: 'pageFailed', failure: inputs.describe(error) });
          return EMPTY;
        }),
        // A page that is still on its way may be older than the change.
        takeUntil(replaced$),
      );
    });
  const readAgain = async (signal: AbortSignal) => {
    const read = (begun ??= { fresh: emptyList, since: [{ type: 'removed', chatIds: [...held].flat() }] });
    reading = read;
    await fetchAsFar(inputs, read, () => state$.value);
    if (signal.aborted) return;
    reading = begun = undefined;
    replaced$.next();
    state$.next(read.since.reduce(reduceChatList, read.fresh));
  };
  const readsAgain$ = new Observable<never>(() => {
    const stopped = new AbortController();
    const request = createRepeatedRead(() => readAgain(stopped.signal), stopped.signal);
    begun = undefined;
    const changes = inputs.chatsChanged$.pipe(filter((chats) => chats === undefined)).subscribe(() => {
      begun = undefined;
      request();
    });
    return () => {
      changes.unsubscribe();
      stopped.abort();
    };
  });
  const pages$ = inputs.owner$.pipe(
    distinctUntilChanged(),
    switchMap((owner) => {
      state$.next(emptyList);
      if (owner === undefined) return EMPTY;
      return merge(readsAgain$, pageRequests$.pipe(startWith(undefined), exhaustMap(loadPage)));
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
  changes$.pipe(scope.until()).subscribe(change);

  return {
    state$,
    loadMore: () => state$.value.page === 'idle' && pageRequests$.next(),
    retry: () => state$.value.page === 'failed' && pageRequests$.next(),
    put: (...chats) => change({ type: 'put', chats }),
    retitle: (chatId, title) => change({ type: 'retitled', chatId, title }),
    untag: (tagId) => change({ type: 'untagged', tagId }),
    remove(...chatIds) {
      held.add(chatIds);
      change({ type: 'removed', chatIds });
      return () => held.delete(chatIds);
    },
  };
};
