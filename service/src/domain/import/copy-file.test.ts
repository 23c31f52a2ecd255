import { Readable } from 'node:stream';
import { upload } from '@atrium/shared-kernel/contracts/constants';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { copyFile } from './copy-file.ts';
import { createTally } from './report.ts';
import { maxUnpacked } from './zip.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

it('an entry that is named again and again is copied until the copies together are as large as an archive may be', async () => {
  const { id: userId } = await test.createUser();
  const entry = { name: 'a.txt', size: upload.perFile };
  const tally = createTally();
  const archive = {
    entries: new Map([[entry.name, entry]]),
    // The size that the archive states is what counts.
    open: async () => Readable.from(Buffer.from('Hi')),
    close: () => undefined,
  };
  const target = { db: test.db, objects: test.services.objects, archive, userId, tally };
  const file = { folder: 'chatFiles', name: 'a.txt', type: 'text/plain', from: { entry: entry.name } };
  const most = Math.floor(maxUnpacked / entry.size);
  for (let copy = 0; copy < most + 2; copy += 1) await copyFile(target, file);
  expect(tally.report).toMatchObject({
    files: { added: most, skipped: 2 },
    notes: ['The files together are larger than can be imported, so some were skipped.'],
  });
});
