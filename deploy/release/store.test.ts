import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { publishRemote } from '../testing/release.ts';
import { openStore, recordText } from './store.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-store-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a record is read as it is stored now, however often it was read before', () => {
  const store = openStore(folder);
  const record = publishRemote(store, 'mf-a', '0.1.0');
  const file = join(dirname(store.files('mf-a', '0.1.0')), 'release.json');
  expect(store.read('mf-a', '0.1.0')).toEqual(record);
  expect(store.read('mf-a', '0.1.0')).toBe(store.read('mf-a', '0.1.0'));
  writeFileSync(file, recordText({ ...record, kernel: '9.0.0' }));
  expect(store.read('mf-a', '0.1.0').kernel).toBe('9.0.0');
  writeFileSync(file, recordText(record));
  expect(store.read('mf-a', '0.1.0')).toEqual(record);
  writeFileSync(file, '{}');
  expect(() => store.read('mf-a', '0.1.0')).toThrow(/invalid_type/);
});

test('versions are in their order, the oldest first, and a pre-release is before its release', () => {
  const store = openStore(folder);
  const versions = ['0.9.0', '0.10.0-rc.2', '0.10.0-rc.10', '0.10.0', '0.10.1', '1.0.0-w.0a1b2c3d', '1.0.0', '10.0.0'];
  for (const version of versions.toSorted()) publishRemote(store, 'mf-a', version);
  expect(store.versions('mf-a')).toEqual(versions);
});
