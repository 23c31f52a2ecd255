import { eq } from 'drizzle-orm';
import { schema } from '../../db/database.ts';
import type { StoredFile } from '../../db/schema/columns.ts';
import { addIfRoom } from '../agents/room.ts';
import { saveContext } from '../chats/tags.ts';
import { roomForMemories } from '../memories/memories.ts';
import type { AtriumImport } from './atrium-chats.ts';
import * as entities from './entities.ts';
import type { ImportFile } from './import-files.ts';

const { agents, memories, tags } = schema;

/** Adds the memory, unless there is one with the same text. Returns its ids in the export and here. */
export const importMemory = async (
  { db, userId, tally }: AtriumImport,
  value: unknown,
): Promise<[string | undefined, string] | undefined> => {
  const { data } = entities.memory.safeParse(value);
  return db.transaction(async (tx) => {
    const room = await roomForMemories(tx, userId);
    const rows = await tx
      .select({ id: memories.id, memory: memories.memory })
      .from(memories)
      .where(eq(memories.userId, userId));
    const same = rows.find(({ memory }) => memory === data?.memory);
    if (data && same) {
      tally.memories.known += 1;
      return [data.id, same.id];
    }
    if (!data || room === 0) {
      tally.memories.skipped += 1;
      if (room === 0) tally.note('There was no room for all of the memories.');
      return undefined;
    }
    const [inserted] = await tx.insert(memories).values({ userId, memory: data.memory }).returning({ id: memories.id });
    tally.memories.added += 1;
    return [data.id, inserted!.id];
  });
};

/** Those of the files that the archive contains, as files of the user. */
const storedFiles = async (file: ImportFile, files: readonly entities.StoredFileIn[]): Promise<StoredFile[]> => {
  const stored: StoredFile[] = [];
  for (const { name, type, url, aspectRatio } of files) {
    const address = await file(url, type);
    if (address !== undefined) stored.push({ name, type, url: address, ...(aspectRatio ? { aspectRatio } : {}) });
  }
  return stored;
};

/**
 * Adds the collection, unless there is one with the same name and appearance. Returns its ids in the export and here.
 */
export const importCollection = async (
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
  const files = await storedFiles(file, data.files);
  const inserted = await db.transaction(async (tx) => {
    const [row] = await tx.insert(tags).values({ userId, name, icon, color }).returning({ id: tags.id });
    if (instruction !== '' || files.length > 0) await saveContext(tx, row!.id, { instruction, files });
    return row;
  });
  tally.collections.added += 1;
  return [id, inserted!.id];
};

/** Adds the agent, unless there is one with the same name and instruction. One that would be empty is left out. */
export const importAgent = async ({ db, userId, tally, file }: AtriumImport, value: unknown): Promise<void> => {
  const { data } = entities.agent.safeParse(value);
  if (!data) return;
  const { title, instruction, welcomeMessage = null } = data;
  const own = await db
    .select({ title: agents.title, instruction: agents.instruction, deleted: agents.deleted })
    .from(agents)
    .where(eq(agents.userId, userId));
  const known = own.some((one) => !one.deleted && one.title === title && one.instruction === instruction);
  if (known) return;
  const files = await storedFiles(file, data.files);
  if (instruction.trim() === '' && files.length === 0)
    return tally.noteOne(
      `The agent “${title}” has no instruction, and its files couldn’t be imported. It was skipped.`,
    );
  const added = await db.transaction((tx) => addIfRoom(tx, { ...data, userId, welcomeMessage, files }));
  if (!added) return tally.note('There was no room for all of the agents.');
  tally.agents += 1;
  const lost = data.files.length - files.length;
  if (lost > 0) tally.noteOne(`The agent “${title}” was added; ${lost} of its files couldn’t be imported.`);
};
