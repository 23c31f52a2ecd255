import { and, asc, gt, inArray, lt } from 'drizzle-orm';
import type { Job } from '../../ports/jobs.ts';
import { objectUrl } from '../../ports/objects.ts';
import { schema } from '../../db/database.ts';
import type { Parts } from '../parts.ts';
import { namedOutsideMessages, unused } from './references.ts';

const { objects } = schema;
const day = 24 * 60 * 60 * 1000;
/**
 * The folders of uploads, of downloads, and of files that the assistant created. Those are removed with their message,
 * unless it was gone before they were stored.
 */
const folders = ['chatFiles', 'audio-notes', 'documents', 'images'];
const page = 500;

const remove = async ({ database: { db }, objects: store }: Pick<Parts, 'database' | 'objects'>, now: number) => {
  // Read once, because most of what no message refers to is in use here. What is not is looked up again.
  const named = await namedOutsideMessages(db);
  let after = '';
  for (;;) {
    const rows = await db
      .select({ key: objects.key })
      .from(objects)
      .where(
        and(gt(objects.key, after), inArray(objects.folder, folders), lt(objects.createdDate, new Date(now - day))),
      )
      .orderBy(asc(objects.key))
      .limit(page);
    const keys = rows.map(({ key }) => key);
    const candidates = keys.filter((key) => !named.has(objectUrl(key)));
    for (const key of await unused(db, candidates)) await store.remove(key);
    if (keys.length < page) return;
    after = keys.at(-1)!;
  }
};

/** Removes files that nothing refers to a day after they were started, complete or not. */
export const uploadsRemoval = (services: Pick<Parts, 'database' | 'objects'>, now: () => number = Date.now): Job => ({
  name: 'remove-uploads',
  every: 'hour',
  run: () => remove(services, now()),
});
