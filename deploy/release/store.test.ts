import { globSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
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
  expect(() => store.read('mf-a', '0.1.0')).toThrow('The record of mf-a@0.1.0 is not valid: name, version, kernel.');
});

test('versions are in their order, the oldest first, and a pre-release is before its release', () => {
  const store = openStore(folder);
  const versions = ['0.9.0', '0.10.0-rc.2', '0.10.0-rc.10', '0.10.0', '0.10.1', '1.0.0-w.0a1b2c3d', '1.0.0', '10.0.0'];
  for (const version of versions.toSorted()) publishRemote(store, 'mf-a', version);
  expect(store.versions('mf-a')).toEqual(versions);
});

test('a record that names a place elsewhere is not read, and nothing is written there', () => {
  const store = openStore(join(folder, 'store'));
  const record = publishRemote(store, 'mf-a', '0.1.0');
  const strays = ['', '.', '..', '../../stolen', 'a/b', '.shared', 'a\\b', '1\0'];
  for (const stray of strays) {
    expect(() => store.adopt({ ...record, version: stray }), stray).toThrow('No release is named');
    expect(() => store.adopt({ ...record, name: stray }), stray).toThrow('No release is named');
    expect(() => store.remove('mf-a', stray), stray).toThrow('No release is named');
  }
  const files = new Map([['../../../../stolen.js', Buffer.from('steal();')]]);
  expect(() => store.adopt({ ...record, version: '0.2.0' }, files)).toThrow('leads out of');
  expect(globSync('**/stolen*', { cwd: folder })).toEqual([]);
  const stored = join(dirname(store.files('mf-a', '0.1.0')), 'release.json');
  const [first] = record.files;
  const others = [
    { name: '..' },
    { version: '../0.1.0' },
    { content: '../stolen' },
    { files: [{ ...first, file: '../a' }] },
  ];
  for (const other of others) {
    writeFileSync(stored, JSON.stringify({ ...record, ...other }));
    expect(() => store.read('mf-a', '0.1.0')).toThrow('The record of mf-a@0.1.0 is not valid: ');
  }
});

test('a release with a link is not imported, because the link leads to any file of this machine', () => {
  const store = openStore(join(folder, 'store'));
  const from = openStore(join(folder, 'from'));
  const record = publishRemote(from, 'mf-a', '0.1.0');
  writeFileSync(join(folder, 'secret'), 'secret');
  symlinkSync(join(folder, 'secret'), join(from.files('mf-a', '0.1.0'), 'static/secret.txt'));
  expect(() => store.importFrom(from, record)).toThrow('static/secret.txt is a link, which no release may contain.');
  expect(store.names()).toEqual([]);
});
