import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { sessions, users } from '../../db/schema/accounts.ts';
import { viewerColumns, type Viewer } from './viewer.ts';

const day = 24 * 60 * 60 * 1000;
/** A session that is not used ends after this time; one in use goes on. */
const idle = 30 * day;
/** The cookie itself lives a year: the service decides. */
export const cookieAge = 365 * day;
/** How long another instance may take a revoked session, or a stale user, for true. */
const cachedFor = 3000;
const cacheSize = 20_000;

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

export interface Sessions {
  /** Opens a session; the token is known to its cookie only. */
  open(userId: string): Promise<{ token: string; expires: Date }>;
  viewer(token: string): Promise<Viewer | undefined>;
  end(token: string): Promise<void>;
  /** Ends every session of a user: a password reset, a removal. */
  endAll(userId: string): Promise<void>;
  /** Something of the user has changed: the next request reads it again. */
  forget(userId: string): void;
}

export const createSessions = ({ db }: Database, now: () => number = Date.now): Sessions => {
  const cache = new Map<string, { viewer: Viewer; until: number }>();
  let changes = 0;

  const find = db
    .select({ expires: sessions.expires, viewer: viewerColumns })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, sql.placeholder('hash')), gt(sessions.expires, sql.placeholder('now'))))
    .prepare('session_viewer');

  const forget = (userId: string) => {
    changes += 1;
    for (const [hash, { viewer }] of cache) if (viewer.id === userId) cache.delete(hash);
  };

  const remember = (hash: string, viewer: Viewer) => {
    if (cache.size >= cacheSize) cache.clear();
    cache.set(hash, { viewer, until: now() + cachedFor });
  };

  const prolong = async (hash: string, expires: Date) => {
    if (expires.getTime() - now() > idle - day) return;
    await db
      .update(sessions)
      .set({ expires: new Date(now() + idle) })
      .where(eq(sessions.tokenHash, hash));
  };

  return {
    forget,
    open: async (userId) => {
      const token = randomBytes(32).toString('base64url');
      await db.delete(sessions).where(and(eq(sessions.userId, userId), lt(sessions.expires, new Date(now()))));
      await db.insert(sessions).values({ tokenHash: hashOf(token), userId, expires: new Date(now() + idle) });
      return { token, expires: new Date(now() + cookieAge) };
    },
    viewer: async (token) => {
      const hash = hashOf(token);
      const cached = cache.get(hash);
      if (cached && cached.until > now()) return cached.viewer;
      cache.delete(hash);
      const before = changes;
      const [found] = await find.execute({ hash, now: new Date(now()) });
      if (!found) return undefined;
      if (before === changes) remember(hash, found.viewer);
      await prolong(hash, found.expires);
      return found.viewer;
    },
    end: async (token) => {
      changes += 1;
      cache.delete(hashOf(token));
      await db.delete(sessions).where(eq(sessions.tokenHash, hashOf(token)));
    },
    endAll: async (userId) => {
      forget(userId);
      await db.delete(sessions).where(eq(sessions.userId, userId));
    },
  };
};
