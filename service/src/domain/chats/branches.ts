import { fingerprint } from '@atrium/shared-kernel/contracts/fingerprint';
import { and, eq, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { anyOf } from '../../db/any-of.ts';
import { schema, type Tx } from '../../db/database.ts';
import { createCache } from '../passages/cache.ts';

const { messages } = schema;

/** A message's position in the tree of its chat: `parentId` is the message before it, null for the first. */
export interface Position {
  readonly id: string;
  readonly parentId: string | null;
}

const newest = (ids: readonly string[]): string | undefined => ids.toSorted().at(-1);

/** The ids of the branch that ends with `leafId`, first message first; empty if `leafId` is not among the positions. */
export const pathTo = (positions: readonly Position[], leafId: string | null | undefined): string[] => {
  const parents = new Map(positions.map(({ id, parentId }) => [id, parentId]));
  const path = new Set<string>();
  for (let id = leafId; id && parents.has(id) && !path.has(id); id = parents.get(id)) path.add(id);
  return [...path].toReversed();
};

/** The last message of the shown branch: the selected leaf, else the newest message. */
export const shownLeaf = (positions: readonly Position[], chosen: string | null): string | undefined =>
  chosen !== null && positions.some(({ id }) => id === chosen) ? chosen : newest(positions.map(({ id }) => id));

/** The newest leaf among the branches through `id`; `id` itself if nothing follows it. */
export const newestEnd = (positions: readonly Position[], id: string): string => {
  const children = Map.groupBy(positions, ({ parentId }) => parentId);
  const below = [id];
  for (const one of below) for (const child of children.get(one) ?? []) below.push(child.id);
  return newest(below.filter((one) => !children.has(one))) ?? id;
};

/** All versions of each message that has more than one, oldest first. */
export const versionsIn = (positions: readonly Position[]): ReadonlyMap<string, readonly string[]> =>
  new Map(
    [...Map.groupBy(positions, ({ parentId }) => parentId).values()]
      .filter(({ length }) => length > 1)
      .map((siblings) => siblings.map(({ id }) => id).toSorted())
      .flatMap((versions) => versions.map((id) => [id, versions] as const)),
  );

/** For each version, the oldest version with the same prompt. */
const questionsAmong = (versions: readonly string[], promptOf: ReadonlyMap<string, string>): string[] =>
  versions.map((id) => versions.find((one) => promptOf.get(one) === promptOf.get(id)) ?? id);

/** The wire fields about a message's versions; empty if it is the only one. */
export interface VersionsOnWire {
  readonly versions?: string[];
  readonly questions?: string[];
}

/** The wire fields about versions, by message. Only the prompts of versions of `messageIds` are read. */
export const versionsOnWire = async (
  db: Tx,
  versions: ReadonlyMap<string, readonly string[]>,
  messageIds: readonly string[],
): Promise<(messageId: string) => VersionsOnWire> => {
  const wanted = new Set(messageIds.flatMap((id) => versions.get(id) ?? []));
  const rows =
    wanted.size === 0
      ? []
      : await db
          .select({ id: messages.id, prompt: messages.prompt })
          .from(messages)
          .where(anyOf(messages.id, [...wanted]));
  const promptOf = new Map(rows.map(({ id, prompt }) => [id, prompt]));
  return (messageId) => {
    const all = versions.get(messageId);
    return all ? { versions: [...all], questions: questionsAmong(all, promptOf) } : {};
  };
};

/**
 * The columns of all messages of a chat, in all branches, by id. They are read as one string because a chat may have
 * thousands.
 */
const columnsOf = async (db: Tx, chatId: string, columns: SQL): Promise<string[][]> => {
  const [row] = await db
    .select({ all: sql<string | null>`string_agg(${columns}, ',' order by ${messages.id})` })
    .from(messages)
    .where(eq(messages.chatId, chatId));
  return (row?.all?.split(',') ?? []).map((one) => one.split(' '));
};

const position = sql`${messages.id} || ' ' || coalesce(${messages.parentId}, '')`;
const positionIn = ([id = '', parentId = '']: readonly string[]): Position => ({
  id,
  parentId: parentId === '' ? null : parentId,
});

/** The positions of all messages of a chat, in all branches, by id. */
export const positionsOf = async (db: Tx, chatId: string): Promise<Position[]> =>
  (await columnsOf(db, chatId, position)).map(positionIn);

/** A position with the state of its message. */
export interface MarkedPosition extends Position {
  /** Changes with the row of the message, and with the reader's report of it. */
  readonly mark: string;
}

/**
 * Like `positionsOf`, with marks. PostgreSQL names in `xmin` the transaction that wrote a row last, so nothing that
 * changes a message can forget to mark it.
 */
export const markedPositionsOf = async (db: Tx, chatId: string, readerId: string): Promise<MarkedPosition[]> => {
  const reported = sql`exists (select from reports r where r.message_id = messages.id and r.user_id = ${readerId})`;
  const mark = sql`messages.xmin::text || case when ${reported} then '!' else '' end`;
  const rows = await columnsOf(db, chatId, sql`${position} || ' ' || ${mark}`);
  return rows.map(([id, parentId, state = '']) => ({ ...positionIn([id ?? '', parentId ?? '']), mark: state }));
};

/** The revision of each message: another one after any change of it or its versions, whose prompts it names. */
export const revisionsIn = (
  positions: readonly MarkedPosition[],
  versions: ReadonlyMap<string, readonly string[]>,
): ((messageId: string) => string) => {
  const marks = new Map(positions.map(({ id, mark }) => [id, mark]));
  return (id) => {
    const all = versions.get(id) ?? [id];
    return fingerprint([id, ...all.map((one) => marks.get(one) ?? '')]);
  };
};

const cachedPaths = createCache<readonly string[]>('path', ({ length }) => 40 * length);

/** Caches the branch that ends with a message: the messages before a message never change. */
export const cachePath = (path: readonly string[]): void => cachedPaths.put(path.at(-1) ?? '', path);

/** The branch that ends with the message, if this process has cached it, so that not all positions have to be read. */
export const cachedPath = (leafId: string | null | undefined): readonly string[] | undefined =>
  leafId ? cachedPaths.get(leafId) : undefined;

/** The ids of the branch that ends with a message of the chat, first message first. */
export const pathIn = async (
  db: Tx,
  chatId: string,
  leafId: string,
  given?: readonly Position[],
): Promise<readonly string[]> => {
  const known = cachedPath(leafId);
  if (known) return known;
  const positions = given ?? (await positionsOf(db, chatId));
  const path = pathTo(positions, leafId);
  // A running import may still add messages before the first one, so only a complete branch is cached.
  if (positions.find(({ id }) => id === path[0])?.parentId === null) cachePath(path);
  return path;
};

/** All versions of one message, oldest first; undefined if it is the only one. */
export const versionsOf = async (
  db: Tx,
  { id, chatId, parentId }: Position & { readonly chatId: string },
): Promise<readonly string[] | undefined> => {
  const others = await db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.chatId, chatId),
        ne(messages.id, id),
        parentId === null ? isNull(messages.parentId) : eq(messages.parentId, parentId),
      ),
    );
  return others.length === 0 ? undefined : [id, ...others.map((other) => other.id)].toSorted();
};
