import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { count, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { schema } from '../db/database.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { writeExport } from '../testing/make-chatgpt-export.ts';
import { quickly } from '../testing/quickly.ts';
import type { ImportTask } from './child-task.ts';

const { imports, messages } = schema;
const megabyte = 1024 * 1024;

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

it('an import uses far less memory than the size of its file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-import-'));
  const file = join(folder, 'export.zip');
  await writeExport(file, 16 * megabyte);
  const { id: userId } = await test.createUser();
  // The memory of the process does not depend on it, and indexing this many words takes most of the time.
  await test.db.execute(sql`drop index messages_search`);
  const content = readFileSync(file);
  rmSync(folder, { recursive: true });
  const { key } = await test.services.objects.put({
    owner: userId,
    folder: 'imports',
    name: 'import.zip',
    type: 'application/zip',
    content,
  });
  const [row] = await test.db
    .insert(imports)
    .values({ userId, name: 'export.zip', key, size: content.length, state: 'running' })
    .returning();
  const { connection } = test.services.database;
  const task: ImportTask = {
    connection: { ...connection },
    dataFolder: test.config.dataFolder,
    secrets: ['secret'],
    importId: row!.id,
  };
  const child = fork(join(import.meta.dirname, 'child.ts'), {
    // Half of what the product grants, for a file with which an import that keeps all of it exceeds that.
    execArgv: ['--max-old-space-size=48', '--max-semi-space-size=8', '--no-warnings', quickly],
    serialization: 'advanced',
  });
  child.send(task);
  let last: { peak?: number; failure?: string } = {};
  child.on('message', (message: typeof last) => {
    last = message;
  });
  await once(child, 'exit');
  const { peak, failure } = last;
  expect(failure).toBeUndefined();
  expect((peak ?? Infinity) * 1024).toBeLessThan(176 * megabyte);
  const [done] = await test.db.select().from(imports).where(eq(imports.id, row!.id));
  const [stored] = await test.db.select({ all: count() }).from(messages).where(eq(messages.userId, userId));
  expect(done).toMatchObject({ state: 'done', report: { messages: { added: stored!.all } } });
  expect(stored!.all).toBeGreaterThan(1000);
}, 600_000);
