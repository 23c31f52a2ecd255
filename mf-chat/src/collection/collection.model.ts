import { messageOf } from '@atrium/shared-kernel/client';
import { isCallFailure } from '@atrium/shared-kernel/failure';
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
  switchMap,
  tap,
  type Observable,
} from 'rxjs';
import type { ChatRemote } from '../remote.ts';
import { type CollectionAction, type CollectionState, emptyCollection, reduceCollection } from './collection.state.ts';

export interface CollectionModel {
  readonly state$: Behavior<CollectionState>;
  /** Fetches the first page and listens to what other parts tell, as long as the scope lasts. */
  readonly begin: (scope: Scope) => void;
  /** Loads the next page, unless one is loading or has failed, or there is none. */
  readonly loadMore: () => void;
  /** Asks again for the page that failed. */
  readonly retry: () => void;
  /** Takes the chat out of the collection at once; puts it back where the call fails. */
  readonly takeOut: (chat: Chat) => Promise<void>;
  /** Makes a copy, in the same collections, and opens it. */
  readonly duplicate: (chat: Chat) => Promise<void>;
}

type View = Pick<ChatRemote, 'client' | 'bus' | 'alerts' | 'navigation'>;

interface Followed {
  readonly scope: Scope;
  readonly tagId: string;
  readonly state$: Behavior<CollectionState>;
  readonly dispatch: (action: CollectionAction) => void;
  /** Fetches the first page again: nobody says which chats have changed. */
  readonly again: () => void;
}

/** Follows what other parts, tabs and people change in the collection's chats. */
const followOthers = ({ client, bus }: View, { scope, tagId, state$, dispatch, again }: Followed) => {
  /** Another part or tab has added the chat to the collection. */
  const welcome = async (chatId: string, tags: Tag[]) => {
    try {
      const { chat } = await client.call(calls.chat.focusChat, { chatId }, { signal: scope.signal });
      dispatch({ type: 'put', chat: { ...chat, tags } });
    } catch (error) {
      // It is there with the next visit.
      if (!isCallFailure(error) && !scope.signal.aborted) throw error;
    }
  };

  bus
    .on(events.workspace.collectionsChanged)
    .pipe(scope.until())
    .subscribe(({ chatId, tags }) => {
      if (chatId === undefined || !tags) return;
      const here = state$.value.chats.some(({ _id }) => _id === chatId);
      if (!tags.some(({ _id }) => _id === tagId)) dispatch({ type: 'removed', chatId });
      else if (here) dispatch({ type: 'changed', chatId, change: { tags } });
      else void welcome(chatId, tags);
    });
  bus
    .on(events.workspace.chatsChanged)
    .pipe(scope.until())
    .subscribe(({ chats }) => {
      if (!chats) return again();
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

interface Paged extends Omit<Followed, 'again'> {
  readonly client: View['client'];
  /** Asks for the next page. */
  readonly more$: Observable<void>;
}

/** Reads the first page, and another whenever `more$` asks for it. Gives what begins at the first page again. */
const readPages = ({ client, scope, tagId, state$, more$, dispatch }: Paged) => {
  const page = (first: boolean) => {
    dispatch({ type: 'pageRequested', first });
    const lastUpdateTimestamp = state$.value.cursor;
    return from(client.call(calls.chat.listChats, { tagId, lastUpdateTimestamp }, { signal: scope.signal })).pipe(
      tap(({ chats }) => dispatch({ type: 'pageLoaded', chats })),
      catchError((error: unknown) => {
        dispatch({ type: 'pageFailed', failure: messageOf(error, '') });
        return EMPTY;
      }),
    );
  };
  const again$ = new Subject<void>();
  again$
    .pipe(
      startWith(undefined),
      switchMap(() =>
        more$.pipe(
          startWith(undefined),
          exhaustMap((_, index) => page(index === 0)),
        ),
      ),
      scope.until(),
    )
    .subscribe();
  return () => again$.next();
};

/**
 * The chats of one collection (B2.16), read in pages by a cursor and kept up to date by events. `known` is what was shown
 * of it before, and is shown until the first page has been fetched again.
 */
export const createCollectionModel = (
  view: View,
  tagId: string,
  known: CollectionState = emptyCollection,
): CollectionModel => {
  const { client, bus, alerts, navigation } = view;
  const state$ = new BehaviorSubject(known);
  const more$ = new Subject<void>();
  const dispatch = (action: CollectionAction) => state$.next(reduceCollection(state$.value, action));
  const fail = (error: unknown, fallback: string) =>
    alerts.show({ message: messageOf(error, fallback), type: 'error', time: toastTimes.medium });

  const begin = (scope: Scope) => {
    const again = readPages({ client, scope, tagId, state$, more$, dispatch });
    followOthers(view, { scope, tagId, state$, dispatch, again });
  };

  return {
    state$,
    begin,
    loadMore: () => state$.value.page === 'idle' && more$.next(),
    retry: () => state$.value.page === 'failed' && more$.next(),
    async takeOut(chat) {
      const left = { ...chat, tags: chat.tags.filter(({ _id }) => _id !== tagId) };
      dispatch({ type: 'removed', chatId: chat._id });
      bus.emit(events.chat.changed, { chat: left });
      try {
        await client.call(calls.tags.removeFromChat, { chatId: chat._id, tagId });
      } catch (error) {
        dispatch({ type: 'put', chat });
        bus.emit(events.chat.changed, { chat });
        fail(error, callFailed);
      }
    },
    async duplicate(chat) {
      alerts.show({ type: 'info', time: toastTimes.short, message: 'Duplicating chat...' });
      try {
        const { chat: copy } = await client.call(calls.chat.duplicateChat, { chatId: chat._id });
        dispatch({ type: 'put', chat: copy });
        bus.emit(events.chat.changed, { chat: copy });
        navigation.navigate(`/?chat=${copy._id}`);
      } catch (error) {
        fail(error, 'Failed to share chat, please try again');
      }
    },
  };
};
