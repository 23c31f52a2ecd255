import { and, eq, inArray, sql } from 'drizzle-orm';
import { schema, type Tx } from '../../db/database.ts';
import { DomainError } from '../domain-error.ts';
import { revisionOf } from '../revision.ts';

const { chatTags, tagContexts, tags } = schema;
export type TagRow = typeof tags.$inferSelect;

/** The user's own collections with these ids. Throws `unknown-tag` if one of them is not the user's. */
export const ownTags = async (db: Tx, userId: string, ids: readonly string[]): Promise<TagRow[]> => {
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))];
  if (wanted.length === 0) return [];
  const rows = await db
    .select()
    .from(tags)
    .where(and(inArray(tags.id, wanted), eq(tags.userId, userId)));
  if (rows.length < wanted.length) throw new DomainError('unknown-tag');
  return rows;
};

export const ownTag = async (db: Tx, userId: string, tagId: string): Promise<TagRow> =>
  (await ownTags(db, userId, [tagId]))[0]!;

/** One collection of the user, locked until the transaction ends. */
export const lockTag = async (tx: Tx, userId: string, tagId: string): Promise<TagRow> => {
  const [row] = await tx
    .select()
    .from(tags)
    .where(and(eq(tags.id, tagId.toLowerCase()), eq(tags.userId, userId)))
    .for('update');
  if (!row) throw new DomainError('unknown-tag');
  return row;
};

/**
 * Adds a chat, which the caller has locked, to collections. If it is in none yet and gets exactly one, that one becomes
 * its home: the source of its instructions and files.
 */
export const addToTags = async (tx: Tx, chatId: string, tagIds: readonly string[]): Promise<void> => {
  if (tagIds.length === 0) return;
  const [existing] = await tx.select({ id: chatTags.tagId }).from(chatTags).where(eq(chatTags.chatId, chatId)).limit(1);
  const first = !existing && tagIds.length === 1 ? tagIds[0] : undefined;
  await tx
    .insert(chatTags)
    .values(tagIds.map((tagId) => ({ chatId, tagId, home: tagId === first })))
    .onConflictDoNothing();
};

/**
 * Makes one of its collections the home of a chat, which the caller has locked; null leaves it without one. Throws
 * `unknown-tag` if the chat is not in that collection.
 */
export const setHome = async (tx: Tx, chatId: string, tagId: string | null): Promise<void> => {
  const links = await tx.select().from(chatTags).where(eq(chatTags.chatId, chatId));
  const next = tagId?.toLowerCase();
  if (next !== undefined && !links.some((link) => link.tagId === next)) throw new DomainError('unknown-tag');
  const changed = links.filter((link) => link.home !== (link.tagId === next));
  if (changed.length === 0) return;
  // Deleted and inserted, because that is announced, and an update is not.
  const ids = changed.map((link) => link.tagId);
  await tx.delete(chatTags).where(and(eq(chatTags.chatId, chatId), inArray(chatTags.tagId, ids)));
  await tx.insert(chatTags).values(changed.map((link) => ({ ...link, home: link.tagId === next })));
};

export type TagContext = Pick<typeof tagContexts.$inferSelect, 'instruction' | 'files'>;

/** The instructions and files that a collection gives to its chats. */
export const contextOf = async (db: Tx, tagId: string): Promise<TagContext> => {
  const [row] = await db.select().from(tagContexts).where(eq(tagContexts.tagId, tagId));
  return { instruction: row?.instruction ?? '', files: row?.files ?? [] };
};

export const contextRevision = ({ instruction, files }: TagContext): string => revisionOf(instruction, files);

/** Stores the instructions and files of a collection. The caller has locked it. */
export const saveContext = async (tx: Tx, tagId: string, { instruction, files }: TagContext): Promise<void> => {
  const context = { instruction, files };
  await tx
    .insert(tagContexts)
    .values({ tagId, ...context })
    .onConflictDoUpdate({ target: tagContexts.tagId, set: context });
  await tx
    .update(tags)
    .set({ instructed: instruction.trim() !== '', fileCount: files.length, lastUpdate: sql`now()` })
    .where(eq(tags.id, tagId));
};

/** The name, instructions, and files of the collection that the chat started in; undefined if the chat has left it. */
export const homeOf = async (db: Tx, chatId: string): Promise<(TagContext & { readonly name: string }) | undefined> => {
  const [row] = await db
    .select({ name: tags.name, instruction: tagContexts.instruction, files: tagContexts.files })
    .from(chatTags)
    .innerJoin(tags, eq(tags.id, chatTags.tagId))
    .innerJoin(tagContexts, eq(tagContexts.tagId, tags.id))
    .where(and(eq(chatTags.chatId, chatId), eq(chatTags.home, true)));
  return row;
};
