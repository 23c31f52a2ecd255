import { memory as limits } from '@atrium/shared-kernel/contracts/constants';
import type { Memory } from '@atrium/shared-kernel/contracts/entities/chat';
import { and, asc, count, eq } from 'drizzle-orm';
import { schema, type Tx } from '../../db/database.ts';
import { type BasedOn, requireBase, revisionOf } from '../revision.ts';
import { storable } from '../text.ts';
import { DomainError } from '../domain-error.ts';

const { memories, users } = schema;
type MemoryRow = typeof memories.$inferSelect;

export const memoryOnWire = ({ id, memory }: MemoryRow): Memory => ({ _id: id, memory, revision: revisionOf(memory) });

/** The texts of the user's memories, oldest first. */
export const memoriesOf = async (db: Pick<Tx, 'select'>, userId: string): Promise<string[]> => {
  const rows = await db
    .select({ memory: memories.memory })
    .from(memories)
    .where(eq(memories.userId, userId))
    .orderBy(asc(memories.id));
  return rows.map(({ memory }) => memory);
};

/** How many more memories the user may have. Other requests that add one wait for this transaction. */
export const roomForMemories = async (tx: Tx, userId: string): Promise<number> => {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  const [row] = await tx.select({ all: count() }).from(memories).where(eq(memories.userId, userId));
  return Math.max(0, limits.most - (row?.all ?? 0));
};

/** The user's memory with this text, if there is one. */
export const sameMemory = (tx: Tx, userId: string, memory: string) =>
  tx
    .select()
    .from(memories)
    .where(and(eq(memories.userId, userId), eq(memories.memory, memory)))
    .limit(1);

/**
 * Adds the user's text as a memory, or returns the existing one with the same text. A deleted memory is restored with
 * its `memoryId` and so in its former position. Throws if there are too many.
 */
export const addMemory = async (tx: Tx, userId: string, text: string, memoryId?: string): Promise<Memory> => {
  const memory = storable(text);
  const room = await roomForMemories(tx, userId);
  const [known] = await sameMemory(tx, userId, memory);
  if (known) return memoryOnWire(known);
  if (room === 0) throw new DomainError('too-many-memories', { limit: limits.most });
  const row = { userId, memory };
  const restored = memoryId
    ? await tx
        .insert(memories)
        .values({ ...row, id: memoryId.toLowerCase() })
        .onConflictDoNothing()
        .returning()
    : [];
  // The id may belong to another memory by now, or never have been this one's.
  const [inserted] = restored.length > 0 ? restored : await tx.insert(memories).values(row).returning();
  return memoryOnWire(inserted!);
};

/** Locks the user's own memory for a change. Fails with `unknown-memory` for one of another user. */
const lockMemory = async (tx: Tx, userId: string, memoryId: string, basedOn: BasedOn) => {
  const own = and(eq(memories.id, memoryId.toLowerCase()), eq(memories.userId, userId));
  const [locked] = await tx.select().from(memories).where(own).for('update');
  if (!locked) throw new DomainError('unknown-memory');
  requireBase(basedOn, revisionOf(locked.memory));
  return own;
};

/** Deletes the user's own memory. */
export const deleteMemory = async (tx: Tx, userId: string, memoryId: string, basedOn: BasedOn): Promise<void> => {
  await tx.delete(memories).where(await lockMemory(tx, userId, memoryId, basedOn));
};

/** Edits the user's own memory. Fails with `unknown-memory` for one of another user. */
export const editMemory = async (
  tx: Tx,
  userId: string,
  memoryId: string,
  { text, basedOn }: { text: string; basedOn: BasedOn },
): Promise<Memory> => {
  const own = await lockMemory(tx, userId, memoryId, basedOn);
  const [changed] = await tx
    .update(memories)
    .set({ memory: storable(text) })
    .where(own)
    .returning();
  return memoryOnWire(changed!);
};
