import type { DataImport } from '@atrium/shared-kernel/contracts/entities/data';
import { and, desc, eq, lt, notExists, notInArray } from 'drizzle-orm';
import type { Job } from '../../ports/jobs.ts';
import type { Limit } from '../../ports/limits.ts';
import { schema } from '../../db/database.ts';
import type { Parts } from '../parts.ts';
import { storable } from '../text.ts';
import { DomainError } from '../domain-error.ts';

const { imports, objects } = schema;
type ImportRow = typeof imports.$inferSelect;

const started: Limit = { name: 'imports', points: 20, seconds: 24 * 3600 };
/** The time in which the upload must start, in seconds. */
const lifetime = 600;
const listLimit = 10;
const day = 24 * 60 * 60 * 1000;

export const importsFolder = 'imports';

export const importOnWire = (row: ImportRow): DataImport => ({
  _id: row.id,
  name: row.name,
  state: row.state,
  progress: Math.min(100, Math.max(0, row.progress)),
  createdDate: row.createdDate.toISOString(),
  ...(row.source === 'claude' ? { product: 'Claude' } : row.source ? { source: row.source } : {}),
  ...(row.report ? { report: row.report } : {}),
  ...(row.msg ? { msg: row.msg } : {}),
});

/** Creates an import and the URL to upload its file to. */
export const startImport = async (
  { database: { db }, limits, objects: store }: Pick<Parts, 'database' | 'limits' | 'objects'>,
  userId: string,
  file: { readonly name: string; readonly size: number },
): Promise<{ importId: string; uploadUrl: string }> => {
  const wait = await limits.consume(started, userId);
  if (wait > 0) throw new DomainError('too-many-imports', { wait });
  const type = 'application/zip';
  const { key, uploadUrl } = store.signedPut(
    { owner: userId, folder: importsFolder, name: 'import.zip', type },
    lifetime,
  );
  return db.transaction(async (tx) => {
    await tx.insert(objects).values({ key, userId, folder: importsFolder, type });
    const [row] = await tx
      .insert(imports)
      .values({ userId, name: storable(file.name), key, size: file.size })
      .returning({ id: imports.id });
    return { importId: row!.id, uploadUrl };
  });
};

const ownImport = (userId: string, importId: string) =>
  and(eq(imports.id, importId.toLowerCase()), eq(imports.userId, userId));

/** Queues the user's own import, once its file is uploaded. */
export const queueImport = async (
  services: Pick<Parts, 'database' | 'objects' | 'imports'>,
  userId: string,
  importId: string,
): Promise<DataImport> => {
  const { db } = services.database;
  const own = ownImport(userId, importId);
  const [row] = await db.select().from(imports).where(own);
  if (!row) throw new DomainError('unknown-import');
  if (row.state !== 'uploading') return importOnWire(row);
  const stored = await services.objects.read(row.key);
  stored?.content.destroy();
  if (!stored || stored.size !== row.size) throw new DomainError('import-incomplete');
  const [queued] = await db
    .update(imports)
    .set({ state: 'waiting' })
    .where(and(own, eq(imports.state, 'uploading')))
    .returning();
  services.imports.wake();
  return importOnWire(queued ?? row);
};

/** Removes the user's own import, unless its file was uploaded. */
export const cancelImport = async (
  { database: { db }, objects: store }: Pick<Parts, 'database' | 'objects'>,
  userId: string,
  importId: string,
): Promise<void> => {
  const own = ownImport(userId, importId);
  const [canceled] = await db
    .delete(imports)
    .where(and(own, eq(imports.state, 'uploading')))
    .returning({ key: imports.key });
  if (canceled) return store.remove(canceled.key);
  const [started] = await db.select({ id: imports.id }).from(imports).where(own);
  if (!started) throw new DomainError('unknown-import');
};

/** One that failed is listed until there is a newer import. One that is being uploaded, maybe in another tab, stays. */
export const importsOf = async (
  { database: { db } }: Pick<Parts, 'database'>,
  userId: string,
): Promise<DataImport[]> => {
  const rows = await db
    .select()
    .from(imports)
    .where(eq(imports.userId, userId))
    .orderBy(desc(imports.id))
    .limit(listLimit);
  return rows.filter(({ state }, index) => index === 0 || state !== 'failed').map(importOnWire);
};

const forgetAbandoned = async ({ database: { db } }: Pick<Parts, 'database'>, now: number): Promise<void> => {
  await db.delete(imports).where(and(eq(imports.state, 'uploading'), lt(imports.createdDate, new Date(now - day))));
};

/**
 * Removes the files that no import needs. An import that ends or is canceled removes its own, unless its process or the
 * store fails in between.
 */
const removeUnneeded = async ({
  database: { db },
  objects: store,
}: Pick<Parts, 'database' | 'objects'>): Promise<void> => {
  const needed = db
    .select({ id: imports.id })
    .from(imports)
    .where(and(eq(imports.key, objects.key), notInArray(imports.state, ['done', 'failed'])));
  const unneeded = await db
    .select({ key: objects.key })
    .from(objects)
    .where(and(eq(objects.folder, importsFolder), notExists(needed)));
  for (const { key } of unneeded) await store.remove(key);
};

/** Resumes imports whose process is gone, and removes those that were never uploaded, and the files of all that ended. */
export const importsJob = (
  services: Pick<Parts, 'database' | 'objects' | 'imports'>,
  now: () => number = Date.now,
): Job => ({
  name: 'imports',
  every: 'hour',
  run: async () => {
    services.imports.wake();
    await forgetAbandoned(services, now());
    await removeUnneeded(services);
  },
});
