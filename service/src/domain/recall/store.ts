import { and, eq, sql } from 'drizzle-orm';
import { anyOf } from '../../db/any-of.ts';
import { schema, type Tx } from '../../db/database.ts';
import type { Sealer } from '../../db/sealed.ts';
import { decodeIndex, encodeIndex, type FileIndex } from '../passages/file-index.ts';
import { keptOpen } from '../passages/opened.ts';
import { decodeVectors, encodeVectors, type Vectors } from '../passages/vectors.ts';

const { turnIndexes } = schema;

/** Messages whose passages are stored together: what is read for a prompt stays few rows, and few of the newest have none yet. */
export const groupSize = 8;
/** Groups of a branch that are made findable, the newest: what is older than so many messages no model is told of. */
const groupsMost = 2000 / groupSize;

/** A whole group by its last message, and where it begins in its branch. */
export interface GroupRange {
  readonly upToId: string;
  readonly from: number;
}

/** The whole groups of a branch, oldest first: wherever the branch goes on from there, they stay the same. */
export const groupsIn = (branch: readonly string[]): readonly GroupRange[] =>
  Array.from({ length: Math.floor(branch.length / groupSize) }, (_, at) => ({
    upToId: branch[(at + 1) * groupSize - 1]!,
    from: at * groupSize,
  })).slice(-groupsMost);

/** Passages of some messages that follow each other. The page of a passage is `pageOf` its message and who said it. */
export interface TurnGroup {
  readonly index: FileIndex;
  readonly vectors: Vectors | undefined;
  readonly texts: readonly string[];
}

/** Pages begin with 1: two for each message of the group, what the person said and what was answered. */
export const pageOf = (message: number, answer: boolean): number => 1 + 2 * message + (answer ? 1 : 0);
export const positionOf = (page: number): { readonly message: number; readonly answer: boolean } => ({
  message: Math.floor((page - 1) / 2),
  answer: page % 2 === 0,
});

const listIn = (stored: string): readonly string[] | undefined => {
  // Without its key a sealed one is no list.
  if (!stored.startsWith('[')) return undefined;
  const list: unknown = JSON.parse(stored);
  return Array.isArray(list) ? list.map(String) : undefined;
};

/** Bytes of what is kept of a group, more or less. */
const sizeOf = ({ index, texts, vectors }: TurnGroup): number =>
  index.reduce((sum, { terms }) => sum + 3 * terms.byteLength, vectors?.bytes.length ?? 0) +
  texts.reduce((sum, { length }) => sum + 2 * length, 0);
const openGroups = keptOpen<TurnGroup>('turns', sizeOf);

/** What is stored of these groups, by their last messages, with the vectors of that embedder where there are some. */
export const readGroups = async (
  db: Tx,
  ends: readonly string[],
  embedder: string | undefined,
): Promise<ReadonlyMap<string, TurnGroup>> => {
  const idOf = (end: string) => `${end} ${embedder}`;
  const known = new Map(
    ends.flatMap((end) => {
      const open = openGroups.get(idOf(end));
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
    // One without vectors may have some with the next question.
    if (group.vectors || embedder === undefined) openGroups.put(idOf(row.end), group);
  }
  return known;
};

/** The groups among these that are stored, with who has made their vectors. */
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

/** Stores what finds a group by words, once. */
export const storeGroup = async (
  db: Tx,
  { chatId, upToId, texts, index }: NewGroup,
  { seal }: Sealer,
): Promise<void> => {
  // A chat that has gone meanwhile takes none.
  await db.execute(sql`
    insert into turn_indexes (up_to_id, chat_id, texts, index)
    select ${upToId}, id, ${seal(JSON.stringify(texts))}, ${seal(encodeIndex(index))}
    from chats where id = ${chatId} for share
    on conflict do nothing`);
};

/** Stores what finds a group by meaning, in place of what another embedder has made. */
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

/** Whether messages of a chat can be found by a vector of that embedder. */
export const hasTurnVectors = async (db: Tx, chatId: string, embedder: string): Promise<boolean> => {
  const found = await db
    .select({ end: turnIndexes.upToId })
    .from(turnIndexes)
    .where(and(eq(turnIndexes.chatId, chatId), eq(turnIndexes.embedder, embedder)))
    .limit(1);
  return found.length > 0;
};
