import type { OfflineDatabase, WaitingItem } from './database.ts';
import { merged } from './waiting-calls.ts';

export type NewItem = Pick<
  WaitingItem,
  'call' | 'input' | 'basedOn' | 'sets' | 'subjects' | 'words' | 'thread' | 'draft'
>;

/** Most that wait at once, and days after which what nobody came back for is dropped. */
export const waitingLimits = { most: 200, days: 30 } as const;

/** The changes of all persons of this browser that wait. Each of these is one transaction, so tabs never meet halfway. */
export interface WaitingStore {
  readonly list: (person: string) => Promise<readonly WaitingItem[]>;
  /** Resolves with whether it waits now. */
  readonly add: (person: string, item: NewItem) => Promise<boolean>;
  /** The next that may go, which is on its way from then on; what was on its way before goes first. */
  readonly next: (person: string) => Promise<WaitingItem | undefined>;
  /** What is on its way becomes this. */
  readonly change: (id: number, change: Partial<Omit<WaitingItem, 'id'>>) => Promise<unknown>;
  /** It is done: those behind it of the same thread go to the chat that it made, and of the same thing are based on it. */
  readonly done: (item: WaitingItem, chatId?: string) => Promise<unknown>;
  /** Resolves with whether it is gone without having been on its way. */
  readonly cancel: (id: number) => Promise<boolean>;
  readonly restore: (item: WaitingItem) => Promise<unknown>;
  readonly clear: (person: string) => Promise<unknown>;
  readonly dropOld: (now?: number) => Promise<unknown>;
}

const held = (item: WaitingItem, before: readonly WaitingItem[]) =>
  before.some((one) => one.state === 'refused' && one.subjects.some((subject) => item.subjects.includes(subject)));

/** What is changed twice is based on the first of these changes. */
const madeOf = (item: NewItem, person: string, same: WaitingItem | undefined): WaitingItem => {
  const made = { ...item, ...(same ? { basedOn: undefined } : {}), person, at: Date.now(), state: 'waiting', tries: 0 };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the database gives it its id
  return made as unknown as WaitingItem;
};

const writable = (db: Parameters<Parameters<OfflineDatabase['use']>[0]>[0]) => db.transaction('waiting', 'readwrite');
type Waiting = Awaited<ReturnType<typeof writable>>['store'];

/** Works on what waits in one transaction; undefined where the browser has no database. */
const inTransaction = <T>(database: OfflineDatabase, work: (store: Waiting) => Promise<T>) =>
  database.use(async (db) => {
    const { store, done } = writable(db);
    // One that is undone fails both.
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
        const both = same?.state === 'waiting' ? merged(same, item) : undefined;
        if (same && both === 'nothing') await store.delete(same.id);
        else if (same && both && both !== 'nothing') await store.put({ ...same, ...both });
        else if (all.length >= waitingLimits.most) return false;
        else await store.add(madeOf(item, person, same));
        return true;
      })) ?? false,
    next: (person) =>
      open(async (store) => {
        const all = await store.index('person').getAll(person);
        const next = all.find(
          (item, index) => item.state === 'sending' || (item.state === 'waiting' && !held(item, all.slice(0, index))),
        );
        if (next && next.state !== 'sending') await store.put({ ...next, state: 'sending' });
        return next;
      }),
    change: (id, change) =>
      open(async (store) => {
        const item = await store.get(id);
        if (item) await store.put({ ...item, ...change });
      }),
    done: (item, chatId) =>
      open(async (store) => {
        await store.delete(item.id);
        if (chatId === undefined || item.thread === undefined) return;
        for (const one of await store.index('person').getAll(item.person))
          if (one.thread === item.thread && one.input['id'] === undefined) {
            const { tagId: _, flowId: __, ...input } = one.input;
            await store.put({ ...one, input: { ...input, id: chatId }, subjects: [...one.subjects, chatId] });
          }
      }),
    cancel: async (id) =>
      (await open(async (store) => {
        const item = await store.get(id);
        if (item?.state === 'sending') return false;
        await store.delete(id);
        return true;
      })) ?? false,
    restore: (item) => open((store) => store.put(item)),
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
