import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Behavior } from '@atrium/shared-kernel/remote';
import { BehaviorSubject, type Observable, Subject } from 'rxjs';
import type { WaitingItem } from './database.ts';
import type { WaitingStore } from './waiting-store.ts';

/** What tabs send to one another: an item that was added or taken back, which the others show as well, or only that something changed. */
interface TabMessage {
  readonly person: string;
  readonly shown?: WaitingItem | undefined;
  readonly begun?: Begun | undefined;
}

/** The first message of a thread has made this chat. */
export interface Begun {
  readonly thread: string;
  readonly chatId: string;
}

export interface WaitingQueue {
  /** Of the person who is signed in, the oldest first. */
  readonly items$: Behavior<readonly WaitingItem[]>;
  /** Changes that were made in another tab, or taken back in any: screens show things as they are now. */
  readonly shown$: Observable<WaitingItem>;
  /** Chats that messages of the queue made, whichever tab sent them. */
  readonly begun$: Observable<Begun>;
  readonly begin: (begun: Begun) => void;
  /** Changes the stored queue by `work`, and lets all tabs know. */
  readonly after: <T>(work: (store: WaitingStore, person: string) => Promise<T>) => Promise<T | undefined>;
  readonly cancel: (id: number) => Promise<boolean>;
  /** A change is not done: screens show what is true, in all tabs. */
  readonly refuse: (item: WaitingItem, change: Partial<WaitingItem>) => Promise<void>;
  /** What was taken back waits again, where it stood. */
  readonly restore: (item: WaitingItem) => Promise<unknown>;
  /** Sends a refused change once more, without the revision that it was based on. */
  readonly retry: (id: number) => Promise<unknown>;
  /** Shows the queue of a person, or of nobody. Resolves when its items are known. */
  readonly show: (person: string | undefined) => Promise<void>;
}

/** The one queue of a person, as all tabs of this browser see it. */
export const createWaitingQueue = (
  store: WaitingStore,
  openChannel?: (name: string) => BroadcastChannel,
): WaitingQueue => {
  const items$ = new BehaviorSubject<readonly WaitingItem[]>([]);
  const shown$ = new Subject<WaitingItem>();
  const begun$ = new Subject<Begun>();
  const channel = openChannel?.('atrium.waiting');
  let person: string | undefined;
  let latest = 0;

  const read = async () => {
    const turn = ++latest;
    const whose = person;
    const items = whose === undefined ? [] : await store.list(whose);
    const same = items.length === 0 && items$.value.length === 0;
    if (!same && turn === latest && whose === person) items$.next(items);
  };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
  const send = (message: TabMessage) => channel?.postMessage(message);
  channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data.person !== person) return;
    if (data.begun) begun$.next(data.begun);
    void read().then(() => data.shown && shown$.next(data.shown));
  });
  const settle = async (whose: string, shown?: WaitingItem) => {
    await read();
    send({ person: whose, shown });
  };

  /** Stores a change of one of the person's items, and shows the item in all tabs. */
  const showAfter = async (item: WaitingItem, work: () => Promise<unknown>) => {
    if (person !== item.person) return;
    await work();
    await settle(item.person, item);
    shown$.next(item);
  };

  return {
    items$,
    shown$,
    begun$,
    begin(begun) {
      begun$.next(begun);
      if (person !== undefined) send({ person, begun });
    },
    async after(work) {
      if (person === undefined) return undefined;
      const whose = person;
      const before = new Map(items$.value.map(({ id, words }) => [id, words]));
      const result = await work(store, whose);
      await settle(whose);
      const made = items$.value.find(({ id, words }) => before.get(id) !== words);
      if (made) send({ person: whose, shown: made });
      return result;
    },
    async cancel(id) {
      const item = items$.value.find((one) => one.id === id);
      if (!item || person === undefined || !(await store.cancel(id))) return false;
      await settle(person, item);
      shown$.next(item);
      return true;
    },
    refuse: (item, change) => showAfter(item, () => store.change(item.id, { ...change, state: 'refused' })),
    restore: (item) => showAfter(item, () => store.restore(item)),
    async retry(id) {
      const item = items$.value.find((one) => one.id === id);
      const again = { state: 'waiting', basedOn: undefined, reason: undefined, tries: 0 } as const;
      if (item) await showAfter(item, () => store.change(id, again));
    },
    show(whose) {
      person = whose;
      return read();
    },
  };
};

export const isMessage = ({ call }: Pick<WaitingItem, 'call'>): boolean => call === calls.chat.streamReply.name;
