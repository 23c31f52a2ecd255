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

const command =
  /^(?:please,?\s+|(?<asks>(?:can|could) you\s+))?remember(?:\s+|:\s*)(?:that\s+|(?:this|that|these|the following)\s*:\s*)?(?<what>.{3,500}?)(?<end>[\s.!?]*)$/i;
const longestLine = 600;
/** What only points to something that is said elsewhere, such as in the lines below. */
const pointer = /:$|^(?:this|that|these|those|it|me|us|the following)[\s.,!?]*$/i;
const questionWord = /^(?:what|when|where|who|whom|whose|which|why|how|if|whether)\b/i;

/**
 * What the first line of a prompt asks to remember, as in “Remember that I like tea.”; undefined if it asks for
 * nothing, or asks about something that was said before.
 */
export const memoryIn = (prompt: string): string | undefined => {
  const line = prompt.trimStart().slice(0, longestLine).split('\n', 1)[0] ?? '';
  const { asks, what: found, end = '' } = command.exec(line)?.groups ?? {};
  const what = found?.trim();
  if (what === undefined || pointer.test(what)) return undefined;
  if (questionWord.test(what) && (asks !== undefined || end.includes('?'))) return undefined;
  return what[0]!.toUpperCase() + what.slice(1);
};

/** Whether a prompt asks to remember what its first line says, and contains nothing else. */
export const isMemoryCommand = (prompt: string): boolean =>
  !prompt.trim().includes('\n') && memoryIn(prompt) !== undefined;
