import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/** An answer of the service, stored so that it can be read again without a network. */
export interface Copy {
  readonly person: string;
  readonly kind: 'answer' | 'chat' | 'thread' | 'size';
  readonly id: string;
  readonly data: unknown;
}

/** A change that waits for the network, as the database stores it. */
export interface WaitingItem {
  /** Assigned by the database, in the order in which the changes were made. */
  readonly id: number;
  readonly person: string;
  /** The name of the call that makes the change. */
  readonly call: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly basedOn?: string | undefined;
  /** Names what the change sets. A later change that sets the same may be merged with it. */
  readonly sets: string;
  /** The ids that it concerns. While an earlier change of one of them is refused, it is not sent. */
  readonly subjects: readonly string[];
  readonly words: string;
  readonly at: number;
  readonly state: 'waiting' | 'sending' | 'refused';
  /** It was sent at least once, so the service may have it already. */
  readonly attempted?: true | undefined;
  readonly reason?: string | undefined;
  /** How many attempts failed in the service. */
  readonly tries: number;
  /** No tab sends it between these times. A clock that was set back ends the pause. */
  readonly pause?: { readonly from: number; readonly to: number } | undefined;
  /** For messages: the thread in which it was written, and the draft that returns to the composer if it is canceled. */
  readonly thread?: string | undefined;
  readonly draft?: string | undefined;
}

export interface OfflineSchema extends DBSchema {
  copies: { key: [person: string, kind: string, id: string]; value: Copy };
  waiting: { key: number; value: WaitingItem; indexes: { person: string } };
}

type Database = IDBPDatabase<OfflineSchema>;

export interface OfflineDatabase {
  /** Runs `work`. Undefined if the browser has no database, or if it is broken, full or does not open. */
  readonly use: <T>(work: (database: Database) => Promise<T>) => Promise<T | undefined>;
}

const version = 1;
/** Milliseconds after which opening the database counts as failed. */
const openTimeout = 3000;

const inTime = async <T>(opened: Promise<T>): Promise<T> => {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => timeout.reject(new Error('The database of the browser could not be opened.')),
    openTimeout,
  );
  try {
    return await Promise.race([opened, timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
};

/** Whether there was no room for a write. The connection still works. */
const isFull = (error: unknown): boolean => error instanceof Error && error.name === 'QuotaExceededError';

/** The one database of the offline features. It is closed when another version of the page wants to upgrade it. */
export const createOfflineDatabase = (name = 'atrium.offline'): OfflineDatabase => {
  let opened: Promise<Database> | undefined;
  /** The next use opens the database again. What still runs on the former connection ends. */
  const forget = () => {
    // One that could not be opened needs no closing.
    opened?.then((database) => database.close()).catch(() => undefined);
    opened = undefined;
  };
  const open = () =>
    openDB<OfflineSchema>(name, version, {
      upgrade(database) {
        // Copies in an older format are dropped, since they can be read again. Waiting changes are never dropped here.
        if (database.objectStoreNames.contains('copies')) database.deleteObjectStore('copies');
        database.createObjectStore('copies', { keyPath: ['person', 'kind', 'id'] });
        if (database.objectStoreNames.contains('waiting')) return;
        const waiting = database.createObjectStore('waiting', { keyPath: 'id', autoIncrement: true });
        waiting.createIndex('person', 'person');
      },
      blocking(_, __, event) {
        forget();
        if (event.target instanceof IDBDatabase) event.target.close();
      },
      terminated: forget,
    });
  return {
    async use(work) {
      let used: typeof opened;
      try {
        opened ??= open();
        used = opened;
        return await work(await inTime(used));
      } catch (error) {
        // Another use may have opened it again already.
        if (opened === used && !isFull(error)) forget();
        return undefined;
      }
    },
  };
};
