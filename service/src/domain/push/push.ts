import { createHash } from 'node:crypto';
import { and, asc, desc, eq, gt, gte, inArray, lt, ne, notInArray, sql } from 'drizzle-orm';
import type { BrowserSubscription, PushNote, PushPort } from '../../ports/push.ts';
import type { Db } from '../../db/database.ts';
import { pushTokens, sessions } from '../../db/schema/accounts.ts';
import { hashOf } from '../accounts/session-token.ts';
import { DomainError } from '../domain-error.ts';

/** The number of browsers per user; when another one is added, the oldest is dropped. */
export const maxBrowsersPerUser = 20;

/** The key to subscribe with. Throws if notifications are not set up. */
export const requirePushKey = (push: PushPort): string => {
  if (push.publicKey === undefined) throw new DomainError('push-not-set-up');
  return push.publicKey;
};

/** A browser is registered again after this time, in milliseconds, as with Firebase's own library. */
const registrationAge = 7 * 24 * 60 * 60 * 1000;

interface PushParts {
  readonly db: Db;
  readonly push: PushPort;
}

/**
 * The token of a browser, which is recognized by its endpoint: each registration at Firebase makes another token, and
 * the earlier ones remain valid. Undefined if Firebase does not accept the browser.
 */
export const register = async (
  { db, push }: PushParts,
  userId: string,
  subscription: BrowserSubscription,
  now: number,
): Promise<string | undefined> => {
  const endpointHash = createHash('sha256').update(subscription.endpoint).digest('hex');
  const oldest = new Date(now - registrationAge);
  const registered = async () => {
    const [row] = await db
      .select({ token: pushTokens.token })
      .from(pushTokens)
      .where(
        and(
          eq(pushTokens.endpointHash, endpointHash),
          eq(pushTokens.userId, userId),
          gte(pushTokens.createdDate, oldest),
        ),
      );
    return row?.token;
  };
  const known = await registered();
  if (known !== undefined) return known;
  const token = await push.register(subscription);
  if (token === undefined) return undefined;
  const own = { token, userId, sessionHash: null, createdDate: new Date(now) };
  await db
    .insert(pushTokens)
    .values({ endpointHash, ...own })
    .onConflictDoUpdate({
      target: pushTokens.endpointHash,
      set: own,
      // Another tab may have registered the browser meanwhile. Both then get the token of the first one.
      setWhere: sql`${ne(pushTokens.userId, userId)} or ${lt(pushTokens.createdDate, oldest)}`,
    });
  return (await registered()) ?? token;
};

/** The browser that makes a request. */
interface Subscriber {
  readonly userId: string;
  /** The token of its session. */
  readonly session: string;
}

/** Subscribes the browser for this user only: it belongs to the user who signed in last. */
export const subscribe = async (db: Db, { userId, session }: Subscriber, token: string, now: number): Promise<void> => {
  const own = { userId, sessionHash: hashOf(session) };
  await db.transaction(async (tx) => {
    // Another token of the same session is an earlier one of the same browser.
    await tx
      .delete(pushTokens)
      .where(
        and(eq(pushTokens.userId, userId), eq(pushTokens.sessionHash, own.sessionHash), ne(pushTokens.token, token)),
      );
    await tx
      .insert(pushTokens)
      .values({ token, ...own, createdDate: new Date(now) })
      .onConflictDoUpdate({ target: pushTokens.token, set: own });
    const newest = tx
      .select({ token: pushTokens.token })
      .from(pushTokens)
      .where(eq(pushTokens.userId, userId))
      .orderBy(desc(eq(pushTokens.token, token)), desc(pushTokens.createdDate), desc(pushTokens.token))
      .limit(maxBrowsersPerUser);
    await tx.delete(pushTokens).where(and(eq(pushTokens.userId, userId), notInArray(pushTokens.token, newest)));
  });
};

/** The browser stays subscribed when another session of the same user replaces the one that it had. */
export const moveSubscription = async (db: Db, userId: string, before: string, session: string): Promise<void> => {
  await db
    .update(pushTokens)
    .set({ sessionHash: hashOf(session) })
    .where(and(eq(pushTokens.userId, userId), eq(pushTokens.sessionHash, hashOf(before))));
};

/** Unsubscribes a browser, if it is the user's. */
export const unsubscribe = async (db: Db, userId: string, token: string): Promise<void> => {
  await db.delete(pushTokens).where(and(eq(pushTokens.token, token), eq(pushTokens.userId, userId)));
};

/**
 * Notifies the browsers in which the user is signed in, and removes those that are gone. Returns the number of
 * deliveries.
 */
export const notify = async ({ db, push }: PushParts, userId: string, note: PushNote, now: number): Promise<number> => {
  const rows = await db
    .select({ token: pushTokens.token })
    .from(pushTokens)
    .innerJoin(sessions, and(eq(sessions.tokenHash, pushTokens.sessionHash), eq(sessions.userId, pushTokens.userId)))
    .where(and(eq(pushTokens.userId, userId), gt(sessions.expires, new Date(now))))
    .orderBy(asc(pushTokens.createdDate));
  const results = await Promise.all(rows.map(async ({ token }) => ({ token, result: await push.send(token, note) })));
  const gone = results.filter(({ result }) => result === 'gone').map(({ token }) => token);
  if (gone.length > 0)
    await db.delete(pushTokens).where(and(eq(pushTokens.userId, userId), inArray(pushTokens.token, gone)));
  return results.filter(({ result }) => result === 'sent').length;
};
