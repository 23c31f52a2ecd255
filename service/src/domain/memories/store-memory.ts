import { schema, type Tx } from '../../db/database.ts';
import { memoryIn } from './memory-command.ts';

/** Keeps what the prompt asks to be remembered, unless it is `known`; gives what was added. */
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
