import { eq } from 'drizzle-orm';
import { schema } from '../../db/database.ts';
import type { StoredFile } from '../../db/schema/columns.ts';
import { addIfRoom } from '../agents/room.ts';
import { saveContext } from '../chats/tags.ts';
import { roomForMemories } from '../memories/memories.ts';
import type { AtriumImport } from './atrium-chats.ts';
import * as entities from './entities.ts';

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
  const inserted = await db.transaction(async (tx) => {
    const [row] = await tx.insert(tags).values({ userId, name, icon, color }).returning({ id: tags.id });
    if (instruction !== '' || files.length > 0) await saveContext(tx, row!.id, { instruction, files });
    return row;
  });
  tally.collections.added += 1;
  return [id, inserted!.id];
};

export const importAgent = async ({ db, userId, tally }: AtriumImport, value: unknown): Promise<void> => {
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
  const agent = { ...data, userId, welcomeMessage: data.welcomeMessage ?? null };
  const added = await db.transaction((tx) => addIfRoom(tx, agent));
  tally.note(
    added ? `The agent “${data.title}” was added, without its files.` : 'There was no room for all of the agents.',
  );
};
