import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/** What was read before, so that it can be read again without a network. */
export interface Copy {
  readonly person: string;
  readonly kind: 'answer' | 'chat' | 'thread' | 'size';
  readonly id: string;
  readonly data: unknown;
}

/** A change that waits for the network, as the database has it. */
export interface WaitingItem {
  /** Given by the database, in the order in which the changes were made. */
  readonly id: number;
  readonly person: string;
  /** The name of its call, with what it is asked for. */
  readonly call: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly basedOn?: string | undefined;
  /** What it sets: a later change of the same takes its place. */
  readonly sets: string;
  /** What it concerns: nothing is done about these before what failed of them earlier is settled. */
  readonly subjects: readonly string[];
  readonly words: string;
  readonly at: number;
  readonly state: 'waiting' | 'sending' | 'refused';
  readonly reason?: string | undefined;
  /** How often the service failed at it. */
  readonly tries: number;
  /** Of a message: the thread it was written in, and what of it goes back to the composer. */
  readonly thread?: string | undefined;
  readonly draft?: string | undefined;
}

export interface OfflineSchema extends DBSchema {
  copies: { key: [person: string, kind: string, id: string]; value: Copy };
  waiting: { key: number; value: WaitingItem; indexes: { person: string } };
}

type Database = IDBPDatabase<OfflineSchema>;

export interface OfflineDatabase {
  /** Runs `work`; undefined where the browser has no storage for it, or it is broken, full or does not open. */
  readonly use: <T>(work: (database: Database) => Promise<T>) => Promise<T | undefined>;
}

const version = 1;
/** Milliseconds after which a database that does not open is none. */
const patience = 3000;

const inTime = async <T>(opened: Promise<T>): Promise<T> => {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('The database does not open.')), patience);
  try {
    return await Promise.race([opened, late.promise]);
  } finally {
    clearTimeout(timer);
  }
};

/** The one database of what works offline. Another version of the page may want it: then this one lets it go. */
export const createOfflineDatabase = (name = 'atrium.offline'): OfflineDatabase => {
  let opened: Promise<Database> | undefined;
  const forget = () => {
    opened = undefined;
  };
  const open = () =>
    openDB<OfflineSchema>(name, version, {
      upgrade(database) {
        // Copies of another form are made anew; what waits is never dropped here.
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
      try {
        opened ??= open();
        return await work(await inTime(opened));
      } catch {
        forget();
        return undefined;
      }
    },
  };
};
