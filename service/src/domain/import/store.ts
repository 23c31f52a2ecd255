import { pinsMax } from '@atrium/shared-kernel/contracts/constants';
import { and, count, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import { anyOf } from '../../db/any-of.ts';
import { schema, type Tx } from '../../db/database.ts';
import { alive } from '../chats/chats.ts';
import { unpinExcess } from '../chats/pins-and-archive.ts';

const { chats, chatTags, messageFiles, messages } = schema;
export type NewChat = typeof chats.$inferInsert & { readonly id: string };
export type NewMessage = typeof messages.$inferInsert & { readonly id: string };
export type NewFile = typeof messageFiles.$inferInsert;
/** Rows per statement: PostgreSQL accepts at most 65,535 parameters. */
const batchSize = 1000;

const pages = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / batchSize) }, (_, page) =>
    rows.slice(page * batchSize, (page + 1) * batchSize),
  );

/**
 * The ids that are chats of the user, with whether they are secure. A deleted one is restored, because it is being
 * imported again, and stays pinned if there is room.
 */
export const knownChats = async (db: Tx, userId: string, ids: readonly string[]): Promise<Map<string, boolean>> => {
  const own = and(anyOf(chats.id, ids), eq(chats.userId, userId));
  const restored = await db
    .update(chats)
    .set({ deleted: null })
    .where(and(own, isNotNull(chats.deleted)))
    .returning({ id: chats.id });
  if (restored.length > 0)
    await unpinExcess(
      db,
      userId,
      restored.map(({ id }) => id),
    );
  const rows = await db.select({ id: chats.id, secure: chats.secure }).from(chats).where(own);
  return new Map(rows.map(({ id, secure }) => [id, secure]));
};

/** How many more chats the user may pin. */
export const roomForPins = async (db: Tx, userId: string): Promise<number> => {
  const [row] = await db
    .select({ pins: count() })
    .from(chats)
    .where(and(eq(chats.userId, userId), isNotNull(chats.pinned), alive));
  return Math.max(0, pinsMax - (row?.pins ?? 0));
};

/** Adds chats with their collections, unless their ids exist. */
export const addChats = async (
  tx: Tx,
  rows: readonly NewChat[],
  collections: readonly { readonly chatId: string; readonly tagId: string; readonly home?: boolean }[] = [],
): Promise<void> => {
  for (const page of pages(rows)) await tx.insert(chats).values(page).onConflictDoNothing();
  for (const page of pages(collections)) await tx.insert(chatTags).values(page).onConflictDoNothing();
};

/** Adds messages, unless their ids exist. Returns the ids of the added ones. */
export const addMessages = async (
  tx: Tx,
  rows: readonly NewMessage[],
  files: readonly NewFile[] = [],
): Promise<ReadonlySet<string>> => {
  const added = new Set<string>();
  for (const page of pages(rows)) {
    const inserted = await tx.insert(messages).values(page).onConflictDoNothing().returning({ id: messages.id });
    for (const { id } of inserted) added.add(id);
  }
  for (const page of pages(files.filter(({ messageId }) => added.has(messageId))))
    await tx.insert(messageFiles).values(page).onConflictDoNothing();
  return added;
};

/**
 * Makes a chat of the user that got messages as new as these, and shows the branch that ends with `leafId`: in a new
 * chat, and in a known one if it `shows` imported messages and not what the user went on with here.
 */
export const continueChat = async (
  tx: Tx,
  chat: {
    readonly id: string;
    readonly userId: string;
    readonly lastUpdate: Date;
    readonly leafId: string | undefined;
  },
  shows: SQL,
): Promise<void> => {
  const { id, userId, lastUpdate, leafId } = chat;
  const shown = sql`case when ${chats.leafId} is null or ${shows} then ${leafId} else ${chats.leafId} end`;
  await tx
    .update(chats)
    .set({
      lastUpdate: sql`greatest(${chats.lastUpdate}, ${sql.param(lastUpdate, chats.lastUpdate)})`,
      ...(leafId === undefined ? {} : { leafId: shown }),
    })
    .where(and(eq(chats.id, id), eq(chats.userId, userId)));
};
