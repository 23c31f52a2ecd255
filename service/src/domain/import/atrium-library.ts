import { and, eq, sql } from 'drizzle-orm';
import { schema } from '../../db/database.ts';
import type { StoredFile } from '../../db/schema/columns.ts';
import { addIfRoom } from '../agents/room.ts';
import { saveContext } from '../chats/tags.ts';
import { roomForMemories } from '../memories/memories.ts';
import type { AtriumImport } from './atrium-chats.ts';
import * as entities from './entities.ts';

const { agents, memories, tags } = schema;
/** The most files of a collection or an agent. */
const maxFiles = 50;

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

/** Those of the files that the archive contains, as files of the user, and how many could not be imported. */
const storedFiles = async ({ file, tally }: AtriumImport, files: readonly (entities.StoredFileIn | null)[]) => {
  const stored: StoredFile[] = [];
  for (const one of files) {
    if (one === null || stored.length === maxFiles) {
      tally.files.skipped += 1;
      continue;
    }
    const { name, type, url, aspectRatio } = one;
    const address = await file(url, type);
    if (address !== undefined) stored.push({ name, type, url: address, ...(aspectRatio ? { aspectRatio } : {}) });
  }
  return { stored, lost: files.length - stored.length };
};

/**
 * Adds the collection, unless there is one with the same name and appearance. Returns its ids in the export and here.
 */
export const importCollection = async (target: AtriumImport, value: unknown): Promise<[string, string] | undefined> => {
  const { db, userId, tally } = target;
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
  const { stored: files, lost } = await storedFiles(target, data.files);
  const inserted = await db.transaction(async (tx) => {
    const [row] = await tx.insert(tags).values({ userId, name, icon, color }).returning({ id: tags.id });
    if (instruction !== '' || files.length > 0) await saveContext(tx, row!.id, { instruction, files });
    return row;
  });
  tally.collections.added += 1;
  if (lost > 0) tally.noteOne(`The collection “${name}” was added; ${lost} of its files couldn’t be imported.`);
  return [id, inserted!.id];
};

type KnownAgent = Pick<typeof agents.$inferSelect, 'id' | 'teamId' | 'files'>;

/** Gives the user's own agent the files of its export, if it has none: earlier releases imported agents without them. */
const addMissingFiles = async (
  target: AtriumImport,
  known: readonly KnownAgent[],
  { title, files }: entities.AgentIn,
): Promise<void> => {
  const own = known.every((one) => one.files.length === 0) ? known.find(({ teamId }) => teamId === null) : undefined;
  if (!own || files.length === 0) return;
  const { stored, lost } = await storedFiles(target, files);
  if (stored.length > 0)
    await target.db
      .update(agents)
      .set({ files: stored, lastUpdate: new Date() })
      .where(and(eq(agents.id, own.id), sql`${agents.files} = '[]'::jsonb`));
  if (lost > 0) target.tally.noteOne(`${lost} of the files of the agent “${title}” couldn’t be imported.`);
};

/**
 * Adds the agent, unless there is one with the same name and instruction: that only gets the files, if it has none. One
 * that would be empty is left out.
 */
export const importAgent = async (target: AtriumImport, value: unknown): Promise<void> => {
  const { db, userId, tally } = target;
  const { data } = entities.agent.safeParse(value);
  if (!data) return;
  const { title, instruction, welcomeMessage = null } = data;
  const same = and(eq(agents.title, title), eq(agents.instruction, instruction), eq(agents.deleted, false));
  const known = await db
    .select({ id: agents.id, teamId: agents.teamId, files: agents.files })
    .from(agents)
    .where(and(eq(agents.userId, userId), same));
  if (known.length > 0) return addMissingFiles(target, known, data);
  const { stored: files, lost } = await storedFiles(target, data.files);
  if (instruction.trim() === '' && files.length === 0)
    return tally.noteOne(
      `The agent “${title}” has no instruction, and its files couldn’t be imported. It was skipped.`,
    );
  const added = await db.transaction((tx) => addIfRoom(tx, { ...data, userId, welcomeMessage, files }));
  if (!added) return tally.note('There was no room for all of the agents.');
  tally.agents += 1;
  if (lost > 0) tally.noteOne(`The agent “${title}” was added; ${lost} of its files couldn’t be imported.`);
};
