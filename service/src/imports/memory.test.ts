import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { count, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { schema } from '../db/database.ts';
import { exportFormat } from '../domain/export/data-json.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { zipOf } from '../testing/archives.ts';
import { writeExport } from '../testing/make-chatgpt-export.ts';
import { quickly } from '../testing/quickly.ts';
import type { ImportTask } from './child-task.ts';

const { imports, messages } = schema;
const megabyte = 1024 * 1024;

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  // The memory of the process does not depend on it, and indexing this many words takes most of the time.
  await test.db.execute(sql`drop index messages_search`);
});
afterAll(() => test.close());

/** Imports the archive in a process with half of the memory that the product grants. */
const importOf = async (content: Buffer) => {
  const { id: userId } = await test.createUser();
  const { key } = await test.services.objects.put({
    owner: userId,
    folder: 'imports',
    name: 'import.zip',
    type: 'application/zip',
    content,
  });
  const [row] = await test.db
    .insert(imports)
    .values({ userId, name: 'export.zip', key, size: content.length, state: 'running', attempts: 1 })
    .returning();
  const { connection } = test.services.database;
  const task: ImportTask = {
    connection: { ...connection },
    dataFolder: test.config.dataFolder,
    secrets: ['secret'],
    importId: row!.id,
    number: 1,
  };
  const child = fork(join(import.meta.dirname, 'child.ts'), {
    execArgv: ['--max-old-space-size=48', '--max-semi-space-size=8', '--no-warnings', quickly],
    serialization: 'advanced',
  });
  child.send(task);
  let last: { peak?: number; failure?: string } = {};
  child.on('message', (message: typeof last) => {
    last = message;
  });
  await once(child, 'exit');
  const [done] = await test.db.select().from(imports).where(eq(imports.id, row!.id));
  const [stored] = await test.db.select({ all: count() }).from(messages).where(eq(messages.userId, userId));
  return { ...last, done, stored: stored!.all };
};

it('an import uses far less memory than the size of its file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-import-'));
  const file = join(folder, 'export.zip');
  // An import that keeps all of it exceeds the memory.
  await writeExport(file, 16 * megabyte);
  const content = readFileSync(file);
  rmSync(folder, { recursive: true });
  const { peak, failure, done, stored } = await importOf(content);
  expect(failure).toBeUndefined();
  expect((peak ?? Infinity) * 1024).toBeLessThan(176 * megabyte);
  expect(done).toMatchObject({ state: 'done', report: { messages: { added: stored } } });
  expect(stored).toBeGreaterThan(1000);
}, 600_000);

const idOf = (number: number): string => number.toString(16).padStart(24, '0');
const date = '2026-01-01T00:00:00.000Z';
const long = 'Long words. '.repeat(25_000);

it.each([
  [
    'Atrium',
    {
      'data.json': JSON.stringify({
        ...exportFormat,
        chats: [{ id: idOf(1), createdDate: date, lastUpdate: date }],
        messages: Array.from({ length: 200 }, (_, at) => ({
          id: idOf(2 + at),
          chatId: idOf(1),
          prompt: long,
          createdDate: date,
        })),
      }),
    },
  ],
  [
    'Claude',
    {
      'conversations.json': JSON.stringify(
        Array.from({ length: 200 }, (_, at) => ({
          uuid: `c${at}`,
          name: 'Long',
          chat_messages: [
            { uuid: 'm', sender: 'human', text: 'Read.', attachments: [{ extracted_content: `${long}${at}` }] },
          ],
        })),
      ),
    },
  ],
])(
  'an import from %s with 200 texts of 300,000 characters fits into the memory',
  async (_, files) => {
    const { failure, done, stored } = await importOf(zipOf(files));
    expect(failure).toBeUndefined();
    expect(done).toMatchObject({ state: 'done', report: { messages: { added: 200 } } });
    expect(stored).toBe(200);
  },
  600_000,
);
