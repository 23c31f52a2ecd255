import { eq } from 'drizzle-orm';
import { openObjects } from '../adapters/objects/choose.ts';
import { recordObjects } from '../adapters/objects/recorded.ts';
import { openDatabase } from '../db/database.ts';
import { afterOwnChanges } from '../db/own-changes.ts';
import { imports } from '../db/schema/data.ts';
import { createSealer } from '../db/sealed.ts';
import { ImportRefused } from '../domain/import/refused.ts';
import { runImport } from '../domain/import/run.ts';
import type { ImportTask } from './child-task.ts';
import { running } from './claims.ts';

/** The interval at which progress is stored, in milliseconds. */
const progressInterval = 1000;

export interface ImportEvents {
  /** What users see may have changed. */
  readonly onChanged: () => void;
  /** The progress could not be stored; the next interval tries again. */
  readonly onUnwritten: (error: unknown) => void;
}

/** Runs an attempt of an import. Once another one has begun, it neither reports nor ends the import. */
export const runTask = async (task: ImportTask, { onChanged, onUnwritten }: ImportEvents): Promise<void> => {
  const { connection, dataFolder, objects: s3, secrets, importId } = task;
  // A lost connection fails the query that needs it.
  const database = openDatabase(connection, { max: 2, onError: () => undefined });
  const { db, pool } = database;
  afterOwnChanges(pool, onChanged);
  const objects = recordObjects(await openObjects({ dataFolder, s3, secrets: async () => secrets }), db);
  const [row] = await db.select().from(imports).where(eq(imports.id, importId));
  if (!row) return database.close();
  let percent = 0;
  const progressTimer = setInterval(() => {
    db.update(imports).set({ progress: percent, heartbeat: new Date() }).where(running(task)).catch(onUnwritten);
  }, progressInterval);
  const end = async (set: Partial<typeof imports.$inferInsert>) => {
    clearInterval(progressTimer);
    const ended = await db
      .update(imports)
      .set({ ...set, heartbeat: null })
      .where(running(task))
      .returning({ id: imports.id });
    if (ended.length > 0) await objects.remove(row.key);
  };
  try {
    const sealer = createSealer(secrets);
    const { source, report } = await runImport({
      db,
      objects,
      sealer,
      userId: row.userId,
      key: row.key,
      progress: (done) => void (percent = done),
    });
    await end({ state: 'done', progress: 100, source, report });
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error;
    await end({ state: 'failed', msg: error.message });
  } finally {
    clearInterval(progressTimer);
    await database.close();
  }
};
