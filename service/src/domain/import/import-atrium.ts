import { eq } from 'drizzle-orm';
import { anyOf } from '../../db/any-of.ts';
import { type Db, schema } from '../../db/database.ts';
import type { StoredFile } from '../../db/schema/columns.ts';
import type { Sealer } from '../../db/sealed.ts';
import { putContext } from '../chats/tags.ts';
import { roomForMemories } from '../memories/memories.ts';
import { withoutAddresses } from '../passages/cited.ts';
import * as entities from './entities.ts';
import { idOfCopy } from './ids.ts';
import type { Tally } from './report.ts';
import { addChats, addMessages, knownChats, type NewFile, type NewMessage, roomForPins } from './store.ts';
import type { ImportFile } from './import-files.ts';

const { agents, memories, messages, tags } = schema;
const batchSize = 200;

interface AtriumImport {
  readonly db: Db;
  readonly userId: string;
  readonly sealer: Sealer;
  readonly tally: Tally;
  readonly file: ImportFile;
}

const importMemory = async ({ db, userId, tally }: AtriumImport, value: unknown): Promise<void> => {
  const { data } = entities.memory.safeParse(value);
  await db.transaction(async (tx) => {
    const room = await roomForMemories(tx, userId);
    const rows = await tx.select({ memory: memories.memory }).from(memories).where(eq(memories.userId, userId));
    if (!data || room === 0) {
      tally.memories.skipped += 1;
      if (room === 0) tally.note('There was no room for all of the memories.');
    } else if (rows.some(({ memory }) => memory === data.memory)) tally.memories.known += 1;
    else {
      await tx.insert(memories).values({ userId, memory: data.memory });
      tally.memories.added += 1;
    }
  });
};

/** Adds the collection, unless there is one that looks the same; gives its id here. */
const importCollection = async (
  { db, userId, tally, file }: AtriumImport,
  value: unknown,
): Promise<[string, string] | undefined> => {
  const { data } = entities.collection.safeParse(value);
  if (!data) {
    tally.collections.skipped += 1;
    return undefined;
  }
  const { id, name, icon, color, instruction } = data;
  const own = await db.select().from(tags).where(eq(tags.userId, userId));
  const same = own.find((tag) => tag.name === name && tag.icon === icon && tag.color === color);
  if (same) {
    tally.collections.known += 1;
    return [id, same.id];
  }
  const files: StoredFile[] = [];
  for (const { url, ...one } of data.files) {
    const address = await file(url, one.type);
    if (address !== undefined)
      files.push({
        name: one.name,
        type: one.type,
        url: address,
        ...(one.aspectRatio ? { aspectRatio: one.aspectRatio } : {}),
      });
  }
  const made = await db.transaction(async (tx) => {
    const [row] = await tx.insert(tags).values({ userId, name, icon, color }).returning({ id: tags.id });
    if (instruction !== '' || files.length > 0) await putContext(tx, row!.id, { instruction, files });
    return row;
  });
  tally.collections.added += 1;
  return [id, made!.id];
};

const importAgent = async ({ db, userId, tally }: AtriumImport, value: unknown): Promise<void> => {
  const { data } = entities.agent.safeParse(value);
  if (!data) return;
  const own = await db
    .select({ title: agents.title, instruction: agents.instruction, deleted: agents.deleted })
    .from(agents)
    .where(eq(agents.userId, userId));
  const known = own.some(
    ({ title, instruction, deleted }) => !deleted && title === data.title && instruction === data.instruction,
  );
  if (known) return;
  await db.insert(agents).values({ ...data, userId, welcomeMessage: data.welcomeMessage ?? null });
  tally.note(`The agent “${data.title}” was added, without its files.`);
};

