import { once } from 'node:events';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { imports } from '../db/schema/data.ts';
import type { ImportsPort } from '../ports/imports.ts';
import { exportFormat } from '../domain/export/data-json.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { zipOf } from '../testing/archives.ts';
import { createImports, type ImportsOptions, type RunImport } from './imports.ts';
import { runTask } from './run-task.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const opened: ImportsPort[] = [];
afterEach(() => Promise.all(opened.splice(0).map((one) => one.close())));

/** Opens the imports of an instance, whose process does what `run` does. */
const open = (run?: RunImport, more: Partial<ImportsOptions> = {}): ImportsPort => {
  const log = { error: vi.fn() };
  const { database } = test.services;
  const secrets = async () => ['secret'] as const;
  const instance = createImports({
    database,
    dataFolder: '',
    secrets,
    log,
    onChanged: () => undefined,
    ...(run ? { run } : {}),
    ...more,
  });
  opened.push(instance);
  return instance;
};

const queued = async (userId: string): Promise<string> => {
  const row = { userId, name: 'a.zip', key: 'a', size: 1, state: 'waiting' } as const;
  const [inserted] = await test.db.insert(imports).values(row).returning();
  return inserted!.id;
};
let userId: string;
let importId: string;
beforeEach(async () => {
  await test.db.delete(imports);
  userId = (await test.createUser()).id;
  importId = await queued(userId);
});
const stored = async (id = importId) => (await test.db.select().from(imports).where(eq(imports.id, id)))[0]!;
const finishes: RunImport = async (task) => {
  await test.db.update(imports).set({ state: 'done', heartbeat: null }).where(eq(imports.id, task.importId));
};
/** A process that is too busy with the first import to report, and finishes others. */
const isStuck: RunImport = async (task, options, ending) => {
  if (task.importId === importId) await once(ending, 'abort');
  else await finishes(task, options, ending);
};

it('an import that instances leave when they close is resumed by the next one at once, and loses no attempt', async () => {
  for (let release = 0; release < 4; release += 1) {
    const started = Promise.withResolvers<void>();
    const instance = open(async (_task, _options, closing) => {
      started.resolve();
      await once(closing, 'abort');
    });
    instance.wake();
    await started.promise;
    expect(await stored()).toMatchObject({ state: 'running', attempts: 1 });
    await instance.close();
    expect(await stored()).toMatchObject({ state: 'waiting', attempts: 0, heartbeat: null });
  }
  const last = open(finishes);
  last.wake();
  await last.settled();
  expect((await stored()).state).toBe('done');
});

it('an import that ends while its instance closes stays ended', async () => {
  const started = Promise.withResolvers<void>();
  const instance = open(async (task, options, closing) => {
    started.resolve();
    await once(closing, 'abort');
    await finishes(task, options, closing);
  });
  instance.wake();
  await started.promise;
  await instance.close();
  expect(await stored()).toMatchObject({ state: 'done', attempts: 1 });
});

it('an import whose process cannot start waits for its next attempt, and blocks no other one', async () => {
  const { execPath } = process;
  onTestFinished(() => {
    process.execPath = execPath;
  });
  process.execPath = '/nowhere/node';
  const instance = open();
  instance.wake();
  await instance.settled();
  expect(await stored()).toMatchObject({ state: 'waiting', attempts: 1 });
  await instance.close();
});

it('an import that was interrupted waits before its next attempt, in every instance', async () => {
  const run = vi.fn<RunImport>(async () => undefined);
  const instances = [open(run), open(run)];
  const wake = async () => {
    for (const instance of instances) {
      instance.wake();
      await instance.settled();
    }
  };
  await wake();
  await wake();
  expect(run).toHaveBeenCalledTimes(1);
  expect(await stored()).toMatchObject({ state: 'waiting', attempts: 1 });
  const { heartbeat } = await stored();
  await test.db.update(imports).set({ heartbeat: new Date(heartbeat!.getTime() - 121_000) });
  await wake();
  expect(run).toHaveBeenCalledTimes(2);
});

it('an import is attempted three times without anybody who wakes it, and then is interrupted for good', async () => {
  const run = vi.fn<RunImport>(async () => undefined);
  open(run, { pause: 5 }).wake();
  await vi.waitFor(async () => expect((await stored()).state).toBe('failed'));
  expect(run).toHaveBeenCalledTimes(3);
  expect((await stored()).msg).toBe('This import was interrupted. Please try again: anything already here is skipped.');
});

it('an import that no longer reports is ended, which uses an attempt, and the import of the next user runs', async () => {
  const other = await queued((await test.createUser()).id);
  const instance = open(isStuck, { silence: 30 });
  instance.wake();
  await instance.settled();
  expect(await stored()).toMatchObject({ state: 'waiting', attempts: 1 });
  expect(await stored(other)).toMatchObject({ state: 'done' });
});

it('an import that another instance has taken over is ended here, and stays with that one', async () => {
  const started = Promise.withResolvers<void>();
  const instance = open(
    async (task, options, ending) => {
      started.resolve();
      await isStuck(task, options, ending);
    },
    { silence: 3000 },
  );
  instance.wake();
  await started.promise;
  const heartbeat = new Date(Date.now() + 3_600_000);
  await test.db.update(imports).set({ attempts: 2, heartbeat }).where(eq(imports.id, importId));
  await instance.settled();
  expect(await stored()).toMatchObject({ state: 'running', attempts: 2, heartbeat });
});

it('the process of an earlier attempt that wakes up late ends nothing, and leaves the archive to the other one', async () => {
  const { objects, database } = test.services;
  const archive = { owner: userId, folder: 'imports', name: 'import.zip', type: 'application/zip' };
  const { key } = await objects.put({ ...archive, content: zipOf({ 'data.json': JSON.stringify(exportFormat) }) });
  const heartbeat = new Date();
  await test.db.update(imports).set({ key, state: 'running', attempts: 2, heartbeat }).where(eq(imports.id, importId));
  const { dataFolder } = test.config;
  const task = { connection: { ...database.connection }, dataFolder, secrets: ['secret'] as const, importId };
  const ignore = { onChanged: () => undefined, onUnwritten: () => undefined };
  await runTask({ ...task, number: 1 }, ignore);
  expect(await stored()).toMatchObject({ state: 'running', attempts: 2, heartbeat });
  await runTask({ ...task, number: 2 }, ignore);
  expect(await stored()).toMatchObject({ state: 'done', attempts: 2, heartbeat: null });
  expect(await objects.read(key)).toBeUndefined();
});

it('users take turns: nobody waits for all imports of somebody else', async () => {
  const more = [await queued(userId), await queued(userId)];
  const other = await queued((await test.createUser()).id);
  const order: string[] = [];
  const instance = open(async (task, options, ending) => {
    order.push(task.importId);
    await finishes(task, options, ending);
  });
  instance.wake();
  await instance.settled();
  expect(order).toEqual([importId, other, ...more]);
});
