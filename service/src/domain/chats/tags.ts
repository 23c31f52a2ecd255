import { and, eq, inArray } from 'drizzle-orm';
import { schema, type Tx } from '../../db/database.ts';
import { DomainError } from '../domain-error.ts';

const { tags } = schema;
export type TagRow = typeof tags.$inferSelect;

/** The user's own collections of these ids; not found where one of them is not the user's. */
export const ownTags = async (db: Tx, userId: string, ids: readonly string[]): Promise<TagRow[]> => {
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))];
  if (wanted.length === 0) return [];
  const rows = await db
    .select()
    .from(tags)
    .where(and(inArray(tags.id, wanted), eq(tags.userId, userId)));
  if (rows.length < wanted.length) throw new DomainError('unknown-tag');
  return rows;
};

export const ownTag = async (db: Tx, userId: string, tagId: string): Promise<TagRow> =>
  (await ownTags(db, userId, [tagId]))[0]!;

/** The same of one collection, which is held until its change is written. */
export const holdTag = async (tx: Tx, userId: string, tagId: string): Promise<TagRow> => {
  const [row] = await tx
    .select()
    .from(tags)
    .where(and(eq(tags.id, tagId.toLowerCase()), eq(tags.userId, userId)))
    .for('update');
  if (!row) throw new DomainError('unknown-tag');
  return row;
};
