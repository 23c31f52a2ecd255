import type { Viewer } from './viewer.ts';

/** Milliseconds for which another instance may still accept a revoked session, or a stale user. */
const cachedFor = 3000;
const cacheSize = 20_000;

/** The user of a session, as the database has them. */
interface Found {
  readonly sessionId: string;
  readonly viewer: Viewer;
}

interface Cached extends Found {
  readonly until: number;
}

/** Users of sessions, by token hash, for `cachedFor` milliseconds each. */
export const createViewerCache = (now: () => number) => {
  const cache = new Map<string, Cached>();
  /** For each read in flight, the users, sessions and hashes that were forgotten since it began. */
  const reads = new Set<Set<string>>();
  const markForgotten = (keys: readonly string[]): void => {
    for (const forgotten of reads) for (const key of keys) forgotten.add(key);
  };

  const cached = (hash: string): Viewer | undefined => {
    const entry = cache.get(hash);
    if (entry && entry.until > now()) return entry.viewer;
    cache.delete(hash);
    return undefined;
  };
  /** The sweep that is planned while anything is cached. */
  let sweep: NodeJS.Timeout | undefined;
  /** Entries live equally long, so those that have expired are the first ones. */
  const removeExpired = (): void => {
    for (const [hash, { until }] of cache) {
      if (until > now()) break;
      cache.delete(hash);
    }
    sweep = cache.size > 0 ? setTimeout(removeExpired, cachedFor).unref() : undefined;
  };
  const store = (hash: string, found: Found): void => {
    if (cache.size >= cacheSize) cache.clear();
    // Deleted first, so that it becomes the last one.
    cache.delete(hash);
    cache.set(hash, { ...found, until: now() + cachedFor });
    sweep ??= setTimeout(removeExpired, cachedFor).unref();
  };

  return {
    /** The cached user of a session, else the one that `read` finds. It is not cached if it was forgotten meanwhile. */
    async get(hash: string, read: () => Promise<Found | undefined>): Promise<Viewer | undefined> {
      const known = cached(hash);
      if (known) return known;
      const forgotten = new Set<string>();
      reads.add(forgotten);
      try {
        const found = await read();
        if (found && ![hash, found.sessionId, found.viewer.id].some((key) => forgotten.has(key))) store(hash, found);
        return found?.viewer;
      } finally {
        reads.delete(forgotten);
      }
    },
    forgetUser(userId: string): void {
      markForgotten([userId]);
      for (const [hash, { viewer }] of cache) if (viewer.id === userId) cache.delete(hash);
    },
    forgetSessions(sessionIds: readonly string[]): void {
      markForgotten(sessionIds);
      for (const [hash, { sessionId }] of cache) if (sessionIds.includes(sessionId)) cache.delete(hash);
    },
    forgetToken(hash: string): void {
      markForgotten([hash]);
      cache.delete(hash);
    },
  };
};
