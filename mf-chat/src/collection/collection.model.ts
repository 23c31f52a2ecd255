import { createRepeatedRead } from '@atrium/shared-kernel/changes/repeated-read';
import { messageOf } from '@atrium/shared-kernel/client';
import { isCallFailure, isFailure } from '@atrium/shared-kernel/failure';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { Chat, Tag } from '@atrium/shared-kernel/contracts/entities/chat';
import * as events from '#contracts/events';
import { callFailed } from '@atrium/shared-kernel/contracts/sentences';
import type { Behavior, Scope } from '@atrium/shared-kernel/remote';
import {
  BehaviorSubject,
  catchError,
  EMPTY,
  exhaustMap,
  from,
  startWith,
  Subject,
  takeUntil,
  tap,
  type Observable,
} from 'rxjs';
import type { ChatRemote } from '../remote.ts';
import { type CollectionAction, type CollectionState, emptyCollection, reduceCollection } from './collection.state.ts';

export interface CollectionModel {
  readonly state$: Behavior<CollectionState>;
  /** Fetches what is to be shown and follows events of other parts, until the scope ends. */
  readonly start: (scope: Scope) => void;
  /** Loads the next page, unless one is loading or has failed, or there is none. */
  readonly loadMore: () => void;
  /** Requests the failed page again. */
  readonly retry: () => void;
  /** Removes the chat from the collection at once, and restores it if the call fails. */
  readonly remove: (chat: Chat) => Promise<void>;
  /** Makes a copy in the same collections, and opens it. */
  readonly duplicate: (chat: Chat) => Promise<void>;
}

type View = Pick<ChatRemote, 'client' | 'bus' | 'alerts' | 'navigation'>;

interface Followed {
  readonly scope: Scope;
  readonly tagId: string;
  readonly state$: Behavior<CollectionState>;
  readonly dispatch: (action: CollectionAction) => void;
  /** Reads all again that is shown: the event does not say which chats have changed. */
  readonly reload: () => void;
}

/** Applies what other parts, tabs and users change in the collection's chats. */
const followEvents = ({ client, bus }: View, { scope, tagId, state$, dispatch, reload }: Followed) => {
  /** Another part or tab has added the chat to the collection. */
  const fetchAdded = async (chatId: string, tags: Tag[]) => {
    try {
      const { chat } = await client.call(calls.chat.focusChat, { chatId }, { signal: scope.signal });
      dispatch({ type: 'put', chat: { ...chat, tags } });
    } catch (error) {
      // The chat appears with the next visit.
      if (!isCallFailure(error) && !scope.signal.aborted) throw error;
    }
  };

  bus
    .on(events.workspace.collectionsChanged)
    .pipe(scope.until())
    .subscribe(({ chatId, tags }) => {
      if (chatId === undefined || !tags) return;
      const listed = state$.value.chats.some(({ _id }) => _id === chatId);
      if (!tags.some(({ _id }) => _id === tagId)) dispatch({ type: 'removed', chatId });
      else if (listed) dispatch({ type: 'changed', chatId, change: { tags } });
      else void fetchAdded(chatId, tags);
    });
  bus
    .on(events.workspace.chatsChanged)
    .pipe(scope.until())
    .subscribe(({ chats }) => {
      if (!chats) return reload();
      for (const chat of chats) {
        const inside = !chat.archived && chat.tags.some(({ _id }) => _id === tagId);
        dispatch(inside ? { type: 'put', chat } : { type: 'removed', chatId: chat._id });
      }
    });
  const retitled = ({ chatId, title }: { chatId: string; title: string }) =>
    dispatch({ type: 'changed', chatId, change: { title } });
  bus.on(events.workspace.chatRenamed).pipe(scope.until()).subscribe(retitled);
  bus.on(events.chat.named).pipe(scope.until()).subscribe(retitled);
  bus
    .on(events.chat.touched)
    .pipe(scope.until())
    .subscribe(({ chatId, lastUpdate }) => dispatch({ type: 'changed', chatId, change: { lastUpdate } }));
  bus
    .on(events.workspace.chatDeleted)
    .pipe(scope.until())
    .subscribe(({ chatId }) => dispatch({ type: 'removed', chatId }));
};

/** Notices whether a chat is deleted, here or elsewhere. */
const watchEnd = ({ bus }: View, watched: string) => {
  let seen = false;
  const ends = bus.on(events.workspace.chatDeleted).subscribe(({ chatId }) => {
    seen ||= chatId === watched;
  });
  return { seen: () => seen, stop: () => ends.unsubscribe() };
};

type FetchPage = (cursor: string | undefined) => Promise<readonly Chat[]>;

/** A read of the whole list. */
interface Reading {
  /** What has been read so far, from where another attempt continues. */
  fresh: CollectionState;
  /** What has happened since it began, which its pages may not contain. */
  readonly since: CollectionAction[];
}

