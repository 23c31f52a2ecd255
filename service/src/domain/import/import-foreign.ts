import { type SQL, sql } from 'drizzle-orm';
import { anyOf } from '../../db/any-of.ts';
import { type Db, schema } from '../../db/database.ts';
import type { ForeignChat, ForeignMessage } from './foreign-chat.ts';
import type { ForeignFiles } from './foreign-files.ts';
import { importedId, tail } from './ids.ts';
import { batchLength, lengthOf } from './length.ts';
import type { Tally } from './report.ts';
import { addChats, addMessages, continueChat, knownChats, type NewFile, type NewMessage } from './store.ts';

const { chats, messages } = schema;

/** The approximate number of messages per transaction. */
const batchSize = 400;

/** The product that chats come from, and how to convert them. */
export interface ForeignSource {
  readonly name: 'chatgpt' | 'claude';
  readonly chatFrom: (value: unknown) => ForeignChat | undefined;
  /** The collection that a project was imported as. */
  readonly collectionOf: (project: string) => string | undefined;
}

interface Importing {
  readonly db: Db;
  readonly userId: string;
  readonly tally: Tally;
  readonly files: ForeignFiles;
  readonly source: ForeignSource;
}

const products = { chatgpt: 'ChatGPT', claude: 'Claude' } as const;

/** Ids that are the same each time the chat is imported. */
const idsOf = ({ userId, source: { name } }: Importing) => ({
  chat: ({ source, createdDate }: ForeignChat) => importedId(userId, `${name}:${source}`, createdDate),
  message: (chat: ForeignChat, source: string, createdDate: Date) =>
    importedId(userId, `${name}:${chat.source}:${source}`, createdDate),
});

/**
 * Whether a known chat shows a message of this conversation, as this export or an earlier one has it: that may have ended
 * with an answer that was not complete, or with a prompt without one.
 */
const showsImported = ({ userId, source: { name } }: Importing, chat: ForeignChat): SQL => {
  const tails = chat.steps.map((step) => tail(userId, `${name}:${chat.source}:${step}`));
  return sql`right(${chats.leafId}, 12) = any(string_to_array(${tails.join(',')}, ','))`;
};

/** The ids by which a message may be known here: that of its last visible step, then those of the unseen ones after it. */
const idsOfMessage = (importing: Importing, chat: ForeignChat, { source, unseen, createdDate }: ForeignMessage) => {
  const ids = idsOf(importing);
  return [source, ...unseen].map((step) => ids.message(chat, step, createdDate));
};

/** The ids of the messages of these chats that exist here. */
const storedIds = async (importing: Importing, batch: readonly ForeignChat[]): Promise<ReadonlySet<string>> => {
  const all = batch.flatMap((chat) => chat.messages.flatMap((one) => idsOfMessage(importing, chat, one)));
  const rows = await importing.db.select({ id: messages.id }).from(messages).where(anyOf(messages.id, all));
  return new Set(rows.map(({ id }) => id));
};

const rowsOf = (importing: Importing, chat: ForeignChat, stored: ReadonlySet<string>): NewMessage[] => {
  const chatId = idsOf(importing).chat(chat);
  const ids = new Map(
    chat.messages.map((one) => {
      const possible = idsOfMessage(importing, chat, one);
      return [one.source, possible.find((id) => stored.has(id)) ?? possible[0]!];
    }),
  );
  return chat.messages.map(({ source, parent, prompt, content, thoughts, sources, model, createdDate }) => ({
    id: ids.get(source)!,
    chatId,
    userId: importing.userId,
    parentId: parent === undefined ? null : ids.get(parent)!,
    prompt,
    content,
    thoughts: [...thoughts],
    citations: sources.length > 0 ? JSON.stringify(sources) : null,
    // Answers without a model cannot be copied or downloaded, and Claude's export names none.
    modal: model ?? (content === '' ? null : products[importing.source.name]),
    createdDate,
  }));
};

