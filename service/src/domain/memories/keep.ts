import { and, eq } from 'drizzle-orm';
import { schema, type Tx } from '../../db/database.ts';
import { memoryIn } from './wish.ts';

const { memories } = schema;

/** Keeps what the prompt asks to be remembered, once. */
export const keepMemory = async (db: Tx, userId: string, prompt: string): Promise<void> => {
  const memory = memoryIn(prompt);
  if (memory === undefined) return;
  const [known] = await db
    .select({ id: memories.id })
    .from(memories)
    .where(and(eq(memories.userId, userId), eq(memories.memory, memory)));
  if (!known) await db.insert(memories).values({ userId, memory });
};