/** Reads from the service as far down as `shown` has been loaded, which may be continued in the meantime. */
const fetchAsFar = async (fetchPage: FetchPage, reading: Reading, shown: () => CollectionState): Promise<void> => {
  const isComplete = ({ page, cursor = '' }: CollectionState) => page === 'end' || cursor <= (shown().cursor ?? cursor);
  do {
    const chats = await fetchPage(reading.fresh.cursor);
    reading.fresh = reduceCollection(reading.fresh, { type: 'pageLoaded', chats });
  } while (!isComplete(reading.fresh));
};

interface Paged {
  readonly scope: Scope;
  readonly fetchPage: FetchPage;
  readonly state$: Behavior<CollectionState>;
  readonly dispatch: (action: CollectionAction) => void;
  /** Requests the next page. */
  readonly more$: Observable<void>;
  /** The list was read again: a page that is still on its way may be older. */
  readonly replaced$: Observable<void>;
}

/** Loads the first page unless one is shown, and the next one on each emission of `more$`. */
const loadPages = ({ scope, fetchPage, state$, dispatch, more$, replaced$ }: Paged) => {
  const page = () => {
    dispatch({ type: 'pageRequested' });
    return from(fetchPage(state$.value.cursor)).pipe(
      tap((chats) => dispatch({ type: 'pageLoaded', chats })),
      catchError((error: unknown) => {
        dispatch({ type: 'pageFailed', failure: messageOf(error, '') });
        return EMPTY;
      }),
      takeUntil(replaced$),
    );
  };
  const requests$ = state$.value.loaded ? more$ : more$.pipe(startWith(undefined));
  requests$.pipe(exhaustMap(page), scope.until()).subscribe();
};

/**
 * The chats of one collection (B2.16), loaded in pages by a cursor and kept up to date by events. `cached` is what was
 * shown before. It stays until all of it has been read again, and so does what is shown when a change names no chats.
 */
export const createCollectionModel = (
  view: View,
  tagId: string,
  cached: CollectionState = emptyCollection,
): CollectionModel => {
  const { client, bus, alerts, navigation } = view;
  const state$ = new BehaviorSubject(cached);
  const more$ = new Subject<void>();
  const replaced$ = new Subject<void>();
  /** The read that runs. */
  let reading: Reading | undefined;
  /** Removed chats whose calls still run. */
  const held = new Set<string>();
  const dispatch = (action: CollectionAction) => state$.next(reduceCollection(state$.value, action));
  const change = (action: CollectionAction) => {
    reading?.since.push(action);
    dispatch(action);
  };
  const fail = (error: unknown, fallback: string) =>
    alerts.show({ message: messageOf(error, fallback), type: 'error', time: toastTimes.medium });

  const start = (scope: Scope) => {
    const { signal } = scope;
    const fetchPage: FetchPage = async (lastUpdateTimestamp) =>
      (await client.call(calls.chat.listChats, { tagId, lastUpdateTimestamp }, { signal })).chats;
    /** The read that another attempt continues; none after a further change. */
    let begun: Reading | undefined;
    const read = createRepeatedRead(async () => {
      const since = [...held].map((chatId): CollectionAction => ({ type: 'removed', chatId }));
      const own = (begun ??= { fresh: emptyCollection, since });
      reading = own;
      await fetchAsFar(fetchPage, own, () => state$.value);
      if (signal.aborted) return;
      reading = undefined;
      begun = undefined;
      replaced$.next();
      state$.next(own.since.reduce(reduceCollection, own.fresh));
    }, signal);
    const reload = () => {
      begun = undefined;
      read();
    };
    const { loaded, page } = state$.value;
    // The previous visit may have ended before its last page arrived.
    if (loaded && page !== 'end') state$.next({ ...state$.value, page: 'idle' });
    loadPages({ scope, fetchPage, state$, more$, replaced$, dispatch });
    followEvents(view, { scope, tagId, state$, dispatch: change, reload });
    if (loaded) reload();
  };

  return {
    state$,
    start,
    loadMore: () => state$.value.page === 'idle' && more$.next(),
    retry: () => state$.value.page === 'failed' && more$.next(),
    async remove(chat) {
      const withoutTag = { ...chat, tags: chat.tags.filter(({ _id }) => _id !== tagId) };
      held.add(chat._id);
      change({ type: 'removed', chatId: chat._id });
      bus.emit(events.chat.changed, { chat: withoutTag });
      const end = watchEnd(view, chat._id);
      try {
        await client.call(calls.tags.removeFromChat, { chatId: chat._id, tagId });
      } catch (error) {
        fail(error, callFailed);
        // A chat that was deleted elsewhere would come back, and stay.
        if (end.seen() || isFailure(error, calls.tags.removeFromChat, 'unknown-chat')) return;
        change({ type: 'put', chat });
        bus.emit(events.chat.changed, { chat });
      } finally {
        held.delete(chat._id);
        end.stop();
      }
    },
    async duplicate(chat) {
      alerts.show({ type: 'info', time: toastTimes.short, message: 'Duplicating chat...' });
      try {
        const { chat: copy } = await client.call(calls.chat.duplicateChat, { chatId: chat._id });
        change({ type: 'put', chat: copy });
        bus.emit(events.chat.changed, { chat: copy });
        navigation.navigate(`/?chat=${copy._id}`);
      } catch (error) {
        fail(error, 'Failed to share chat, please try again');
      }
    },
  };
};
