import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { upload } from '@atrium/shared-kernel/contracts/constants';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ObjectRemoved, objectUrl } from '../../ports/objects.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { copyFile } from './copy-file.ts';
import { createTally } from './report.ts';
import { maxUnpacked } from './zip.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const entry = { name: 'a.txt', size: 2 };
const archive = {
  entries: new Map([[entry.name, entry]]),
  open: async () => Readable.from(Buffer.from('Hi')),
  close: () => undefined,
};
const file = { folder: 'chatFiles', name: 'a.txt', type: 'text/plain', from: { entry: entry.name } };
/** A store that refuses this many uploads, with the failure. Of each it has read a part. */
const refusing = (times: number, failure: Error) => {
  const { objects } = test.services;
  const keys: string[] = [];
  const receive: typeof objects.receive = async (key, info, body, limit) => {
    keys.push(key);
    if (keys.length > times) return objects.receive(key, info, body, limit);
    await once(body, 'readable');
    body.read();
    throw failure;
  };
  return { store: { ...objects, receive }, keys };
};

it('a file whose upload the store refuses is uploaded again, whole and under another key', async () => {
  const { id: userId } = await test.createUser();
  const tally = createTally();
  const { store, keys } = refusing(2, new Error('503 SlowDown'));
  const url = await copyFile({ db: test.db, objects: store, archive, userId, tally }, file);
  expect(new Set(keys).size).toBe(3);
  expect(url).toBe(objectUrl(keys[2]!));
  const stored = await test.services.objects.read(keys[2]!);
  expect(String(await buffer(stored!.content))).toBe('Hi');
  expect(tally.report.files).toMatchObject({ added: 1, skipped: 0 });
});

it('an import ends with the failure of a store that goes on refusing, and at once if its user is gone', async () => {
  const { id: userId } = await test.createUser();
  for (const [failure, tries] of [
    [new Error('503 SlowDown'), 3],
    [new ObjectRemoved(), 1],
  ] as const) {
    const { store, keys } = refusing(3, failure);
    const target = { db: test.db, objects: store, archive, userId, tally: createTally() };
    await expect(copyFile(target, file)).rejects.toBe(failure);
    expect(keys).toHaveLength(tries);
  }
});

it('an entry that is named again and again is copied until the copies together are as large as an archive may be', async () => {
  const { id: userId } = await test.createUser();
  // The size that the archive states is what counts.
  const large = { ...archive, entries: new Map([[entry.name, { ...entry, size: upload.perFile }]]) };
  const tally = createTally();
  const target = { db: test.db, objects: test.services.objects, archive: large, userId, tally };
  const most = Math.floor(maxUnpacked / upload.perFile);
  for (let copy = 0; copy < most + 2; copy += 1) await copyFile(target, file);
  expect(tally.report).toMatchObject({
    files: { added: most, skipped: 2 },
    notes: ['The files together are larger than can be imported, so some were skipped.'],
  });
});
