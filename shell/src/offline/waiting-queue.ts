import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Behavior } from '@atrium/shared-kernel/remote';
import { BehaviorSubject, type Observable, Subject } from 'rxjs';
import type { WaitingItem } from './database.ts';
import { inChat, type WaitingStore } from './waiting-store.ts';

/**
 * A message between tabs, which may run other versions of the page: an item that was added or canceled, which the other
 * tabs show as well, or only that something changed.
 */
interface TabMessage {
  readonly person: string;
  readonly shown?: WaitingItem | undefined;
  /** Named as in released pages, which read it as well. */
  readonly begun?: CreatedChat | undefined;
}

/** A chat that the first message of a thread created. */
export interface CreatedChat {
  readonly thread: string;
  readonly chatId: string;
}

export interface WaitingQueue {
  /** The waiting changes of the signed-in person, the oldest first. */
  readonly items$: Behavior<readonly WaitingItem[]>;
  /** Changes that were made in another tab, or canceled in any. Screens show the current state of what they concern. */
  readonly changed$: Observable<WaitingItem>;
  /** Chats that messages of the queue created, in whichever tab they were sent. */
  readonly chatCreated$: Observable<CreatedChat>;
  /** Announces a created chat in all tabs. */
  readonly announce: (created: CreatedChat) => void;
  /** Changes the stored queue by `work`, and notifies all tabs. */
  readonly after: <T>(work: (store: WaitingStore, person: string) => Promise<T>) => Promise<T | undefined>;
  readonly cancel: (id: number) => Promise<boolean>;
  /**
   * Marks a change as refused. The screens of all tabs show the true state again. Resolves with false if the browser
   * could not store it.
   */
  readonly refuse: (item: WaitingItem, change: Partial<WaitingItem>) => Promise<boolean>;
  /** Puts a canceled change back in its position. A message goes to the chat that its thread has by now. */
  readonly restore: (item: WaitingItem) => Promise<unknown>;
  /** Sends a refused change once more, without the revision that it was based on. */
  readonly retry: (id: number) => Promise<unknown>;
  /** Removes all changes of a person, who may be signed out by now. */
  readonly clear: (person: string) => Promise<void>;
  /** Loads the queue of a person, or of nobody. Resolves when its items are known. */
  readonly show: (person: string | undefined) => Promise<void>;
}

/** The waiting changes of one person at a time. */
const createItems = (store: WaitingStore) => {
  const items$ = new BehaviorSubject<readonly WaitingItem[]>([]);
  let person: string | undefined;
  let turns = 0;
  let latestRead: Promise<void> = Promise.resolve();

  const readOnce = async (): Promise<void> => {
    const turn = ++turns;
    const items = person === undefined ? [] : await store.list(person);
    // Whoever waits for the items gets them from the read that replaced this one.
    if (turn !== turns) return latestRead;
    const same = items.length === 0 && items$.value.length === 0;
    if (!same) items$.next(items);
  };
  const read = () => (latestRead = readOnce());
  return {
    items$,
    person: () => person,
    find: (id: number) => items$.value.find((item) => item.id === id),
    read,
    show: (owner: string | undefined) => {
      person = owner;
      return read();
    },
  };
};

/** Moves messages that were read before their thread had a chat to the one that it has by now. */
const followThreads = (chatCreated$: Observable<CreatedChat>) => {
  const chats = new Map<string, string>();
  chatCreated$.subscribe(({ thread, chatId }) => chats.set(thread, chatId));
  return (item: WaitingItem): WaitingItem => {
    const chatId = item.input['id'] === undefined ? chats.get(item.thread ?? '') : undefined;
    return chatId === undefined ? item : inChat(item, chatId);
  };
};

/** The queue of a person, which all tabs of this browser share. */
export const createWaitingQueue = (
  store: WaitingStore,
  openChannel?: (name: string) => BroadcastChannel,
): WaitingQueue => {
  const { items$, person, find, read, show } = createItems(store);
  const changed$ = new Subject<WaitingItem>();
  const chatCreated$ = new Subject<CreatedChat>();
  const inItsChat = followThreads(chatCreated$);
  const channel = openChannel?.('atrium.waiting');

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
  const send = (message: TabMessage) => channel?.postMessage(message);
  channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data.person !== person()) return;
    if (data.begun) chatCreated$.next(data.begun);
    void read().then(() => data.shown && changed$.next(data.shown));
  });
  const settle = async (owner: string, changed?: WaitingItem) => {
    await read();
    send({ person: owner, shown: changed });
  };

  /** Stores a change of one of the person's items, and shows the item in all tabs. */
  const showAfter = async <T>(item: WaitingItem, work: () => Promise<T>): Promise<T | undefined> => {
    if (person() !== item.person) return undefined;
    const result = await work();
    await settle(item.person, item);
    changed$.next(item);
    return result;
  };

  return {
    items$,
    changed$,
    chatCreated$,
    announce(created) {
      chatCreated$.next(created);
      const owner = person();
      if (owner !== undefined) send({ person: owner, begun: created });
    },
    async after(work) {
      const owner = person();
      if (owner === undefined) return undefined;
      const before = new Map(items$.value.map(({ id, words }) => [id, words]));
      const result = await work(store, owner);
      await settle(owner);
      const added = items$.value.find(({ id, words }) => before.get(id) !== words);
      if (added) send({ person: owner, shown: added });
      return result;
    },
    async cancel(id) {
      const item = find(id);
      if (!item || person() === undefined || !(await store.cancel(id))) return false;
      await settle(item.person, item);
      changed$.next(item);
      return true;
    },
    refuse: async (item, change) =>
      (await showAfter(item, () => store.change(item.id, { ...change, state: 'refused' }))) ?? false,
    restore(item) {
      const restored = inItsChat(item);
      return showAfter(restored, () => store.restore(restored));
    },
    async retry(id) {
      const item = find(id);
      const again = { state: 'waiting', basedOn: undefined, reason: undefined, tries: 0, pause: undefined } as const;
      if (item) await showAfter(item, () => store.change(id, again));
    },
    async clear(owner) {
      await store.clear(owner);
      await settle(owner);
    },
    show,
  };
};

export const isMessage = ({ call }: Pick<WaitingItem, 'call'>): boolean => call === calls.chat.streamReply.name;
