import { inArray } from 'drizzle-orm';
import { schema, type Tx } from '../../db/database.ts';
import { newId } from '../../db/id.ts';
import type { MessageRow } from './messages.ts';

const { messageFiles, messages } = schema;
/** Rows per statement: PostgreSQL accepts at most 65,535 parameters. */
const batchSize = 500;

const pages = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / batchSize) }, (_, page) =>
    rows.slice(page * batchSize, (page + 1) * batchSize),
  );

/**
 * The id of each message's copy. A pending message is not copied, so it maps to the copy of the message before it.
 * Null: nothing comes before it in the copy.
 */
const copyIds = (rows: readonly MessageRow[]): Map<string, string | null> => {
  const of = new Map<string, string | null>();
  for (const { id, parentId, pending } of rows)
    of.set(id, pending ? (parentId === null ? null : (of.get(parentId) ?? null)) : newId());
  return of;
};

/**
 * Copies finished messages with their files into the chat `to`, as messages of its user; each copy follows the copy of
 * its predecessor. `rows` are oldest first. Returns the ids in the copy by the original ids.
 */
export const copyMessages = async (
  db: Tx,
  rows: readonly MessageRow[],
  to: { readonly chatId: string; readonly userId: string },
): Promise<ReadonlyMap<string, string | null>> => {
  const copied = copyIds(rows);
  for (const page of pages(rows.filter(({ pending }) => !pending))) {
    await db.insert(messages).values(
      page.map((row) => ({
        ...row,
        ...to,
        id: copied.get(row.id)!,
        parentId: row.parentId === null ? null : (copied.get(row.parentId) ?? null),
        sendId: null,
        leaseOwner: null,
        leaseUntil: null,
        // The report refers to messages and memories of another chat or another user.
        contextReport: null,
        pinned: row.pinned && row.userId === to.userId,
      })),
    );
    const ids = page.map(({ id }) => id);
    const files = await db.select().from(messageFiles).where(inArray(messageFiles.messageId, ids));
    for (const some of pages(files.map((file) => ({ ...file, messageId: copied.get(file.messageId)! }))))
      await db.insert(messageFiles).values(some);
  }
  return copied;
};
