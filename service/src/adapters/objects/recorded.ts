import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { type Db, schema } from '../../db/database.ts';
import { ObjectRemoved, objectUrl, type SignedObjectStore } from '../../ports/objects.ts';

const { objects } = schema;

/**
 * Wraps a store so that the database has a row for each object. The row exists before the bytes, so that those that
 * never arrive or break off are found again. It gets its size when the bytes are complete. Where the row was removed in
 * the meantime, with its owner or by a canceled import, the bytes are removed too: nothing else would find them.
 */
export const recordObjects = (store: SignedObjectStore, db: Db): SignedObjectStore => {
  const uploadedOf = async (key: string) => {
    const [row] = await db.select({ date: objects.uploadedDate }).from(objects).where(eq(objects.key, key));
    return row;
  };
  const updated = async (key: string, values: Partial<typeof objects.$inferInsert>): Promise<boolean> => {
    const rows = await db.update(objects).set(values).where(eq(objects.key, key)).returning({ key: objects.key });
    if (rows.length === 0) await store.remove(key);
    return rows.length > 0;
  };

  const receive: SignedObjectStore['receive'] = async (key, info, body, limit) => {
    if (!(await uploadedOf(key))) throw new ObjectRemoved();
    await store.receive(key, info, body, limit);
    const stored = await store.read(key);
    stored?.content.destroy();
    if (!(await updated(key, { size: stored?.size ?? null, uploadedDate: new Date() }))) throw new ObjectRemoved();
  };

  return {
    ...store,
    receive,
    async put({ content, ...object }) {
      const { key } = store.signedPut(object, 0);
      const { folder, name, type, owner: userId } = object;
      await db.insert(objects).values({ key, userId, folder, name, type });
      await receive(key, object, Readable.from([content]), content.length);
      return { key, url: objectUrl(key) };
    },
    async revise(key, info, content) {
      await store.revise(key, info, content);
      await updated(key, { name: info.name, type: info.type, ...(content ? { size: content.length } : {}) });
    },
    async remove(key) {
      const before = await uploadedOf(key);
      await store.remove(key);
      const [row] = await db.delete(objects).where(eq(objects.key, key)).returning({ date: objects.uploadedDate });
      // An upload may have ended after its bytes were looked for, and before its row was removed.
      if (row?.date && !before?.date) await store.remove(key);
    },
  };
};
