import { schema, type Tx } from '../../db/database.ts';
import { roomForMemories, sameMemory } from './memories.ts';

/**
 * What the prompt explicitly asks to remember; undefined if it asks for nothing, or for what is already remembered, or
 * if there is no room. Other requests that add a memory wait for this transaction.
 */
export const newMemoryIn = async (tx: Tx, userId: string, prompt: string): Promise<string | undefined> => {
  const memory = memoryIn(prompt);
  if (memory === undefined) return undefined;
  const room = await roomForMemories(tx, userId);
  return room === 0 || (await sameMemory(tx, userId, memory)).length > 0 ? undefined : memory;
};

/** Stores what `newMemoryIn` has found. Returns what was added. */
export const storeMemory = async (tx: Tx, userId: string, memory: string | undefined): Promise<string[]> => {
  if (memory === undefined) return [];
  await tx.insert(schema.memories).values({ userId, memory });
  return [memory];
};

const command = /^(?:please,?\s+|can you\s+|could you\s+)?remember(?:\s+|:\s*)(?:that\s+)?(?<what>.{3,500}?)[\s.!?]*$/i;
const longestLine = 600;

/**
 * What the first line of a prompt asks to remember, as in “Remember that I like tea.”; undefined if it asks for
 * nothing.
 */
export const memoryIn = (prompt: string): string | undefined => {
  const line = prompt.trimStart().slice(0, longestLine).split('\n', 1)[0] ?? '';
  const what = command.exec(line)?.groups?.['what']?.trim();
  return what === undefined ? undefined : what[0]!.toUpperCase() + what.slice(1);
};
