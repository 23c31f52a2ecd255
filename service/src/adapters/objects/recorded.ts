import { eq } from 'drizzle-orm';
import { type Db, schema } from '../../db/database.ts';
import type { SignedObjectStore } from '../../ports/objects.ts';

const { objects } = schema;

/**
 * Wraps a store so that the database has a row for each object. The row for an upload exists before the upload, so that
 * one that never arrives or breaks off is found again. It gets its size when the upload is complete.
 */
export const recordObjects = (store: SignedObjectStore, db: Db): SignedObjectStore => ({
  ...store,
  async put(object) {
    const stored = await store.put(object);
    const { folder, name, type, owner: userId, content } = object;
    const row = { key: stored.key, userId, folder, name, type, size: content.length, uploadedDate: new Date() };
    await db.insert(objects).values(row);
    return stored;
  },
  async receive(key, info, body, limit) {
    await store.receive(key, info, body, limit);
    const stored = await store.read(key);
    stored?.content.destroy();
    const size = stored?.size ?? null;
    await db.update(objects).set({ size, uploadedDate: new Date() }).where(eq(objects.key, key));
  },
  async revise(key, info, content) {
    await store.revise(key, info, content);
    const size = content ? { size: content.length } : {};
    await db
      .update(objects)
      .set({ name: info.name, type: info.type, ...size })
      .where(eq(objects.key, key));
  },
  async remove(key) {
    await store.remove(key);
    await db.delete(objects).where(eq(objects.key, key));
  },
});
