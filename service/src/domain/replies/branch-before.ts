import { and, eq, sql } from 'drizzle-orm';
import { schema, type Tx } from '../../db/database.ts';
import { cachedPath, newestEnd, pathIn, pathTo, type Position, positionsOf, shownLeaf } from '../chats/branches.ts';
import { answeredAmong } from '../chats/answered.ts';
import type { ChatRow } from '../chats/chats.ts';
import type { MessageRow } from '../chats/messages.ts';
import { estimateOf } from '../context/cached-estimates.ts';
import type { CountTokens } from '../context/tokens.ts';
import type { Exchange } from '../context/turns.ts';
import { DomainError } from '../domain-error.ts';

const { messages } = schema;
/** The most messages before a prompt that are considered for the model. */
const maxExchanges = 2000;

interface MessagePosition {
  readonly id?: string | undefined;
  readonly replaces?: string | undefined;
  readonly after?: string | undefined;
}

const unknown = () => new DomainError('unknown-message');

/**
 * The message that the sent one replaces with a new version. Fails with `unknown-message` unless it belongs to the
 * user's own chat `id`, and with `still-answering` while its answer is being written.
 */
export const replacedBy = async (
  db: Tx,
  userId: string,
  { id, replaces, after }: MessagePosition,
): Promise<MessageRow | undefined> => {
  if (id === undefined && (replaces ?? after) !== undefined) throw unknown();
  if (id === undefined || replaces === undefined) return undefined;
  const ofChat = and(eq(messages.chatId, id.toLowerCase()), eq(messages.userId, userId));
  const [row] = await db
    .select()
    .from(messages)
    .where(and(eq(messages.id, replaces.toLowerCase()), ofChat));
  if (!row) throw unknown();
  if (row.pending) throw new DomainError('still-answering');
  return row;
};

const lastBefore = (positions: readonly Position[], chosen: string | null, after: string | undefined) => {
  const leaf = shownLeaf(positions, chosen);
  if (after === undefined || pathTo(positions, leaf).includes(after)) return leaf;
  if (!positions.some(({ id }) => id === after)) throw unknown();
  return newestEnd(positions, after);
};

/**
 * The ids of the messages before a new one, first message first: the branch that the chat shows, the branch through
 * `after`, or the messages before the replaced one. Fails with `unknown-message` if the chat does not contain `after`.
 */
export const branchBefore = async (
  tx: Tx,
  { id, leafId }: Pick<ChatRow, 'id' | 'leafId'>,
  { after }: MessagePosition,
  replaced: Pick<MessageRow, 'parentId'> | undefined,
): Promise<readonly string[]> => {
  if (replaced) return replaced.parentId === null ? [] : pathIn(tx, id, replaced.parentId);
  const shown = cachedPath(leafId);
  if (shown && (after === undefined || shown.includes(after.toLowerCase()))) return shown;
  const positions = await positionsOf(tx, id);
  const leaf = lastBefore(positions, leafId, after?.toLowerCase());
  return leaf === undefined ? [] : pathIn(tx, id, leaf, positions);
};

/**
 * The last message of the branch that the chat shows once `sent` is stored behind `branch`. That is `sent`, unless it
 * only repeats the prompt of `replaced` while the shown branch has a newer prompt there: the user wrote that in another
 * tab at the same time, and keeps seeing it.
 */
export const leafAfter = async (
  tx: Tx,
  chat: Pick<ChatRow, 'id' | 'leafId'>,
  branch: readonly string[],
  replaced: Pick<MessageRow, 'id' | 'prompt'> | undefined,
  sent: Pick<MessageRow, 'id' | 'prompt'>,
): Promise<string> => {
  if (replaced?.prompt !== sent.prompt) return sent.id;
  const shown = await branchBefore(tx, chat, {}, undefined);
  const there = shown[branch.length];
  if (there === undefined || there <= replaced.id) return sent.id;
  const [written] = await tx.select({ prompt: messages.prompt }).from(messages).where(eq(messages.id, there));
  return written?.prompt === sent.prompt ? sent.id : (shown.at(-1) ?? sent.id);
};

/** The number of messages in the first read. Later reads depend on the remaining tokens. */
const firstRead = 64;
/**
 * Exchanges that are read beyond those that fill the tokens: when one is cut, older ones may fit into the remainder.
 */
const margin = 8;

/** The pinned messages of the message's chat. */
const pinnedInChatOf = async (tx: Tx, messageId: string | undefined): Promise<ReadonlySet<string>> => {
  if (messageId === undefined) return new Set();
  const rows = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(sql`${messages.chatId} = (select chat_id from messages where id = ${messageId})`, eq(messages.pinned, true)),
    );
  return new Set(rows.map(({ id }) => id));
};

/**
 * The answered exchanges of a branch, newest first; failed and pending ones are left out. It reads until `tokens` are
 * full, both as the model counts and by the estimate, and then adds pinned ones.
 */
export const exchangesOf = async (
  tx: Tx,
  branch: readonly string[],
  tokens: number,
  count: CountTokens = estimateOf,
): Promise<Exchange[]> => {
  const newestFirst = branch.toReversed();
  const pinned = await pinnedInChatOf(tx, branch.at(-1));
  const answered = async (ids: readonly string[]): Promise<Exchange[]> => {
    const found = await answeredAmong(tx, ids);
    return ids.flatMap((id) => {
      const one = found.get(id);
      return one ? [pinned.has(id) ? { ...one, pinned: true } : one] : [];
    });
  };
  const within = Math.min(newestFirst.length, maxExchanges);
  const exchanges: Exchange[] = [];
  let left = tokens;
  let read = 0;
  let inMargin = 0;
  for (let next = firstRead; next > 0 && read < within;) {
    const ids = newestFirst.slice(read, Math.min(within, read + next));
    read += ids.length;
    for (const exchange of await answered(ids)) {
      exchanges.push(exchange);
      if (left <= 0) inMargin += 1;
      for (const text of [exchange.prompt, exchange.content]) left -= Math.min(count(text), estimateOf(text));
    }
    if (left <= 0) next = inMargin < margin ? margin : 0;
    else next = Math.max(firstRead, Math.ceil((left * read) / Math.max(1, tokens - left)) + margin);
  }
  return [...exchanges, ...(await answered(newestFirst.slice(read).filter((id) => pinned.has(id))))];
};
