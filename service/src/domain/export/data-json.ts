import { and, asc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { schema, type Tx } from '../../db/database.ts';
import { anyOf } from '../../db/any-of.ts';
import { toUser, type Viewer } from '../accounts/viewer.ts';
import { reachableInTeam } from '../agents/agents.ts';
import { type ChatRow, listed } from '../chats/chats.ts';
import type { MessageRow } from '../chats/messages.ts';
import { modelName } from '../chats/shared-files.ts';
import { fileOnWire } from '../chats/wire.ts';

const {
  agents,
  chats,
  chatSummaries,
  chatTags,
  memories,
  messageFiles,
  messages,
  modelUses,
  shares,
  tagContexts,
  tags,
} = schema;
/** The number of rows in memory at a time. */
const page = 200;

/** The format that `data.json` declares. */
export const exportFormat = { format: 'atrium-export', version: 1 } as const;

/** The user's chats except deleted and temporary ones, in pages, oldest first. */
export async function* chatPages(db: Tx, userId: string): AsyncGenerator<ChatRow[]> {
  for (let after = ''; ;) {
    const rows = await db
      .select()
      .from(chats)
      .where(and(eq(chats.userId, userId), listed, gt(chats.id, after)))
      .orderBy(asc(chats.id))
      .limit(page);
    yield rows;
    if (rows.length < page) return;
    after = rows.at(-1)!.id;
  }
}

/** All messages of a chat except pending ones, in pages, oldest first. */
export async function* messagePages(db: Tx, chatId: string): AsyncGenerator<MessageRow[]> {
  for (let after = ''; ;) {
    const rows = await db
      .select()
      .from(messages)
      .where(and(eq(messages.chatId, chatId), eq(messages.pending, false), gt(messages.id, after)))
      .orderBy(asc(messages.id))
      .limit(page);
    yield rows;
    if (rows.length < page) return;
    after = rows.at(-1)!.id;
  }
}

/** Internal fields of chats, messages, and agents. */
const inner = new Set('userId deleted sendId pending leaseOwner leaseUntil stopRequested loadingText'.split(' '));

/** One entity as JSON, without empty and internal fields. Dates become ISO strings. */
const entity = (row: object): string =>
  JSON.stringify(Object.fromEntries(Object.entries(row).filter(([name, value]) => value !== null && !inner.has(name))));

async function* chatsOf(db: Tx, userId: string): AsyncGenerator<string> {
  for await (const rows of chatPages(db, userId)) {
    const links = await db
      .select()
      .from(chatTags)
      .where(
        anyOf(
          chatTags.chatId,
          rows.map(({ id }) => id),
        ),
      );
    const tagsOf = Map.groupBy(links, ({ chatId }) => chatId);
    for (const chat of rows) {
      const own = tagsOf.get(chat.id) ?? [];
      const home = own.find((link) => link.home)?.tagId;
      yield entity({ ...chat, collections: own.map(({ tagId }) => tagId), home });
    }
  }
}

async function* messagesIn(db: Tx, chatId: string, viewer: Viewer): AsyncGenerator<string> {
  for await (const rows of messagePages(db, chatId)) {
    const files = await db
      .select()
      .from(messageFiles)
      .where(
        anyOf(
          messageFiles.messageId,
          rows.map(({ id }) => id),
        ),
      )
      .orderBy(asc(messageFiles.position));
    const filesOf = Map.groupBy(files, ({ messageId }) => messageId);
    for (const row of rows)
      yield entity({
        ...row,
        modal: row.modal && modelName(row.modal, viewer),
        files: (filesOf.get(row.id) ?? []).map(fileOnWire),
      });
  }
}

async function* messagesOf(db: Tx, viewer: Viewer): AsyncGenerator<string> {
  for await (const rows of chatPages(db, viewer.id)) for (const { id } of rows) yield* messagesIn(db, id, viewer);
}

/** The summaries of older messages. The user's text is separate from the model's. */
async function* summariesOf(db: Tx, userId: string): AsyncGenerator<string> {
  for await (const chatRows of chatPages(db, userId)) {
    const ids = chatRows.map(({ id }) => id);
    const rows = await db
      .select()
      .from(chatSummaries)
      .where(anyOf(chatSummaries.chatId, ids))
      .orderBy(asc(chatSummaries.id));
    for (const row of rows) yield entity(row);
  }
}

async function* listOf(query: Promise<readonly object[]>): AsyncGenerator<string> {
  for (const row of await query) yield entity(row);
}

const memoriesOf = (db: Tx, userId: string) =>
  db
    .select({ id: memories.id, memory: memories.memory, createdDate: memories.createdDate })
    .from(memories)
    .where(eq(memories.userId, userId))
    .orderBy(asc(memories.id));

const collectionsOf = (db: Tx, userId: string) =>
  db
    .select({
      id: tags.id,
      name: tags.name,
      icon: tags.icon,
      color: tags.color,
      createdDate: tags.createdDate,
      instruction: tagContexts.instruction,
      files: tagContexts.files,
    })
    .from(tags)
    .leftJoin(tagContexts, eq(tagContexts.tagId, tags.id))
    .where(eq(tags.userId, userId))
    .orderBy(asc(tags.id));

/** The agents that the user has created, including those for a team, as far as they may still use or edit them. */
export const ownAgents = (db: Tx, userId: string) =>
  db
    .select()
    .from(agents)
    .where(
      and(eq(agents.userId, userId), eq(agents.deleted, false), or(isNull(agents.teamId), reachableInTeam(userId))),
    )
    .orderBy(asc(agents.id));

const linksOf = (db: Tx, userId: string) =>
  db
    .select({
      id: shares.id,
      chatId: shares.chatId,
      lastMessageId: shares.lastMessageId,
      createdDate: shares.createdDate,
    })
    .from(shares)
    .innerJoin(chats, and(eq(chats.id, shares.chatId), listed))
    .where(eq(shares.userId, userId))
    .orderBy(asc(shares.createdDate), asc(shares.id));

async function* list(name: string, items: AsyncIterable<string>): AsyncGenerator<string> {
  yield `,\n"${name}": [`;
  let separator = '\n';
  for await (const item of items) {
    yield separator + item;
    separator = ',\n';
  }
  yield '\n]';
}

/** What models used for the user, with the cost. Prices are left out because they are the operator's. */
async function* usesOf(db: Tx, userId: string): AsyncGenerator<string> {
  for (let after = ''; ;) {
    const rows = await db
      .select()
      .from(modelUses)
      .where(and(eq(modelUses.userId, userId), gt(modelUses.id, after)))
      .orderBy(asc(modelUses.id))
      .limit(page);
    for (const { price: _, ...row } of rows) yield entity(row);
    if (rows.length < page) return;
    after = rows.at(-1)!.id;
  }
}

/** Streams everything that belongs to the user as one JSON document. Texts of secure chats are decrypted. */
export async function* dataJson(db: Tx, viewer: Viewer, now: Date): AsyncGenerator<string> {
  yield JSON.stringify({ ...exportFormat, exportedDate: now, profile: toUser(viewer) }).slice(0, -1);
  yield* list('memories', listOf(memoriesOf(db, viewer.id)));
  yield* list('collections', listOf(collectionsOf(db, viewer.id)));
  yield* list('agents', listOf(ownAgents(db, viewer.id)));
  yield* list('links', listOf(linksOf(db, viewer.id)));
  yield* list('chats', chatsOf(db, viewer.id));
  yield* list('messages', messagesOf(db, viewer));
  yield* list('summaries', summariesOf(db, viewer.id));
  yield* list('usage', usesOf(db, viewer.id));
  yield '\n}\n';
}

/** The URLs of all files that the user's messages, agents, and collections refer to; a URL may repeat. */
export async function* fileUrls(db: Tx, userId: string): AsyncGenerator<string> {
  for (const { files } of await ownAgents(db, userId)) for (const { url } of files) yield url;
  for (const { files } of await collectionsOf(db, userId)) for (const { url } of files ?? []) yield url;
  for (let after = ''; ;) {
    const { rows } = await db.execute<{ id: string; urls: string[] }>(sql`
      select m.id, array_remove(array[m.assistant_file_url, m.voice_note] || array(
        select f.url from message_files f where f.message_id = m.id), null) as urls
      from messages m join chats c on c.id = m.chat_id and c.deleted is null and c.expires is null
      where m.user_id = ${userId} and m.id > ${after} and (
        m.assistant_file_url is not null or m.voice_note is not null
        or exists (select from message_files f where f.message_id = m.id and f.url is not null))
      order by m.id limit ${page}`);
    for (const { urls } of rows) yield* urls;
    if (rows.length < page) return;
    after = rows.at(-1)!.id;
  }
}
