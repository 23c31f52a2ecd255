import type { OfflineDatabase, WaitingItem } from './database.ts';
import { changesBase, isChatChange, merged } from './waiting-calls.ts';

export type NewItem = Pick<
  WaitingItem,
  'call' | 'input' | 'basedOn' | 'sets' | 'subjects' | 'words' | 'thread' | 'draft'
>;

/** The most changes that may wait, and the days after which they are dropped if nobody came back for them. */
export const waitingLimits = { items: 200, days: 30 } as const;

/**
 * Stores the waiting changes of all persons of this browser. Each method is one transaction, so tabs do not interfere
 * with each other.
 */
export interface WaitingStore {
  readonly list: (person: string) => Promise<readonly WaitingItem[]>;
  /** Resolves with whether the change is queued. */
  readonly add: (person: string, item: NewItem) => Promise<boolean>;
  /**
   * Marks the next change that may be sent as being sent and returns it. One that was already being sent comes first, then
   * changes of chats that nothing earlier concerns. If it has to pause, it is not marked; `wait` is in milliseconds.
   */
  readonly next: (person: string) => Promise<{ readonly item: WaitingItem; readonly wait: number } | undefined>;
  /** Changes a stored item. Resolves with false if the browser could not store it. */
  readonly change: (id: number, change: Partial<Omit<WaitingItem, 'id'>>) => Promise<boolean>;
  /**
   * Removes a change that was sent. Later messages of the same thread move to the chat that it created. Resolves with
   * false if the browser could not store it.
   */
  readonly done: (item: WaitingItem, chatId?: string) => Promise<boolean>;
  /** Resolves with whether this removed the change. It does not if the change is being sent, or is gone already. */
  readonly cancel: (id: number) => Promise<boolean>;
  /** Puts a canceled change back in its position. Later changes of the same are based on it then, on no revision. */
  readonly restore: (item: WaitingItem) => Promise<unknown>;
  readonly clear: (person: string) => Promise<unknown>;
  readonly dropOld: (now?: number) => Promise<unknown>;
}

type Concerning = Pick<WaitingItem, 'subjects'>;
const shareSubject = (one: Concerning, other: Concerning) =>
  one.subjects.some((subject) => other.subjects.includes(subject));

/** Those that wait and are not sent, because a change before them was refused and concerns the same. */
export const blockedIn = (all: readonly WaitingItem[]): ReadonlySet<WaitingItem> =>
  new Set(
    all.filter(
      (item, index) =>
        item.state === 'waiting' &&
        all.slice(0, index).some((one) => one.state === 'refused' && shareSubject(one, item)),
    ),
  );

/**
 * Whether a change goes before what was made earlier. Changes of one chat do if nothing earlier concerns the same: a
 * message of another chat may take as long as its whole answer. All others stay in order, since what they concern is not
 * always among their subjects, such as the memories or the collection that a message is sent with.
 */
const goesFirst = ({ call, ...item }: WaitingItem, before: readonly WaitingItem[]) =>
  isChatChange(call) && !before.some((one) => shareSubject(one, item));

/** The change to be sent next: one that was already being sent, one that goes first, or the oldest. */
const nextOf = (all: readonly WaitingItem[]): WaitingItem | undefined => {
  const blocked = blockedIn(all);
  const waiting = all.filter((item) => item.state === 'waiting' && !blocked.has(item));
  return (
    all.find(({ state }) => state === 'sending') ??
    waiting.find((item) => goesFirst(item, all.slice(0, all.indexOf(item)))) ??
    waiting[0]
  );
};

/** The milliseconds for which a change must not be sent yet. */
const restOf = ({ pause }: WaitingItem, now = Date.now()): number =>
  pause && pause.from <= now ? Math.max(0, pause.to - now) : 0;

/**
 * A merged change takes the position of the first. So the two stay apart if a change in between concerns the same, such
 * as the creation of a collection that only the later one names. They also stay apart if the service may have the first:
 * what was created under an id is not created otherwise a second time.
 */
