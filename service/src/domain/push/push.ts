import { and, asc, desc, eq, inArray, notInArray } from 'drizzle-orm';
import type { PushNote, PushPort } from '../../ports/push.ts';
import type { Db } from '../../db/database.ts';
import { pushTokens } from '../../db/schema/accounts.ts';
import { DomainError } from '../domain-error.ts';

/** The number of browsers per user; when another one is added, the oldest is dropped. */
export const maxBrowsersPerUser = 20;

/** The key to subscribe with. Throws if notifications are not set up. */
export const requirePushKey = (push: PushPort): string => {
  if (push.publicKey === undefined) throw new DomainError('push-not-set-up');
  return push.publicKey;
};

/** Subscribes the browser for this user only: it belongs to the user who signed in last. */
export const subscribe = async (db: Db, userId: string, token: string, now: number): Promise<void> => {
  await db.transaction(async (tx) => {
    const own = { userId, createdDate: new Date(now) };
    await tx
      .insert(pushTokens)
      .values({ token, ...own })
      .onConflictDoUpdate({ target: pushTokens.token, set: own });
    const newest = tx
      .select({ token: pushTokens.token })
      .from(pushTokens)
      .where(eq(pushTokens.userId, userId))
      .orderBy(desc(pushTokens.createdDate), desc(pushTokens.token))
      .limit(maxBrowsersPerUser);
    await tx.delete(pushTokens).where(and(eq(pushTokens.userId, userId), notInArray(pushTokens.token, newest)));
  });
};

/** Unsubscribes a browser, if it is the user's. */
export const unsubscribe = async (db: Db, userId: string, token: string): Promise<void> => {
  await db.delete(pushTokens).where(and(eq(pushTokens.token, token), eq(pushTokens.userId, userId)));
};

/** Notifies all browsers of the user and removes those that are gone. Returns the number of deliveries. */
export const notify = async (
  { db, push }: { readonly db: Db; readonly push: PushPort },
  userId: string,
  note: PushNote,
): Promise<number> => {
  const rows = await db
    .select({ token: pushTokens.token })
    .from(pushTokens)
    .where(eq(pushTokens.userId, userId))
    .orderBy(asc(pushTokens.createdDate));
  const results = await Promise.all(rows.map(async ({ token }) => ({ token, result: await push.send(token, note) })));
  const gone = results.filter(({ result }) => result === 'gone').map(({ token }) => token);
  if (gone.length > 0)
    await db.delete(pushTokens).where(and(eq(pushTokens.userId, userId), inArray(pushTokens.token, gone)));
  return results.filter(({ result }) => result === 'sent').length;
};
