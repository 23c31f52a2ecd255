import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { schema } from '../../db/database.ts';
import type { Reading } from '../../ports/extraction.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { readUnread, unreadAmong, unreadFilesJob } from './unread.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => test.close());

const minute = 60_000;
const log = { warn: () => undefined };

/** A file as an import stores it. */
const stored = async (name: string, folder = 'chatFiles') => {
  const { id: owner } = await test.createUser();
  const content = Buffer.from(`The text of ${name}`);
  const { key } = await test.services.objects.put({ owner, content, folder, name, type: 'text/plain' });
  return { key, name };
};
const readKeys = async () => (await test.db.select().from(schema.objectReadings)).map(({ key }) => key);
const runAt = (minutes: number) => {
  const now = Date.now() + minutes * minute;
  return unreadFilesJob({ ...test.services, now: () => now }, log).run();
};

it('a message does not wait for a file longer than its time, and the next one finds it read', async () => {
  const files = [await stored('slow.txt'), await stored('later.txt'), await stored('last.txt')];
  const { promise, resolve } = Promise.withResolvers<Reading>();
  vi.spyOn(test.services.extraction, 'read').mockImplementation(async (content) => {
    content.destroy();
    return promise;
  });
  await readUnread(test.services, files, log, 0);
  expect(await unreadAmong(test.db, files, Date.now())).toEqual(files);
  resolve({ kind: 'document', type: 'text/plain', text: 'Tea.', words: 1, cut: false });
  await vi.waitFor(async () => expect(await unreadAmong(test.db, files, Date.now())).toEqual([]));
});

it('files that nobody has read are read every hour, those of the last minutes and other folders are not', async () => {
  const file = await stored('old.txt');
  const picture = await stored('made.png', 'images');
  await runAt(5);
  expect(await readKeys()).not.toContain(file.key);
  await runAt(15);
  expect(await readKeys()).toContain(file.key);
  expect(await readKeys()).not.toContain(picture.key);
});

it('a file that could not be read is tried again after an hour, and keeps no other from being read', async () => {
  const slow = await stored('a-slow.txt');
  const reading = vi.spyOn(test.services.extraction, 'read').mockImplementation(async (content) => {
    content.destroy();
    return { kind: 'unreadable', reason: 'tooLong' };
  });
  await runAt(15);
  reading.mockRestore();
  const other = await stored('b-other.txt');
  await runAt(30);
  expect(await readKeys()).toContain(other.key);
  expect(await readKeys()).not.toContain(slow.key);
  await runAt(90);
  expect(await readKeys()).toContain(slow.key);
});
