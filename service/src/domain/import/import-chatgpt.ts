import type { Db } from '../../db/database.ts';
import { chatFrom, type ForeignChat } from './chatgpt.ts';
import { importedId } from './ids.ts';
import type { Tally } from './report.ts';
import { addChats, addMessages, knownChats, type NewMessage, showBranch } from './store.ts';

/** Messages that are stored in one transaction, about. */
const batchSize = 400;
/** Characters of them, about. */
const batchLength = 4_000_000;

const chatIdOf = (userId: string, { source, createdDate }: ForeignChat): string =>
  importedId(userId, `chatgpt:${source}`, createdDate);
const messageIdOf = (userId: string, chat: ForeignChat, source: string, createdDate: Date): string =>
  importedId(userId, `chatgpt:${chat.source}:${source}`, createdDate);

const rowsOf = (userId: string, chat: ForeignChat): NewMessage[] => {
  const dates = new Map(chat.messages.map(({ source, createdDate }) => [source, createdDate]));
  return chat.messages.map(({ source, parent, prompt, content, thoughts, model, createdDate }) => ({
    id: messageIdOf(userId, chat, source, createdDate),
    chatId: chatIdOf(userId, chat),
    userId,
    parentId: parent === undefined ? null : messageIdOf(userId, chat, parent, dates.get(parent) ?? createdDate),
    prompt,
    content,
    thoughts: [...thoughts],
    modal: model ?? null,
    createdDate,
  }));
};

const storeBatch = async (db: Db, userId: string, batch: readonly ForeignChat[], tally: Tally): Promise<void> => {
  const ids = batch.map((chat) => chatIdOf(userId, chat));
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
    const usable = batch.filter((_, index) => own.has(ids[index]!));
    const rows = usable.map((chat) => rowsOf(userId, chat));
    const added = await addMessages(tx, rows.flat());
    for (const [index, chat] of usable.entries()) {
      const leaf = rows[index]!.find((_, at) => chat.messages[at]!.source === chat.leaf)?.id;
      const made = rows[index]!.map(({ id }) => id);
      const grown = made.some((id) => added.has(id));
      if (leaf && grown) await showBranch(tx, { id: chatIdOf(userId, chat), userId, leafId: leaf }, made);
    }
    tally.chats.known += known.size;
    tally.chats.added += own.size - known.size;
    tally.chats.skipped += batch.length - usable.length;
    tally.messages.added += added.size;
    tally.messages.known += rows.flat().length - added.size;
  });
};

/** Takes conversations of ChatGPT's export, in batches; `flush` stores what is left of the last. */
export const importChatGpt = (db: Db, userId: string, tally: Tally) => {
  let batch: ForeignChat[] = [];
  let [size, length] = [0, 0];
  const flush = async () => {
    const full = batch;
    batch = [];
    [size, length] = [0, 0];
    if (full.length > 0) await storeBatch(db, userId, full, tally);
  };
  return {
    async take(value: unknown): Promise<void> {
      const chat = chatFrom(value);
      if (!chat) {
        tally.chats.skipped += 1;
        tally.note('Some conversations hold nothing that was said, and were left out.');
        return;
      }
      if (chat.leftOut > 0) {
        tally.files.skipped += chat.leftOut;
        tally.note('Pictures and files of ChatGPT’s export are left out: only what was said is taken.');
      }
      // One that is there twice would meet itself.
      if (batch.some(({ source }) => source === chat.source)) await flush();
      batch.push(chat);
      size += chat.messages.length;
      length += chat.messages.reduce((sum, { prompt, content }) => sum + prompt.length + content.length, 0);
      if (size >= batchSize || length >= batchLength) await flush();
    },
    flush,
  };
};
