import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { emptyContract, publishRemote } from '../testing/release.ts';
import { readEnvironment, writeEnvironment } from './environment.ts';
import { releaseSetText, resolveReleaseSet } from './release-set.ts';
import { runRelease } from './commands.ts';
import { openStore, type Store } from './store.ts';

let folder = '';
let store: Store;
const said: string[] = [];
const run = (...args: string[]) =>
  runRelease({ store, environments: folder, say: (line) => said.push(line), built: () => ({}) }, args);
const pin = (version: string) => ({ version });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-release-'));
  store = openStore(join(folder, 'store'));
  said.length = 0;
  for (const name of ['shell', 'service'])
    store.publish(undefined, () => ({ name, version: '0.1.0', kernel: '0.1.0', contract: emptyContract }));
  publishRemote(store, 'mf-a', '0.1.0');
  publishRemote(store, 'mf-b', '0.1.0');
  writeEnvironment(
    {
      environment: 'test',
      shell: pin('0.1.0'),
      service: pin('0.1.0'),
      remotes: { 'mf-a': pin('0.1.0'), 'mf-b': pin('0.1.0') },
    },
    folder,
  );
});
afterEach(() => rmSync(folder, { recursive: true }));

const lines = () => readFileSync(join(folder, 'test.json'), 'utf8').split('\n');

test('a pin changes exactly one line of the environment and remembers the version before', async () => {
  publishRemote(store, 'mf-a', '0.2.0');
  const before = lines();
  expect(await run('pin', 'test', 'mf-a@0.2.0')).toBe(0);
  const differing = lines().filter((line, at) => line !== before[at]);
  expect(differing).toEqual(['    "mf-a": { "version": "0.2.0", "previous": "0.1.0" },']);
  const set = resolveReleaseSet(readEnvironment('test', folder), store);
  expect(set.remotes[0]).toMatchObject({ version: '0.2.0', previous: { version: '0.1.0' } });
});

test('going back to the version before restores the line: what was taken back is nothing to fall back to', async () => {
  publishRemote(store, 'mf-a', '0.2.0');
  const before = lines();
  await run('pin', 'test', 'mf-a@0.2.0');
  expect(await run('pin', 'test', 'mf-a@0.1.0')).toBe(0);
  expect(lines()).toEqual(before);
});

test('a release set has one line for each remote, and only the line of a changed pin differs', async () => {
  publishRemote(store, 'mf-a', '0.2.0');
  const text = () => releaseSetText(resolveReleaseSet(readEnvironment('test', folder), store)).split('\n');
  const before = text();
  await run('pin', 'test', 'mf-a@0.2.0');
  const differing = text().filter((line, at) => line !== before[at]);
  expect(differing.map((line) => line.slice(0, 14))).toEqual([expect.stringContaining('"id"'), '{"name":"mf-a"']);
});

test('a version that breaks what is pinned is refused, with the reason, and nothing changes', async () => {
  publishRemote(store, 'mf-a', '0.2.0', { contract: { fills: [{ name: 'shell.roof', version: 1 }] } });
  const before = lines();
  expect(await run('check', 'test', 'mf-a@0.2.0')).toBe(1);
  expect(await run('pin', 'test', 'mf-a@0.2.0')).toBe(1);
  expect(said.join('\n')).toContain('shell.roof');
  expect(lines()).toEqual(before);
});

test('two remotes that need each other are deployed together', async () => {
  const event = { name: 'a.done', version: 1, payload: {} };
  publishRemote(store, 'mf-b', '0.2.0', { contract: { handles: [event] } });
  publishRemote(store, 'mf-a', '0.2.0', { contract: { emits: [event] } });
  expect(await run('check', 'test', 'mf-b@0.2.0')).toBe(1);
  expect(await run('pin', 'test', 'mf-b@0.2.0', 'mf-a@0.2.0')).toBe(0);
});

test('a new remote is added by a pin', async () => {
  publishRemote(store, 'mf-c', '1.0.0');
  expect(await run('pin', 'test', 'mf-c@1.0.0')).toBe(0);
  expect(readEnvironment('test', folder).remotes['mf-c']).toEqual({ version: '1.0.0' });
});

test.each([
  [
    ['pin', 'test', 'mf-a@9.9.9'],
    'mf-a@9.9.9 is not published: `pnpm release publish mf-a` publishes the version of its package.json.',
  ],
  [['pin', 'nowhere', 'mf-a@0.1.0'], 'There is no environment nowhere: there are test.'],
  [['pin', 'test', 'mf-a'], 'mf-a is not of the form <remote>@<version>.'],
  [['publish', 'mf-none'], 'There is no package mf-none.'],
  [['fly'], 'Usage: pnpm release'],
])('%j fails with one sentence', async (args, sentence) => {
  expect(await run(...args)).toBe(1);
  expect(said.at(-1)).toContain(sentence);
});

test('the status names what is pinned and what was never published', async () => {
  await run('status', 'test');
  expect(said).toContain('  mf-a           0.1.0');
  writeEnvironment({ ...readEnvironment('test', folder), shell: pin('7.0.0') }, folder);
  said.length = 0;
  await run('status');
  expect(said).toContain('  shell          7.0.0  not published');
});

test('a published version never changes: the same content is accepted again, other content is refused', () => {
  expect(publishRemote(store, 'mf-a', '0.1.0').content).toBe(store.read('mf-a', '0.1.0').content);
  expect(() => publishRemote(store, 'mf-a', '0.1.0', { text: 'other' })).toThrow(
    /already published with other content/,
  );
});

test('every file is kept with its hash and its brotli form', () => {
  const file = join(store.files('mf-a', '0.1.0'), 'remoteEntry.js');
  expect(brotliDecompressSync(readFileSync(`${file}.br`)).equals(readFileSync(file))).toBe(true);
  expect(store.read('mf-a', '0.1.0').files[0]?.integrity).toMatch(/^sha384-[A-Za-z0-9+/]{64}$/);
});
