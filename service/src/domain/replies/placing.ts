import { and, eq, inArray, sql } from 'drizzle-orm';
import { anyOf } from '../../db/any-of.ts';
import { schema, type Tx } from '../../db/database.ts';
import { newestEnd, pathTo, type Position, positionsOf, shownLeaf } from '../chats/branches.ts';
import { agentBlock } from '../agents/interview.ts';
import type { ChatRow } from '../chats/chats.ts';
import type { MessageRow } from '../chats/messages.ts';
import type { Exchange } from '../context/turns.ts';
import { DomainError } from '../domain-error.ts';

const { messages } = schema;
/** Messages before a prompt that a model may be told of. */
const toldMost = 2000;

interface PlacedMessage {
  readonly id?: string | undefined;
  readonly replaces?: string | undefined;
  readonly after?: string | undefined;
}

const unknown = () => new DomainError('unknown-message');

/**
 * The message to which the sent one is another version. Throws 404 where it is no message of the user's own chat `id`, or
 * no chat is named, and 409 while its answer is written.
 */
export const replacedBy = async (
  db: Tx,
  userId: string,
  { id, replaces, after }: PlacedMessage,
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
 * The ids of the messages before a new one, first message first: those of the branch that the chat shows, of the one
 * through `after`, or those before the one that it replaces. Throws 404 where the chat does not have `after`.
 */
export const branchBefore = async (
  tx: Tx,
  { id, leafId }: Pick<ChatRow, 'id' | 'leafId'>,
  { after }: PlacedMessage,
  replaced: Pick<MessageRow, 'parentId'> | undefined,
): Promise<string[]> => {
  const positions = await positionsOf(tx, id);
  return pathTo(positions, replaced ? replaced.parentId : lastBefore(positions, leafId, after?.toLowerCase()));
};

/** Bytes that are read for each token of a context: no text has fewer tokens for so many, sealed or not. */
const bytesOfToken = 16;

/** The messages of a branch that count: the newest that may fit into `tokens`, and those that are pinned. */
const countingIn = (tx: Tx, branch: readonly string[], tokens: number) => {
  const newestFirst = sql`over (order by ${messages.id} desc rows between unbounded preceding and 1 preceding)`;
  const sized = tx
    .select({
      id: messages.id,
      pinned: messages.pinned,
      // Neither is read for its length: it stands beside the text.
      bytes: sql<number>`sum(octet_length(${messages.prompt}) + octet_length(${messages.content})) ${newestFirst}`.as(
        'bytes',
      ),
      newer: sql<number>`count(*) ${newestFirst}`.as('newer'),
    })
    .from(messages)
    .where(and(anyOf(messages.id, branch), eq(messages.pending, false), eq(messages.failed, false)))
    .as('sized');
  const within = sql`(coalesce(${sized.bytes}, 0) < ${tokens * bytesOfToken} and ${sized.newer} < ${toldMost})`;
  return tx
    .select({ id: sized.id })
    .from(sized)
    .where(sql`${within} or ${sized.pinned}`);
};

/**
 * What was said and answered in a branch, newest first; what failed or is not answered yet is left out, as is what could
 * not fit into `tokens` unless it is pinned.
 */
export const exchangesOf = async (tx: Tx, branch: readonly string[], tokens: number): Promise<Exchange[]> => {
  if (branch.length === 0) return [];
  const rows = await tx
    .select({
      id: messages.id,
      createdDate: messages.createdDate,
      prompt: messages.prompt,
      content: messages.content,
      context: messages.context,
      pinned: messages.pinned,
    })
    .from(messages)
    .where(inArray(messages.id, countingIn(tx, branch, tokens)));
  const told = rows.map(({ context, ...row }) =>
    context === null ? row : { ...row, content: `${row.content}\n\n${agentBlock(context)}` },
  );
  const byId = new Map(told.map((row) => [row.id, row]));
  return branch.toReversed().flatMap((id) => byId.get(id) ?? []);
};
