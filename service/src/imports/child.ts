import { existsSync, readFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { openObjects } from '../adapters/objects/choose.ts';
import { recordObjects } from '../adapters/objects/recorded.ts';
import { openDatabase } from '../db/database.ts';
import { afterOwnChanges } from '../db/own-changes.ts';
import { imports } from '../db/schema/data.ts';
import { createSealer } from '../db/sealed.ts';
import type { ImportTask } from './child-task.ts';
import { ImportRefused } from '../domain/import/refused.ts';
import { runImport } from '../domain/import/run.ts';

/** The interval at which progress is stored, in milliseconds. */
const progressInterval = 1000;

const describe = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/** Runs one import in a separate process, so that a harmful file cannot affect others. */
const work = async ({ connection, dataFolder, objects: s3, secrets, importId }: ImportTask): Promise<void> => {
  // A lost connection fails the query that needs it.
  const database = openDatabase(connection, { max: 2, onError: () => undefined });
  const { db, pool } = database;
  afterOwnChanges(pool, () => process.send?.({ changed: true }));
  const objects = recordObjects(await openObjects({ dataFolder, s3, secrets: async () => secrets }), db);
  const [row] = await db.select().from(imports).where(eq(imports.id, importId));
  if (!row) return database.close();
  let percent = 0;
  const progressTimer = setInterval(() => {
    db.update(imports)
      .set({ progress: percent, heartbeat: new Date() })
      .where(eq(imports.id, importId))
      // The next interval tries again.
      .catch((error: unknown) => process.send?.({ unwritten: describe(error) }));
  }, progressInterval);
  const end = async (set: Partial<typeof imports.$inferInsert>) => {
    clearInterval(progressTimer);
    await db
      .update(imports)
      .set({ ...set, heartbeat: null })
      .where(eq(imports.id, importId));
    await objects.remove(row.key);
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

const status = '/proc/self/status';

/** The peak memory of this process, in kilobytes. On Linux, `maxRSS` would start with that of the parent process. */
const peakMemory = (): number => {
  const [, most] = existsSync(status) ? (/^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(status, 'utf8')) ?? []) : [];
  return most === undefined ? process.resourceUsage().maxRSS : Number(most);
};

process.once('disconnect', () => process.exit(0));
process.once('message', (task: ImportTask) => {
  const run = async () => {
    try {
      await work(task);
      process.send?.({ peak: peakMemory() }, undefined, undefined, () => process.exit(0));
    } catch (error) {
      process.send?.({ failure: describe(error) });
      process.exitCode = 1;
      setImmediate(() => process.disconnect?.());
    }
  };
  void run();
});