/** Takes the pieces of this product's own export, in their order: chats come before their messages. */
export const importAtrium = (given: AtriumImport) => {
  const { db, userId, sealer, tally, file } = given;
  const collections = new Map<string, string>();
  let pins: number | undefined;
  let chats: entities.ChatIn[] = [];
  let said: entities.MessageIn[] = [];

  const storeChats = async () => {
    const full = chats;
    chats = [];
    if (full.length === 0) return;
    pins ??= await roomForPins(db, userId);
    await db.transaction(async (tx) => {
      // What was exported here may still be here.
      const here = await knownChats(
        tx,
        userId,
        full.flatMap(({ id }) => [id, idOfCopy(userId, id)]),
      );
      const fresh = full.filter(({ id }) => !here.has(id) && !here.has(idOfCopy(userId, id)));
      const rows = fresh.map(
        ({ id, title, collections: _collections, home: _home, leafId, pinned, sharedBy, ...chat }) => {
          const stays = pinned !== undefined && (pins ?? 0) > 0;
          if (stays) pins = (pins ?? 0) - 1;
          return {
            ...chat,
            id: idOfCopy(userId, id),
            userId,
            title: chat.secure && title !== '' ? sealer.seal(title) : title,
            sharedBy: sharedBy ?? null,
            pinned: stays ? pinned : null,
            leafId: leafId === undefined ? null : idOfCopy(userId, leafId),
          };
        },
      );
      await addChats(tx, rows);
      const own = await knownChats(
        tx,
        userId,
        rows.map(({ id }) => id),
      );
      const links = fresh.flatMap(({ id, collections: of, home }) =>
        of.flatMap((tag) => {
          const tagId = collections.get(tag);
          const chatId = idOfCopy(userId, id);
          return tagId && own.has(chatId) ? [{ chatId, tagId, home: tag === home }] : [];
        }),
      );
      await addChats(tx, [], links);
      tally.chats.added += own.size;
      tally.chats.known += full.length - fresh.length;
      tally.chats.skipped += fresh.length - own.size;
    });
  };

  /** The rows of a message that is not here yet. */
  const rowsFor = async (message: entities.MessageIn, secure: boolean): Promise<[NewMessage, NewFile[]]> => {
    const { files, context, parentId, citations, omissions, passages, thoughts, ...rest } = message;
    const id = idOfCopy(userId, message.id);
    const seal = (text: string) => (secure ? sealer.seal(text) : text);
    const row = {
      ...rest,
      id,
      userId,
      chatId: idOfCopy(userId, message.chatId),
      // What follows was made later: no message can follow itself.
      parentId: parentId !== undefined && parentId < message.id ? idOfCopy(userId, parentId) : null,
      prompt: seal(message.prompt),
      content: seal(message.content),
      context: context === undefined ? null : seal(context),
      citations: citations === undefined ? null : seal(citations),
      omissions: omissions === undefined ? null : seal(omissions),
      passages: passages === undefined ? null : seal(withoutAddresses(passages)),
      thoughts: thoughts.map(seal),
      assistantFileUrl: (await file(message.assistantFileUrl, message.assistantFileType ?? '')) ?? null,
      voiceNote: (await file(message.voiceNote, 'audio/webm')) ?? null,
    };
    const rows: NewFile[] = [];
    for (const [position, { _id: fileId, name, type, url, aspectRatio, size }] of files.entries())
      rows.push({
        messageId: id,
        position,
        fileId,
        name,
        type,
        url: (await file(url, type)) ?? null,
        aspectRatio: aspectRatio ?? null,
        size: size ?? null,
      });
    return [row, rows];
  };

  const storeMessages = async () => {
    const full = said;
    said = [];
    if (full.length === 0) return;
    const original = await knownChats(
      db,
      userId,
      full.map(({ chatId }) => chatId),
    );
    const copies = await knownChats(
      db,
      userId,
      full.map(({ chatId }) => idOfCopy(userId, chatId)),
    );
    const wanted = full.filter(({ chatId }) => !original.has(chatId) && copies.has(idOfCopy(userId, chatId)));
    const ids = wanted.map(({ id }) => idOfCopy(userId, id));
    const there = await db.select({ id: messages.id }).from(messages).where(anyOf(messages.id, ids));
    const known = new Set(there.map(({ id }) => id));
    const fresh = wanted.filter(({ id }) => !known.has(idOfCopy(userId, id)));
    const made: [NewMessage, NewFile[]][] = [];
    for (const message of fresh)
      made.push(await rowsFor(message, copies.get(idOfCopy(userId, message.chatId)) === true));
    const rows = made.map(([row]) => row);
    const added = await db.transaction((tx) =>
      addMessages(
        tx,
        rows,
        made.flatMap(([, files]) => files),
      ),
    );
    const homeless = full.filter(({ chatId }) => !original.has(chatId) && !copies.has(idOfCopy(userId, chatId)));
    tally.messages.added += added.size;
    tally.messages.skipped += homeless.length;
    tally.messages.known += full.length - added.size - homeless.length;
  };

  const flush = async () => {
    await storeChats();
    await storeMessages();
  };

  return {
    flush,
    async take(value: unknown, key: string): Promise<void> {
      if (key === 'memories') return importMemory(given, value);
      if (key === 'agents') return importAgent(given, value);
      if (key === 'links') return tally.note('Links to shared chats are not made again.');
      if (key === 'collections') {
        const pair = await importCollection(given, value);
        if (pair) collections.set(...pair);
      } else if (key === 'chats') {
        const { data } = entities.chat.safeParse(value);
        if (data) chats.push(data);
        else tally.chats.skipped += 1;
        if (chats.length >= batchSize) await storeChats();
      } else if (key === 'messages') {
        if (chats.length > 0) await storeChats();
        const { data } = entities.message.safeParse(value);
        if (data) said.push(data);
        else tally.messages.skipped += 1;
        if (said.length >= batchSize) await storeMessages();
      }
    },
  };
};
