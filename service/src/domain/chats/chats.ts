import { chatPage } from '@atrium/shared-kernel/contracts/constants';
import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import { schema, type Tx } from '../../db/database.ts';
import { chatOnWire } from './wire.ts';
import { DomainError } from '../domain-error.ts';

const { chats, chatTags, messages, tags } = schema;
export type ChatRow = typeof chats.$inferSelect;

/** Neither deleted nor expired. Deleted chats stay in the table for a while, so that the deletion can be undone. */
export const alive = and(isNull(chats.deleted), or(isNull(chats.expires), gt(chats.expires, sql`now()`)))!;
/** Chats that appear in lists, searches, and exports: not deleted and not temporary. */
export const listed = and(isNull(chats.deleted), isNull(chats.expires))!;

/** The chats in their wire form, each with its collections. */
export const withTags = async (db: Tx, rows: readonly ChatRow[]): Promise<Chat[]> => {
  if (rows.length === 0) return [];
  const links = await db
    .select({ chatId: chatTags.chatId, home: chatTags.home, tag: tags })
    .from(chatTags)
    .innerJoin(tags, eq(tags.id, chatTags.tagId))
    .where(
      inArray(
        chatTags.chatId,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(tags.id);
  const byChat = Map.groupBy(links, ({ chatId }) => chatId);
  return rows.map((row) => {
    const own = byChat.get(row.id) ?? [];
    return chatOnWire(
      row,
      own.map(({ tag }) => tag),
      own.find(({ home }) => home)?.tag.id,
    );
  });
};

export const withItsTags = async (db: Tx, row: ChatRow): Promise<Chat> => (await withTags(db, [row]))[0]!;

/** The user's own chat. Throws `unknown-chat` for a chat of another user. */
export const ownChat = async (db: Tx, userId: string, chatId: string): Promise<ChatRow> => {
  const [row] = await db
    .select()
    .from(chats)
    .where(and(eq(chats.id, chatId.toLowerCase()), eq(chats.userId, userId), alive));
  if (!row) throw new DomainError('unknown-chat');
  return row;
};

/** The user's own chat, locked so that only this transaction adds messages or selects a branch. */
export const lockChat = async (tx: Tx, userId: string, chatId: string): Promise<ChatRow> => {
  const [row] = await tx
    .select()
    .from(chats)
    .where(and(eq(chats.id, chatId.toLowerCase()), eq(chats.userId, userId), alive))
    .for('no key update');
  if (!row) throw new DomainError('unknown-chat');
  return row;
};

/** Like `lockChat`, but throws `temporary-chat` for a temporary chat, which is in no list. */
export const lockPermanent = async (tx: Tx, userId: string, chatId: string): Promise<ChatRow> => {
  const chat = await lockChat(tx, userId, chatId);
  if (chat.expires) throw new DomainError('temporary-chat');
  return chat;
};

export interface ChatQuery {
  /** The `lastUpdate` of the last chat that the client has. */
  readonly before?: Date | undefined;
  readonly tagId?: string | undefined;
  readonly archived?: boolean;
}

/** Written to match the indexes `chats_archive` and `chats_list`. */
const listCondition = ({ tagId, archived }: ChatQuery) => {
  if (archived) return and(isNotNull(chats.archived), listed);
  return tagId ? and(isNull(chats.archived), listed) : and(listed, isNull(chats.archived), isNull(chats.pinned));
};

const inCollection = (tagId: string) =>
  sql`${chats.id} in (select ${chatTags.chatId} from ${chatTags} where ${chatTags.tagId} = ${tagId.toLowerCase()})`;

/**
 * The next chats, newest first: ten, plus all that share the instant of the tenth, because the cursor is an instant and
 * would skip them. The archive lists only archived chats, all other lists none of them; pinned chats appear only in a
 * collection's list.
 */
export const chatPageOf = async (db: Tx, userId: string, query: ChatQuery): Promise<ChatRow[]> => {
  const { before, tagId } = query;
  const wanted = and(
    eq(chats.userId, userId),
    listCondition(query),
    before ? lt(chats.lastUpdate, before) : undefined,
    tagId ? inCollection(tagId) : undefined,
  );
  return db
    .select()
    .from(chats)
    .where(
      sql`${chats.id} in (select ${chats.id} from ${chats} where ${wanted} order by ${chats.lastUpdate} desc
        fetch first ${sql.raw(String(chatPage.size))} rows with ties)`,
    )
    .orderBy(desc(chats.lastUpdate), desc(chats.id));
};

/** All pinned chats, most recently pinned first. */
export const pinnedChats = (db: Tx, userId: string): Promise<ChatRow[]> =>
  db
    .select()
    .from(chats)
    .where(and(eq(chats.userId, userId), isNotNull(chats.pinned), listed))
    .orderBy(desc(chats.pinned), desc(chats.id));

/** All chats with a pending reply. Few messages are pending, so the query starts from their index. */
export const replyingChats = (db: Tx, userId: string): Promise<ChatRow[]> =>
  db
    .select()
    .from(chats)
    .where(
      and(
        eq(chats.userId, userId),
        listed,
        inArray(
          chats.id,
          db
            .select({ id: messages.chatId })
            .from(messages)
            .where(and(eq(messages.pending, true), eq(messages.userId, userId))),
        ),
      ),
    );
