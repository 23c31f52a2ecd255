import { chatUndo } from '@atrium/shared-kernel/contracts/constants';
import { and, eq, gt, isNotNull, lte, or, sql } from 'drizzle-orm';
import type { WarnLog } from '../../log.ts';
import type { Job } from '../../ports/jobs.ts';
import { anyOf } from '../../db/any-of.ts';
import { type Db, schema, type Tx } from '../../db/database.ts';
import type { Parts } from '../parts.ts';
import { keysOfChat, unused } from '../files/references.ts';
import type { ReplyHub } from '../replies/hub.ts';
import { alive, type ChatRow } from './chats.ts';
import { lockPins, unpinExcess } from './pins-and-archive.ts';

const { chats, messages } = schema;
/** The number of chats that are removed per query. */
const page = 100;

const named = (ids: readonly string[]) => anyOf(chats.id, [...new Set(ids.map((id) => id.toLowerCase()))]);

/** Stops the replies that still run in the chats, so that nobody pays for text that will not be read. */
const stopReplies = async (
  { database: { db }, replies }: Pick<Parts, 'database'> & { readonly replies: Pick<ReplyHub, 'stop'> },
  chatIds: readonly string[],
): Promise<void> => {
  const running = await db
    .select({ id: messages.id })
    .from(messages)
    .where(and(anyOf(messages.chatId, chatIds), eq(messages.pending, true)));
  await Promise.all(running.map(({ id }) => replies.stop(id)));
};

/**
 * The same for chats that have just been deleted. Never rejects, because it would seem that they were not deleted. The
 * job that removes them stops what still runs then.
 */
export const stopRepliesOfDeleted = async (
  services: Parameters<typeof stopReplies>[0],
  log: WarnLog,
  chatIds: readonly string[],
): Promise<void> => {
  try {
    await stopReplies(services, chatIds);
  } catch (error) {
    log.warn({ err: error }, 'Replies in deleted chats could not be stopped.');
  }
};

/** Marks those of the chats that belong to the user as deleted, which hides them from everybody. Returns their ids. */
export const hideChats = async (db: Tx, userId: string, ids: readonly string[], now: number): Promise<string[]> => {
  const hidden = await db
    .update(chats)
    .set({ deleted: new Date(now) })
    .where(and(named(ids), eq(chats.userId, userId), alive))
    .returning({ id: chats.id });
  return hidden.map(({ id }) => id);
};

/**
 * Restores those of the chats that the user deleted within the last `chatUndo.retained` milliseconds, pinned as before
 * if no more than `pinsMax` are pinned then. Returns them, and those that are not deleted: an earlier attempt, whose
 * answer was lost, may have restored them.
 */
export const restoreChats = (db: Db, userId: string, ids: readonly string[], now: number): Promise<ChatRow[]> => {
  const restorable = gt(chats.deleted, new Date(now - chatUndo.retained));
  const own = and(named(ids), eq(chats.userId, userId));
  return db.transaction(async (tx) => {
    await lockPins(tx, userId);
    const restored = await tx
      .update(chats)
      .set({ deleted: null })
      .where(and(own, restorable))
      .returning({ id: chats.id });
    await unpinExcess(
      tx,
      userId,
      restored.map(({ id }) => id),
    );
    return tx.select().from(chats).where(and(own, alive));
  });
};

/** Permanently removes a chat with its messages and links, and the files that only it refers to. */
export const removeChat = async (
  { db, objects }: { readonly db: Db; readonly objects: Parts['objects'] },
  chatId: string,
  onlyIf = sql`true`,
): Promise<void> => {
  const keys = await keysOfChat(db, chatId);
  const removed = await db
    .delete(chats)
    .where(and(eq(chats.id, chatId), onlyIf))
    .returning({ id: chats.id });
  if (removed.length === 0) return;
  for (const key of await unused(db, keys)) await objects.remove(key);
};

type Removing = Pick<Parts, 'database' | 'objects'> & Parameters<typeof stopReplies>[0];

const removeDeleted = async (services: Removing, now: number) => {
  const { database, objects } = services;
  const { db } = database;
  const over = or(
    and(isNotNull(chats.deleted), lte(chats.deleted, new Date(now - chatUndo.retained))),
    and(isNotNull(chats.expires), lte(chats.expires, new Date(now))),
  )!;
  for (;;) {
    const rows = await db.select({ id: chats.id }).from(chats).where(over).limit(page);
    // A temporary chat expires without a user deleting it, so a reply may still be running there.
    await stopReplies(
      services,
      rows.map(({ id }) => id),
    );
    for (const { id } of rows) await removeChat({ db, objects }, id, over);
    if (rows.length < page) return;
  }
};

/** Removes deleted chats whose deletion can no longer be undone, and expired temporary ones. */
export const chatsRemoval = (services: Removing, now: () => number = Date.now): Job => ({
  name: 'remove-chats',
  every: 'quarter',
  run: () => removeDeleted(services, now()),
});
