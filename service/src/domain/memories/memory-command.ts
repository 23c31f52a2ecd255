import { schema, type Tx } from '../../db/database.ts';

/** Stores what the prompt explicitly asks to remember, unless it is in `known`. Returns what was added. */
export const storeMemory = async (
  db: Tx,
  userId: string,
  prompt: string,
  known: readonly string[],
): Promise<string[]> => {
  const memory = memoryIn(prompt);
  if (memory === undefined || known.includes(memory)) return [];
  await db.insert(schema.memories).values({ userId, memory });
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
