import { and, eq } from 'drizzle-orm';
import { anyOf } from '../../db/any-of.ts';
import { schema, type Tx } from '../../db/database.ts';
import { agentBlock } from '../agents/interview.ts';
import { createCache } from '../passages/cache.ts';

const { messages } = schema;

/** A message with its answer, as sent to models. Both are final once the answer is complete. */
export interface Answered {
  readonly id: string;
  readonly createdDate: Date;
  readonly prompt: string;
  readonly content: string;
}

const cache = createCache<Answered>('message', ({ prompt, content }) => 2 * (prompt.length + content.length));

/**
 * The messages among `ids` that have a complete answer, by id; failed and pending ones are left out. Recently read
 * messages come from a cache, because every prompt of a chat needs the same ones.
 */
export const answeredAmong = async (db: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Answered>> => {
  const known = new Map<string, Answered>();
  for (const id of ids) {
    const answered = cache.get(id);
    if (answered) known.set(id, answered);
  }
  if (known.size === ids.length) return known;
  const rows = await db
    .select({
      id: messages.id,
      createdDate: messages.createdDate,
      prompt: messages.prompt,
      content: messages.content,
      context: messages.context,
    })
    .from(messages)
    .where(
      and(
        anyOf(
          messages.id,
          ids.filter((id) => !known.has(id)),
        ),
        eq(messages.pending, false),
        eq(messages.failed, false),
      ),
    );
  for (const { context, ...row } of rows) {
    const answered = context === null ? row : { ...row, content: `${row.content}\n\n${agentBlock(context)}` };
    cache.put(row.id, answered);
    known.set(row.id, answered);
  }
  return known;
};
