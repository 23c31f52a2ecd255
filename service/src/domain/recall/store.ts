import { and, eq, sql } from 'drizzle-orm';
import { anyOf } from '../../db/any-of.ts';
import { schema, type Tx } from '../../db/database.ts';
import type { Sealer } from '../../db/sealed.ts';
import { decodeIndex, encodeIndex, type FileIndex } from '../passages/file-index.ts';
import { createCache } from '../passages/cache.ts';
import { decodeVectors, encodeVectors, type Vectors } from '../passages/vectors.ts';

const { turnIndexes } = schema;

/**
 * The number of messages whose passages are stored together. It keeps the rows per prompt few, and leaves only a few of
 * the newest messages unindexed.
 */
export const groupSize = 8;
/** The number of groups of a branch that are indexed, newest first: no model gets messages older than that. */
const maxGroups = 2000 / groupSize;

/** A complete group: its last message, and its start in the branch. */
export interface GroupRange {
  readonly upToId: string;
  readonly from: number;
}

/** The complete groups of a branch, oldest first. They stay the same however the branch continues. */
export const groupsIn = (branch: readonly string[]): readonly GroupRange[] =>
  Array.from({ length: Math.floor(branch.length / groupSize) }, (_, at) => ({
    upToId: branch[(at + 1) * groupSize - 1]!,
    from: at * groupSize,
  })).slice(-maxGroups);

/**
 * The passages of some consecutive messages. The page number of a passage encodes its message and its author
 * (`pageOf`).
 */
export interface TurnGroup {
  readonly index: FileIndex;
  readonly vectors: Vectors | undefined;
  readonly texts: readonly string[];
}

/** Pages start at 1. Each message of the group has two: the prompt and the answer. */
export const pageOf = (message: number, answer: boolean): number => 1 + 2 * message + (answer ? 1 : 0);
export const positionOf = (page: number): { readonly message: number; readonly answer: boolean } => ({
  message: Math.floor((page - 1) / 2),
  answer: page % 2 === 0,
});

const listIn = (stored: string): readonly string[] | undefined => {
  // A sealed value without its key is not JSON.
  if (!stored.startsWith('[')) return undefined;
  const list: unknown = JSON.parse(stored);
  return Array.isArray(list) ? list.map(String) : undefined;
};

/** The approximate size of a cached group, in bytes. */
const sizeOf = ({ index, texts, vectors }: TurnGroup): number =>
  index.reduce((sum, { terms }) => sum + 3 * terms.byteLength, vectors?.bytes.length ?? 0) +
  texts.reduce((sum, { length }) => sum + 2 * length, 0);
const cachedGroups = createCache<TurnGroup>('turns', sizeOf);

/** The stored groups by their last messages, with the vectors of that embedder if there are any. */
export const readGroups = async (
  db: Tx,
  ends: readonly string[],
  embedder: string | undefined,
): Promise<ReadonlyMap<string, TurnGroup>> => {
  const idOf = (end: string) => `${end} ${embedder}`;
  const known = new Map(
    ends.flatMap((end) => {
      const open = cachedGroups.get(idOf(end));
      return open ? [[end, open] as const] : [];
    }),
  );
  const missing = ends.filter((end) => !known.has(end));
  if (missing.length === 0) return known;
  const vectors = sql<
    string | null
  >`case when ${turnIndexes.embedder} = ${embedder ?? ''} then ${turnIndexes.vectors} end`;
  const rows = await db
    .select({
      end: turnIndexes.upToId,
      texts: turnIndexes.texts,
      index: turnIndexes.index,
      vectors: vectors.mapWith(turnIndexes.vectors),
    })
    .from(turnIndexes)
    .where(anyOf(turnIndexes.upToId, missing));
  for (const row of rows) {
    const texts = listIn(row.texts);
    const index = decodeIndex(row.index);
    if (!texts || index?.length !== texts.length) continue;
    const group = { texts, index, vectors: row.vectors === null ? undefined : decodeVectors(row.vectors) };
    known.set(row.end, group);
    // A group without vectors may have them by the next question, so it is not cached.
    if (group.vectors || embedder === undefined) cachedGroups.put(idOf(row.end), group);
  }
  return known;
};

/** The stored groups among these, with the embedder that made their vectors. */
export const storedGroups = async (
  db: Tx,
  ranges: readonly GroupRange[],
): Promise<ReadonlyMap<string, string | null>> => {
  const rows = await db
    .select({ end: turnIndexes.upToId, embedder: turnIndexes.embedder })
    .from(turnIndexes)
    .where(
      anyOf(
        turnIndexes.upToId,
        ranges.map(({ upToId }) => upToId),
      ),
    );
  return new Map(rows.map(({ end, embedder }) => [end, embedder]));
};

interface NewGroup {
  readonly chatId: string;
  readonly upToId: string;
  readonly texts: readonly string[];
  readonly index: FileIndex;
}

/** Stores the word index of a group, once. */
export const storeGroup = async (
  db: Tx,
  { chatId, upToId, texts, index }: NewGroup,
  { seal }: Sealer,
): Promise<void> => {
  // Inserts nothing if the chat was deleted in the meantime.
  await db.execute(sql`
    insert into turn_indexes (up_to_id, chat_id, texts, index)
    select ${upToId}, id, ${seal(JSON.stringify(texts))}, ${seal(encodeIndex(index))}
    from chats where id = ${chatId} for share
    on conflict do nothing`);
};

/** Stores the vectors of a group, replacing those of another embedder. */
export const storeGroupVectors = async (
  db: Tx,
  upToId: string,
  { embedder, vectors }: { readonly embedder: string; readonly vectors: Vectors },
  { seal }: Sealer,
): Promise<void> => {
  await db
    .update(turnIndexes)
    .set({ embedder, vectors: seal(encodeVectors(vectors)) })
    .where(eq(turnIndexes.upToId, upToId));
};

/** Whether messages of a chat have vectors of that embedder. */
export const hasTurnVectors = async (db: Tx, chatId: string, embedder: string): Promise<boolean> => {
  const found = await db
    .select({ end: turnIndexes.upToId })
    .from(turnIndexes)
    .where(and(eq(turnIndexes.chatId, chatId), eq(turnIndexes.embedder, embedder)))
    .limit(1);
  return found.length > 0;
};
