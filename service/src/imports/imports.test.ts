import { once } from 'node:events';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { imports } from '../db/schema/data.ts';
import type { ImportsPort } from '../ports/imports.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { createImports, type ImportsOptions, type RunImport } from './imports.ts';

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

let importId: string;
beforeEach(async () => {
  await test.db.delete(imports);
  const { id: userId } = await test.createUser();
  const [row] = await test.db
    .insert(imports)
    .values({ userId, name: 'a.zip', key: 'a', size: 1, state: 'waiting' })
    .returning();
  importId = row!.id;
});
const stored = async () => (await test.db.select().from(imports).where(eq(imports.id, importId)))[0]!;
const finishes: RunImport = async () => {
  await test.db.update(imports).set({ state: 'done', heartbeat: null }).where(eq(imports.id, importId));
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