/** The messages with their files, which are only copied for messages that do not exist here yet. */
const withFiles = async (
  { files }: Importing,
  batch: readonly ForeignChat[],
  stored: ReadonlySet<string>,
  rows: readonly NewMessage[][],
) => {
  const newFiles: NewFile[] = [];
  const complete: NewMessage[][] = [];
  for (const [index, own] of rows.entries()) {
    const full: NewMessage[] = [];
    for (const [at, row] of own.entries()) {
      const message = batch[index]!.messages[at]!;
      if (stored.has(row.id) || message.files.length + message.answerFiles.length === 0) full.push(row);
      else {
        const { rows: fresh, fields } = await files.of(message, row.id);
        for (const one of fresh) newFiles.push(one);
        full.push({ ...row, ...fields });
      }
    }
    complete.push(full);
  }
  return { complete, files: newFiles };
};

const storeBatch = async (importing: Importing, batch: readonly ForeignChat[]): Promise<void> => {
  const { db, userId, tally, source } = importing;
  const ids = batch.map(idsOf(importing).chat);
  const stored = await storedIds(importing, batch);
  const { complete, files } = await withFiles(
    importing,
    batch,
    stored,
    batch.map((chat) => rowsOf(importing, chat, stored)),
  );
  await db.transaction(async (tx) => {
    const known = await knownChats(tx, userId, ids);
    await addChats(
      tx,
      batch.map((chat, index) => ({
        id: ids[index]!,
        userId,
        title: chat.title,
        createdDate: chat.createdDate,
        lastUpdate: chat.lastUpdate,
        archived: chat.archived ? chat.lastUpdate : null,
      })),
    );
    const own = await knownChats(tx, userId, ids);
    const links = batch.flatMap(({ project }, index) => {
      const chatId = ids[index]!;
      const tagId = project === undefined ? undefined : source.collectionOf(project);
      return tagId && own.has(chatId) && !known.has(chatId) ? [{ chatId, tagId }] : [];
    });
    await addChats(tx, [], links);
    const usable = batch.map((chat, index) => ({ chat, id: ids[index]!, rows: complete[index]! }));
    const ours = usable.filter(({ id }) => own.has(id));
    const rows = ours.flatMap((one) => one.rows);
    const added = await addMessages(tx, rows, files);
    for (const { chat, id, rows: chatRows } of ours) {
      if (!chatRows.some((one) => added.has(one.id))) continue;
      const leafId = chatRows.find((_, at) => chat.messages[at]!.source === chat.leaf)?.id;
      const shows = known.has(id) ? showsImported(importing, chat) : sql`false`;
      await continueChat(tx, { id, userId, lastUpdate: chat.lastUpdate, leafId }, shows);
    }
    tally.chats.known += known.size;
    tally.chats.added += own.size - known.size;
    tally.chats.skipped += batch.length - ours.length;
    tally.messages.added += added.size;
    tally.messages.known += rows.length - added.size;
  });
};

/** The chat; undefined if the value is not one, or such an unusual one that it cannot be converted. */
const chatIn = ({ chatFrom }: ForeignSource, value: unknown): ForeignChat | undefined => {
  try {
    return chatFrom(value);
  } catch {
    // Other products may write anything, and one conversation must not keep the others out. The report says so.
    return undefined;
  }
};

/** Imports conversations of another product's export in batches; `flush` stores the last one. */
export const importForeign = (importing: Importing) => {
  const { tally, source } = importing;
  let batch: ForeignChat[] = [];
  let [size, length] = [0, 0];
  const flush = async () => {
    const full = batch;
    batch = [];
    [size, length] = [0, 0];
    if (full.length > 0) await storeBatch(importing, full);
  };
  return {
    async add(value: unknown): Promise<void> {
      const chat = chatIn(source, value);
      if (!chat) {
        tally.chats.skipped += 1;
        tally.note('Some conversations were empty or couldn’t be read, so they were skipped.');
        return;
      }
      if (chat.note !== undefined) tally.note(chat.note);
      // The same conversation must not be in a batch twice.
      if (batch.some((other) => other.source === chat.source)) await flush();
      batch.push(chat);
      size += chat.messages.length;
      length += lengthOf(chat);
      if (size >= batchSize || length >= batchLength) await flush();
    },
    flush,
  };
};