const mayMerge = (first: WaitingItem, next: NewItem, all: readonly WaitingItem[]) =>
  first.state === 'waiting' &&
  !first.attempted &&
  !all.some((one) => one.id > first.id && (shareSubject(one, first) || shareSubject(one, next)));

/** Only the first of several changes of the same thing is based on a revision. */
const newItemOf = (item: NewItem, person: string, all: readonly WaitingItem[]): WaitingItem => {
  const created = {
    ...item,
    ...(all.some((one) => changesBase(one, item)) ? { basedOn: undefined } : {}),
    person,
    at: Date.now(),
    state: 'waiting',
    tries: 0,
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the database gives it its id
  return created as unknown as WaitingItem;
};

const writable = (db: Parameters<Parameters<OfflineDatabase['use']>[0]>[0]) => db.transaction('waiting', 'readwrite');
type Waiting = Awaited<ReturnType<typeof writable>>['store'];

/** A later message of a thread, for the chat that an earlier one created. It no longer says what the chat starts with. */
export const inChat = (item: WaitingItem, chatId: string): WaitingItem => {
  const { tagId: _, flowId: __, ...input } = item.input;
  return { ...item, input: { ...input, id: chatId }, subjects: [...item.subjects, chatId] };
};

/** Works on the waiting changes in one transaction. Undefined if the browser has no database. */
const inTransaction = <T>(database: OfflineDatabase, work: (store: Waiting) => Promise<T>) =>
  database.use(async (db) => {
    const { store, done } = writable(db);
    // If the transaction is aborted, both promises reject.
    const [result] = await Promise.all([work(store), done]);
    return result;
  });

export const createWaitingStore = (database: OfflineDatabase): WaitingStore => {
  const open = <T>(work: (store: Waiting) => Promise<T>) => inTransaction(database, work);

  return {
    list: async (person) => (await database.use((db) => db.getAllFromIndex('waiting', 'person', person))) ?? [],
    add: async (person, item) =>
      (await open(async (store) => {
        const all = await store.index('person').getAll(person);
        const same = all.findLast(({ sets }) => sets === item.sets);
        const combined = same && mayMerge(same, item, all) ? merged(same, item) : undefined;
        if (same && combined === 'nothing') await store.delete(same.id);
        else if (same && combined && combined !== 'nothing') await store.put({ ...same, ...combined });
        else if (all.length >= waitingLimits.items) return false;
        else await store.add(newItemOf(item, person, all));
        return true;
      })) ?? false,
    next: (person) =>
      open(async (store) => {
        const all = await store.index('person').getAll(person);
        const item = nextOf(all);
        if (!item) return undefined;
        const wait = restOf(item);
        if (wait === 0 && item.state !== 'sending') await store.put({ ...item, state: 'sending', attempted: true });
        return { item, wait };
      }),
    change: async (id, change) =>
      (await open(async (store) => {
        const item = await store.get(id);
        if (item) await store.put({ ...item, ...change });
        return true;
      })) ?? false,
    done: async (item, chatId) =>
      (await open(async (store) => {
        await store.delete(item.id);
        if (chatId === undefined || item.thread === undefined) return true;
        for (const one of await store.index('person').getAll(item.person))
          if (one.thread === item.thread && one.input['id'] === undefined) await store.put(inChat(one, chatId));
        return true;
      })) ?? false,
    cancel: async (id) =>
      (await open(async (store) => {
        const item = await store.get(id);
        if (!item || item.state === 'sending') return false;
        await store.delete(id);
        return true;
      })) ?? false,
    restore: (item) =>
      open(async (store) => {
        await store.put(item);
        for (const one of await store.index('person').getAll(item.person))
          if (one.id > item.id && changesBase(item, one)) await store.put({ ...one, basedOn: undefined });
      }),
    clear: (person) =>
      open(async (store) => {
        for (const id of await store.index('person').getAllKeys(person)) await store.delete(id);
      }),
    dropOld: (now = Date.now()) =>
      open(async (store) => {
        for (const { id, at } of await store.getAll())
          if (at < now - waitingLimits.days * 86_400_000) await store.delete(id);
      }),
  };
};
