import { eq } from 'drizzle-orm';
import { type Db, schema } from '../../db/database.ts';
import type { LocalObjectStore } from './local.ts';

const { objects } = schema;

/** The store, with a row for each object that the service puts into it. */
export const recordObjects = (store: LocalObjectStore, db: Db): LocalObjectStore => ({
  ...store,
  async put(object) {
    const stored = await store.put(object);
    const { folder, name, type, owner: userId, content } = object;
    const row = { key: stored.key, userId, folder, name, type, size: content.length, uploadedDate: new Date() };
    await db.insert(objects).values(row);
    return stored;
  },
  async remove(key) {
    await store.remove(key);
    await db.delete(objects).where(eq(objects.key, key));
  },
});
