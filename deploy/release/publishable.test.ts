import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { publishRemote } from '../testing/release.ts';
import { refuseOtherBytes, refuseUnproven } from './publishable.ts';
import { openStore } from './store.ts';

const folder = mkdtempSync(join(tmpdir(), 'atrium-publishable-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = 'static/part.0a1b2c3d.js';

test('no version has different bytes at an address that it shares with another one', () => {
  const store = openStore(join(folder, 'store'));
  publishRemote(store, 'mf-chat', '1.0.0', { files: { [file]: 'one();' } });
  const { files } = store.read('mf-chat', '1.0.0');
  refuseOtherBytes(store, 'mf-chat', files);
  const other = files.map((one) => ({ ...one, integrity: `sha256-${'A'.repeat(43)}=` }));
  expect(() => refuseOtherBytes(store, 'mf-chat', other)).toThrow(
    `mf-chat@1.0.0 has different content under the name ${file}`,
  );
  // A file name without a hash has a separate URL for each version.
  refuseOtherBytes(
    store,
    'mf-chat',
    other.filter((one) => one.file !== file),
  );
});

test('an entry that does not know the hash of each of its scripts is not published', () => {
  const part = { file, integrity: `sha256-${'A'.repeat(43)}=`, bytes: 1, brotli: 1 };
  const entry = { ...part, file: '1.0.0/remoteEntry.00000000.js', integrity: '' };
  refuseUnproven(`hashes = {1: "${part.integrity}"}`, entry.file, [entry, part]);
  expect(() => refuseUnproven('hashes = {}', entry.file, [entry, part])).toThrow(`contains no hash of ${file}`);
});
