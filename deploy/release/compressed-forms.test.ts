import { once } from 'node:events';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { acceptedForms, sendFile } from '../edge/assets.ts';
import { publishRemote } from '../testing/release.ts';
import { type S3Server, useS3 } from '../testing/s3.ts';
import { downloadRelease, bucketReleases } from './bucket/releases.ts';
import { openStore, type Store } from './store.ts';
import { changedFiles } from './verify-release.ts';

let s3: S3Server;
beforeAll(async () => {
  s3 = await useS3();
});

let folder = '';
let source: Store;
const small = (store: Store) => globSync('**/*.{br,gz}', { cwd: store.root }).toSorted();
const entry = 'mf-a/1.0.0/files/remoteEntry.js';

/** A store as in a fresh clone, or from before compressed forms existed. */
const withoutForms = (store: Store) => {
  for (const file of small(store)) rmSync(join(store.root, file));
  return store;
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-forms-'));
  source = openStore(join(folder, 'kept'));
  publishRemote(source, 'mf-a', '1.0.0');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('what is published has a brotli and a gzip form beside it', () => {
  expect(small(source)).toEqual([`${entry}.br`, `${entry}.gz`]);
  const plain = readFileSync(join(source.root, entry));
  expect(gunzipSync(readFileSync(join(source.root, `${entry}.gz`)))).toEqual(plain);
});

test('releases from a clone are published compressed, even to a store that has them uncompressed', () => {
  withoutForms(source);
  const store = openStore(join(folder, 'store'));
  store.importFrom(source, source.read('mf-a', '1.0.0'));
  expect(small(store)).toEqual([`${entry}.br`, `${entry}.gz`]);
  withoutForms(store);
  store.importFrom(source, source.read('mf-a', '1.0.0'));
  expect(small(store)).toEqual([`${entry}.br`, `${entry}.gz`]);
  expect(small(source)).toEqual([]);
});

test('a compressed form of other content is found', () => {
  mkdirSync(join(folder, 'x'));
  writeFileSync(join(source.root, `${entry}.gz`), readFileSync(join(source.root, `${entry}.br`)));
  expect(changedFiles(source, source.read('mf-a', '1.0.0'))).toEqual([
    'mf-a@1.0.0: remoteEntry.js has a compressed copy with different content.',
  ]);
});

test('a bucket gets its missing compressed forms, and an edge creates those that it cannot fetch', async () => {
  withoutForms(source);
  const bucket = s3.open(s3.newAddress());
  const releases = bucketReleases(bucket);
  const record = source.read('mf-a', '1.0.0');
  const formsThere = async () => (await bucket.list('files/')).filter((key) => key.endsWith('.br')).length;
  await releases.push(source, record);
  expect(await formsThere()).toBe(1);
  const edge = openStore(join(folder, 'edge'));
  await downloadRelease(releases, edge, record);
  expect(small(edge)).toEqual([`${entry}.br`, `${entry}.gz`]);
  withoutForms(edge);
  await downloadRelease(releases, edge, record);
  expect(small(edge)).toEqual([`${entry}.br`, `${entry}.gz`]);
});

test('a bucket without compressed forms is completed by the next publish of the same release', async () => {
  const address = s3.newAddress();
  const bucket = s3.open(address);
  const record = source.read('mf-a', '1.0.0');
  const earlier = {
    ...bucket,
    create: (key: string, data: Buffer) => (key.endsWith('.br') ? Promise.resolve(true) : bucket.create(key, data)),
  };
  await bucketReleases(earlier).push(source, record);
  expect((await bucket.list('files/')).filter((key) => key.endsWith('.br'))).toEqual([]);
  await bucketReleases(bucket).push(source, record);
  expect((await bucket.list('files/')).filter((key) => key.endsWith('.br'))).toHaveLength(1);
});

test.each([
  ['br', 'br'],
  ['gzip, br;q=0', 'gzip'],
  ['identity', undefined],
])('a file is sent to browsers that accept %j as %s, and caches keep one for each', async (accepted, encoding) => {
  const server = createServer(
    (request, response) => void sendFile(request, response, { root: source.root, file: entry }, {}),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    headers: { 'accept-encoding': accepted },
  });
  expect(answer.headers.get('content-encoding') ?? undefined).toBe(encoding);
  expect(answer.headers.get('vary')).toBe('accept-encoding');
  expect(await answer.text()).toBe(readFileSync(join(source.root, entry), 'utf8'));
  server.close();
});

test.each([
  ['gzip, deflate, br, zstd', ['br', 'gzip']],
  ['gzip', ['gzip']],
  ['br;q=0, gzip;q=0.5', ['gzip']],
  ['BR', ['br']],
  ['*', ['br', 'gzip']],
  ['*;q=0', []],
  ['identity', []],
  ['brotli', []],
  ['', []],
  [undefined, []],
])('a browser that accepts %j gets %j', (header, encodings) => {
  expect(acceptedForms(header).map(({ encoding }) => encoding)).toEqual(encodings);
});
