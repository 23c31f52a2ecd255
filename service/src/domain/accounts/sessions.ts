import { randomBytes } from 'node:crypto';
import { and, desc, eq, gt, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { Database, Db } from '../../db/database.ts';
import { newId } from '../../db/id.ts';
import { sessions, unknownDevice, users } from '../../db/schema/accounts.ts';
import { hashOf } from './session-token.ts';
import { createUseRecorder, idle, type FindLocation } from './session-use.ts';
import { viewerColumns, type Viewer } from './viewer.ts';
import { createViewerCache } from './viewer-cache.ts';

const day = 24 * 60 * 60 * 1000;
/** The browser keeps a token for a year; the session usually ends earlier. */
const tokenAge = 365 * day;
const listLimit = 100;

/** The readable device and location that a session is opened from. */
export interface OpenedAt {
  readonly device?: string | undefined;
  readonly place?: string | undefined;
}

/** A session's token, and how long the browser keeps it. */
export interface OpenSession {
  readonly token: string;
  readonly expires: Date;
}

export interface SessionInfo {
  readonly id: string;
  readonly device: string;
  readonly place: string | null;
  readonly createdDate: Date;
  readonly lastUsedDate: Date;
  readonly current: boolean;
}

export interface Sessions {
  /**
   * Opens a session whose token only the browser has. Undefined if the user is gone or being deleted, or if `passwordHash`, which they
   * signed in with, is no longer theirs: a simultaneous password reset also ends or prevents this session.
   */
  open(userId: string, at?: OpenedAt, passwordHash?: string | null): Promise<OpenSession | undefined>;
  /** The user of a session. Its use is recorded with the location from `findLocation`. */
  viewer(token: string, findLocation?: FindLocation): Promise<Viewer | undefined>;
  /** When the session of `token` was opened, which is when its user last proved who they are. */
  openedAt(token: string): Promise<Date | undefined>;
  /** The open sessions of a user: the one of `token` first, then by last use. */
  list(userId: string, token: string | undefined): Promise<SessionInfo[]>;
  end(token: string): Promise<void>;
  /** Ends one of the user's sessions by its id; false if the user has no such session. */
  endOne(userId: string, id: string): Promise<boolean>;
  /** Ends every session of a user except that of `exceptToken`, after the address or the password changed. */
  endOthers(userId: string, exceptToken: string | undefined): Promise<void>;
  /** Ends every session of a user, for a password reset or a deletion. */
  endAll(userId: string): Promise<void>;
  /** Drops the cached user, so that the next request reads it again. */
  forget(userId: string): void;
  /** Drops the cached users of these sessions, which may have ended. */
  forgetSessions(sessionIds: readonly string[]): void;
}

interface Log {
  warn(details: object, message: string): void;
}

/** Opens a session in one statement, so that each of many simultaneous log-ins waits for the database only once. */
const insertSession = async (
  db: Db,
  openedAt: Date,
  userId: string,
  { device, place }: OpenedAt,
  passwordHash?: string | null,
): Promise<OpenSession | undefined> => {
  const token = randomBytes(32).toString('base64url');
  const unchanged =
    passwordHash === undefined
      ? undefined
      : sql`${users.passwordHash} is not distinct from ${sql.param(passwordHash, users.passwordHash)}::text`;
  const owner = db
    .select({
      tokenHash: sql`${hashOf(token)}::text`.as('token_hash'),
      id: sql`${newId()}::text`.as('id'),
      userId: users.id,
      device: sql`${device ?? unknownDevice}::text`.as('device'),
      place: sql`${place ?? null}::text`.as('place'),
      createdDate: sql`${openedAt.toISOString()}::timestamptz`.as('created_date'),
      lastUsedDate: sql`${openedAt.toISOString()}::timestamptz`.as('last_used_date'),
      expires: sql`${new Date(openedAt.getTime() + idle).toISOString()}::timestamptz`.as('expires'),
    })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletingSince), unchanged))
    .for('share');
  const opened = await db.insert(sessions).select(owner);
  return (opened.rowCount ?? 0) > 0 ? { token, expires: new Date(openedAt.getTime() + tokenAge) } : undefined;
};

const openSessions = (db: Db, at: Date, userId: string, token: string | undefined): Promise<SessionInfo[]> => {
  const current = sql<boolean>`${sessions.tokenHash} = ${hashOf(token ?? '')}`;
  const { id, device, place, createdDate, lastUsedDate } = sessions;
  return db
    .select({ id, device, place, createdDate, lastUsedDate, current })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expires, at)))
    .orderBy(desc(current), desc(lastUsedDate), desc(id))
    .limit(listLimit);
};

export const createSessions = (
  { db }: Database,
  now: () => number = Date.now,
  log: Log = { warn: () => undefined },
): Sessions => {
  const cache = createViewerCache(now);
  const recordUse = createUseRecorder(db, now, log);

  const find = db
    .select({
      sessionId: sessions.id,
      expires: sessions.expires,
      lastUsedDate: sessions.lastUsedDate,
      viewer: viewerColumns,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, sql.placeholder('hash')), gt(sessions.expires, sql.placeholder('now'))))
    .prepare('session_viewer');

  /**
   * The cache is cleared after the rows are deleted, so that a request that still read one of them does not cache it.
   */
  const endWhere = async (userId: string, which?: SQL): Promise<number> => {
    const ended = await db.delete(sessions).where(and(eq(sessions.userId, userId), which));
    cache.forgetUser(userId);
    return ended.rowCount ?? 0;
  };

  return {
    forget: (userId) => cache.forgetUser(userId),
    forgetSessions: (sessionIds) => cache.forgetSessions(sessionIds),
    open: (userId, at = {}, passwordHash) => insertSession(db, new Date(now()), userId, at, passwordHash),
    viewer: (token, findLocation) => {
      const hash = hashOf(token);
      return cache.get(hash, async () => {
        const [found] = await find.execute({ hash, now: new Date(now()) });
        if (found) recordUse({ hash, lastUsedDate: found.lastUsedDate, expires: found.expires }, findLocation);
        return found;
      });
    },
    openedAt: async (token) => {
      const [found] = await db
        .select({ createdDate: sessions.createdDate })
        .from(sessions)
        .where(eq(sessions.tokenHash, hashOf(token)));
      return found?.createdDate;
    },
    list: (userId, token) => openSessions(db, new Date(now()), userId, token),
    end: async (token) => {
      const hash = hashOf(token);
      await db.delete(sessions).where(eq(sessions.tokenHash, hash));
      cache.forgetToken(hash);
    },
    endOne: async (userId, id) => (await endWhere(userId, eq(sessions.id, id))) > 0,
    endOthers: async (userId, exceptToken) => {
      await endWhere(userId, exceptToken === undefined ? undefined : ne(sessions.tokenHash, hashOf(exceptToken)));
    },
    endAll: async (userId) => {
      await endWhere(userId);
    },
  };
};
