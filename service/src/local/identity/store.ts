import type { Adapter, AdapterConstructor, AdapterPayload } from 'oidc-provider';

interface Entry {
  readonly payload: AdapterPayload;
  readonly until: number;
}

/** Entries to store: more than are needed for all concurrent sign-ins on one machine. */
const maxEntries = 2000;

/** Stores the stand-in's state in memory. After a restart, sign-ins in progress have to start again. */
export const createStore = (now: () => number = Date.now): AdapterConstructor => {
  const entries = new Map<string, Entry>();
  const read = (key: string): AdapterPayload | undefined => {
    const found = entries.get(key);
    if (found && found.until > now()) return found.payload;
    entries.delete(key);
    return undefined;
  };

  return class Store implements Adapter {
    readonly #kind: string;
    constructor(kind: string) {
      this.#kind = kind;
    }
    #key(id: string): string {
      return `${this.#kind} ${id}`;
    }
    async upsert(id: string, payload: AdapterPayload, seconds = 600): Promise<void> {
      const [oldest] = entries.keys();
      if (entries.size >= maxEntries && oldest !== undefined) entries.delete(oldest);
      entries.set(this.#key(id), { payload, until: now() + seconds * 1000 });
    }
    async find(id: string): Promise<AdapterPayload | undefined> {
      return read(this.#key(id));
    }
    async findByUid(uid: string): Promise<AdapterPayload | undefined> {
      for (const [key, { payload }] of entries)
        if (key.startsWith(`${this.#kind} `) && payload.uid === uid) return read(key);
      return undefined;
    }
    async findByUserCode(): Promise<undefined> {
      return undefined;
    }
    async consume(id: string): Promise<void> {
      const payload = read(this.#key(id));
      if (payload) payload.consumed = Math.floor(now() / 1000);
    }
    async destroy(id: string): Promise<void> {
      entries.delete(this.#key(id));
    }
    async revokeByGrantId(grantId: string): Promise<void> {
      for (const [key, { payload }] of entries) if (payload.grantId === grantId) entries.delete(key);
    }
  };
};
