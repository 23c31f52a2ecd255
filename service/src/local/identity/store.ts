import type { Adapter, AdapterConstructor, AdapterPayload } from 'oidc-provider';

interface Kept {
  readonly payload: AdapterPayload;
  readonly until: number;
}

/** More than people sign in at once on one machine. */
const most = 2000;

/** Keeps what the stand-in has under way in memory: a restart forgets it, and the sign-in begins anew. */
export const createStore = (now: () => number = Date.now): AdapterConstructor => {
  const kept = new Map<string, Kept>();
  const read = (key: string): AdapterPayload | undefined => {
    const found = kept.get(key);
    if (found && found.until > now()) return found.payload;
    kept.delete(key);
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
      const [oldest] = kept.keys();
      if (kept.size >= most && oldest !== undefined) kept.delete(oldest);
      kept.set(this.#key(id), { payload, until: now() + seconds * 1000 });
    }
    async find(id: string): Promise<AdapterPayload | undefined> {
      return read(this.#key(id));
    }
    async findByUid(uid: string): Promise<AdapterPayload | undefined> {
      for (const [key, { payload }] of kept)
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
      kept.delete(this.#key(id));
    }
    async revokeByGrantId(grantId: string): Promise<void> {
      for (const [key, { payload }] of kept) if (payload.grantId === grantId) kept.delete(key);
    }
  };
};
