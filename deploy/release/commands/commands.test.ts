import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { emptyContract } from '../record.ts';
import { publishRemote } from '../../testing/release.ts';
import { effectiveSet } from '../effective-set.ts';
import { readEnvironment, writeEnvironment } from '../environment.ts';
import { folderRegistry } from '../registry.ts';
import { releaseSetText, resolveReleaseSet } from '../release-set.ts';
import { trustedKeys } from '../keys.ts';
import { runRelease } from '../run-release.ts';
import { readSignedSet, setFile } from '../signed-set.ts';
import { openStore, type Store } from '../store.ts';
import type { ReleaseContext } from './command.ts';

let folder = '';
let environments = '';
let store: Store;
const output: string[] = [];
const context = (): ReleaseContext => ({
  store,
  data: folder,
  registry: folderRegistry(environments, folder),
  built: () => ({}),
  pinned: (environment) => effectiveSet(folder, environment, store),
});
const run = (...args: string[]) => runRelease(context(), args, (line) => output.push(line));
const json = async (...args: string[]) => {
  output.length = 0;
  await run(...args, '--json');
  return JSON.parse(output.join('')) as unknown;
};
const pin = (version: string) => ({ version });
const pinnedIn = (environment: string) => readEnvironment(environment, environments).remotes;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-release-'));
  environments = join(folder, 'pins');
  store = openStore(join(folder, 'store'));
  output.length = 0;
  for (const name of ['shell', 'service'])
    store.publish(undefined, () => ({ name, version: '0.1.0', kernel: '0.1.0', contract: emptyContract }));
  publishRemote(store, 'mf-a', '0.1.0');
  publishRemote(store, 'mf-b', '0.1.0');
  for (const environment of ['test', 'live'])
    writeEnvironment(
      {
        environment,
        shell: pin('0.1.0'),
        service: pin('0.1.0'),
        remotes: { 'mf-a': pin('0.1.0'), 'mf-b': pin('0.1.0') },
      },
      environments,
    );
});
afterEach(() => rmSync(folder, { recursive: true }));

const lines = () => readFileSync(join(environments, 'test.json'), 'utf8').split('\n');

test('a pin changes exactly one line of the environment and remembers the version before', async () => {
  publishRemote(store, 'mf-a', '0.2.0');
  const before = lines();
  expect(await run('pin', 'test', 'mf-a@0.2.0')).toBe(0);
  const differing = lines().filter((line, at) => line !== before[at]);
  expect(differing).toEqual(['    "mf-a": { "version": "0.2.0", "previous": "0.1.0" },']);
  const set = resolveReleaseSet(readEnvironment('test', environments), store);
  expect(set.remotes[0]).toMatchObject({ version: '0.2.0', previous: { version: '0.1.0' } });
});

test('rolling back to the version before restores the line: a rolled-back version is no fallback', async () => {
  publishRemote(store, 'mf-a', '0.2.0');
  const before = lines();
  await run('pin', 'test', 'mf-a@0.2.0');
  expect(await run('pin', 'test', 'mf-a@0.1.0')).toBe(0);
  expect(lines()).toEqual(before);
});

test('a release set has one line for each remote, and only the line of a changed pin differs', async () => {
  publishRemote(store, 'mf-a', '0.2.0');
  const text = () => releaseSetText(resolveReleaseSet(readEnvironment('test', environments), store)).split('\n');
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
  expect(output.join('\n')).toContain('shell.roof');
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
  expect(readEnvironment('test', environments).remotes['mf-c']).toEqual({ version: '1.0.0' });
});

test.each([
  [
    ['pin', 'test', 'mf-a@9.9.9'],
    'mf-a@9.9.9 is not published: `pnpm release publish mf-a` publishes the version of its package.json.',
  ],
  [['pin', 'nowhere', 'mf-a@0.1.0'], 'There is no environment nowhere: there are live, test.'],
  [['publish', 'mf-none'], 'There is no package mf-none.'],
  [['rollback', 'test', 'mf-a'], 'test has no version of mf-a before 0.1.0.'],
  [['canary', 'test', 'shell@0.1.0', '10'], 'shell is not a remote of test: a canary is a version of a remote.'],
  [['yank', 'mf-a@9.9.9', 'it', 'leaks'], 'mf-a@9.9.9 is not published'],
])('%j fails with one sentence and 1', async (args, sentence) => {
  expect(await run(...args)).toBe(1);
  expect(output.at(-1)).toContain(sentence);
});

test.each([
  [['fly'], 'Usage: pnpm release'],
  [['pin', 'test', 'mf-a'], 'mf-a is not of the form <remote>@<version>.'],
  [['pin', 'test'], 'Specify what to pin as <remote>@<version>.'],
  [['rollback', 'test'], 'The part is missing.'],
  [['promote', 'test'], 'The target environment is missing.'],
  [['yank', 'mf-a@0.1.0'], 'The reason is missing.'],
])('%j is wrong usage, and exits with 2', async (args, sentence) => {
  expect(await run(...args)).toBe(2);
  expect(output.at(-1)).toContain(sentence);
});

test('the status names what is pinned and what was never published', async () => {
  await run('status', 'test');
  expect(output).toContain('  mf-a           0.1.0');
  writeEnvironment({ ...readEnvironment('test', environments), shell: pin('7.0.0') }, environments);
  output.length = 0;
  await run('status');
  expect(output).toContain('  shell          7.0.0  not published');
});

test('a published version never changes: the same content is accepted again, other content is refused', () => {
  expect(publishRemote(store, 'mf-a', '0.1.0').content).toBe(store.read('mf-a', '0.1.0').content);
  expect(() => publishRemote(store, 'mf-a', '0.1.0', { text: 'other' })).toThrow(
    /already published with other content/,
  );
});

test('every file is stored with its hash and its brotli form', () => {
  const file = join(store.files('mf-a', '0.1.0'), 'remoteEntry.js');
  expect(brotliDecompressSync(readFileSync(`${file}.br`)).equals(readFileSync(file))).toBe(true);
  expect(store.read('mf-a', '0.1.0').files[0]?.integrity).toMatch(/^sha256-[A-Za-z0-9+/]{43}=$/);
});

test('a promotion copies the pins of another environment, all of them or those of the named remotes', async () => {
  for (const name of ['mf-a', 'mf-b']) publishRemote(store, name, '0.2.0');
  await run('pin', 'test', 'mf-a@0.2.0', 'mf-b@0.2.0');
  expect(await run('promote', 'test', 'live', 'mf-b')).toBe(0);
  expect(pinnedIn('live')).toEqual({ 'mf-a': pin('0.1.0'), 'mf-b': { version: '0.2.0', previous: '0.1.0' } });
  expect(await run('promote', 'test', 'live')).toBe(0);
  expect(pinnedIn('live')['mf-a']).toEqual({ version: '0.2.0', previous: '0.1.0' });
  expect(await run('promote', 'test', 'live')).toBe(0);
  expect(output.at(-1)).toBe('live: nothing to change.');
});

test('unreleased sources are promoted nowhere', async () => {
  writeEnvironment({ ...readEnvironment('test', environments), remotes: { 'mf-a': pin('workspace') } }, environments);
  expect(await run('promote', 'test', 'live', 'mf-a')).toBe(2);
  expect(output.at(-1)).toContain('test pins mf-a to the workspace: publish a version first.');
});

test('a rollback returns to the previous version, and ends a canary first', async () => {
  publishRemote(store, 'mf-a', '0.2.0');
  publishRemote(store, 'mf-a', '0.3.0');
  await run('pin', 'test', 'mf-a@0.2.0');
  expect(await run('canary', 'test', 'mf-a@0.3.0', '10%')).toBe(0);
  expect(output.at(-1)).toBe('test: mf-a@0.2.0 (before: 0.1.0), 10 % of the browsers get 0.3.0');
  await run('rollback', 'test', 'mf-a', 'it', 'fails');
  expect(pinnedIn('test')['mf-a']).toEqual({ version: '0.2.0', previous: '0.1.0' });
  await run('rollback', 'test', 'mf-a');
  expect(pinnedIn('test')['mf-a']).toEqual(pin('0.1.0'));
  expect(await json('history', 'test')).toMatchObject({
    entries: [
      { number: 4, changes: [{ part: 'mf-a', how: 'rollback', from: '0.2.0', to: '0.1.0' }] },
      { number: 3, why: 'it fails', changes: [{ from: '0.2.0, 10 % 0.3.0', to: '0.2.0' }] },
      { number: 2, changes: [{ how: 'canary' }] },
      { number: 1, changes: [{ how: 'pin' }] },
    ],
  });
});

test('a change that cannot be signed says so, and that a repeated command would start from the changed pins', async () => {
  publishRemote(store, 'mf-a', '0.2.0');
  await run('pin', 'test', 'mf-a@0.2.0');
  const unsigned = runRelease(
    { ...context(), pinned: () => Promise.reject(new Error('The store is away.')) },
    ['rollback', 'test', 'mf-a'],
    (line) => output.push(line),
  );
  expect(await unsigned).toBe(1);
  expect(pinnedIn('test')['mf-a']).toEqual(pin('0.1.0'));
  expect(output.at(-1)).toBe(
    'The pins of test are stored, but not served. Run `pnpm release sign test` next: the same command would start from the stored pins. The cause: The store is away.',
  );
});

test('a rollback is not prevented by what no longer fits, and says so', async () => {
  publishRemote(store, 'mf-a', '0.2.0', { contract: { supplies: [{ name: 'a.dialog', version: 1 }] } });
  publishRemote(store, 'mf-b', '0.2.0', { contract: { opens: [{ name: 'a.dialog', version: 1 }] } });
  await run('pin', 'test', 'mf-a@0.2.0', 'mf-b@0.2.0');
  expect(await run('rollback', 'test', 'mf-a')).toBe(0);
  expect(output.slice(-2)).toEqual([
    '- mf-b@0.2.0 opens the dialog a.dialog, which no pinned release supplies',
    'test: mf-a@0.1.0',
  ]);
});

test('a canary has to fit, has a share of at most 99 %, and becomes a pin at 100 %', async () => {
  publishRemote(store, 'mf-a', '0.2.0', { contract: { fills: [{ name: 'shell.roof', version: 1 }] } });
  publishRemote(store, 'mf-a', '0.3.0');
  expect(await run('canary', 'test', 'mf-a@0.2.0', '10')).toBe(1);
  expect(output.join()).toContain('shell.roof');
  expect(await run('canary', 'test', 'mf-a@0.3.0', '0')).toBe(1);
  expect(output.at(-1)).toContain('0 is not a share');
  expect(await run('canary', 'test', 'mf-a@0.3.0', '100')).toBe(0);
  expect(pinnedIn('test')['mf-a']).toEqual({ version: '0.3.0', previous: '0.1.0' });
});

test('a version that was withdrawn is pinned nowhere again', async () => {
  publishRemote(store, 'mf-a', '0.2.0');
  expect(await run('yank', 'mf-a@0.2.0', 'loses', 'drafts')).toBe(0);
  expect(output.at(-1)).toBe('mf-a@0.2.0 is withdrawn: loses drafts.');
  for (const given of [
    ['pin', 'test', 'mf-a@0.2.0'],
    ['check', 'test', 'mf-a@0.2.0'],
    ['canary', 'test', 'mf-a@0.2.0', '10'],
  ]) {
    output.length = 0;
    expect(await run(...given)).toBe(1);
    expect(output).toContain('- mf-a@0.2.0 was withdrawn: loses drafts');
  }
});

test('the difference of two environments names versions and what the contracts gain and lose', async () => {
  publishRemote(store, 'mf-a', '0.2.0', { contract: { emits: [{ name: 'a.done', version: 1, payload: {} }] } });
  await run('pin', 'test', 'mf-a@0.2.0');
  output.length = 0;
  await run('diff', 'live', 'test');
  expect(output).toEqual(['mf-a           0.1.0 → 0.2.0', '  + event a.done version 1']);
  output.length = 0;
  await run('diff', 'live', 'live');
  expect(output).toEqual(['live and live pin the same.']);
});

test('the doctor finds a changed byte, a missing file, and a set that differs from the pins', async () => {
  publishRemote(store, 'mf-a', '0.2.0');
  await run('pin', 'test', 'mf-a@0.2.0');
  output.length = 0;
  await run('doctor');
  expect(output).toEqual(['5 releases of test: all match what was published, signed and pinned.']);
  const file = (name: string) => join(store.files('mf-a', '0.2.0'), name);
  writeFileSync(file('static/page.js'), 'export default 3;');
  writeFileSync(file('remoteEntry.js.br'), 'nonsense');
  rmSync(file('static/later.js'));
  writeEnvironment(
    { ...readEnvironment('test', environments), shell: { version: '0.1.0', previous: '0.1.0' } },
    environments,
  );
  output.length = 0;
  expect(await run('doctor', 'test')).toBe(1);
  expect(output).toEqual([
    '- mf-a@0.2.0: remoteEntry.js has a compressed copy with different content.',
    '- mf-a@0.2.0: static/later.js is missing.',
    '- mf-a@0.2.0: static/page.js was changed after it was published.',
    '- test serves a set that differs from its pins: pin or promote again.',
    '5 releases of test: 4 problems.',
  ]);
});

test('programs get one JSON document', async () => {
  expect(await json('check', 'test', 'mf-a@0.1.0')).toEqual({ command: 'check', ok: true, problems: [] });
  expect(await json('status', 'test')).toMatchObject({
    ok: true,
    environments: [
      {
        environment: 'test',
        parts: expect.arrayContaining([
          { name: 'mf-a', version: '0.1.0', actual: '0.1.0', published: true },
        ]) as unknown,
      },
    ],
  });
  expect(await json('fly')).toMatchObject({ command: 'fly', ok: false });
});

test('users of a part of the kernel are listed, to show what breaks without it', async () => {
  const takes = { rxjs: ['map', 'share'], '@atrium/shared-kernel/ui/button': ['Button'] };
  publishRemote(store, 'mf-a', '0.2.0', { contract: { takes } });
  publishRemote(store, 'mf-b', '0.2.0', { contract: { takes: { rxjs: ['map'] } } });
  await run('pin', 'test', 'mf-a@0.2.0');
  await run('canary', 'test', 'mf-b@0.2.0', '10');
  output.length = 0;
  await run('users', 'test', 'rxjs');
  await run('users', 'test', 'rxjs.share');
  await run('users', 'test', 'ui/button.Button');
  await run('users', 'test', 'ui/menu');
  expect(output).toEqual([
    'mf-a@0.2.0  rxjs: map, share',
    'mf-b@0.2.0  rxjs: map',
    'mf-a@0.2.0  rxjs: share',
    'mf-a@0.2.0  @atrium/shared-kernel/ui/button: Button',
    'Nothing that test pins uses ui/menu.',
  ]);
});

test('the matrix shows old and new remotes against old and new shells, and names what does not fit', async () => {
  const roof = [{ name: 'shell.roof', version: 1 }];
  store.publish(undefined, () => ({
    name: 'shell',
    version: '0.2.0',
    kernel: '0.1.0',
    contract: { ...emptyContract, slots: roof },
  }));
  publishRemote(store, 'mf-a', '0.2.0', { contract: { fills: roof } });
  expect(await run('matrix', 'test')).toBe(1);
  expect(output).toEqual([
    '            shell@0.1.0  shell@0.2.0',
    'mf-a@0.1.0  fits         fits',
    'mf-a@0.2.0  does not     fits',
    'mf-b@0.1.0  fits         fits',
    '- mf-a@0.2.0 fills the slot shell.roof in version 1, which the shell does not offer',
  ]);
});

test('a matrix in which all fits ends with 0', async () => {
  expect(await run('matrix', 'live')).toBe(0);
  expect(await json('matrix', 'live')).toMatchObject({
    ok: true,
    matrix: [{ remote: 'mf-a', version: '0.1.0', cells: [{ shell: '0.1.0', problems: [] }] }, { remote: 'mf-b' }],
  });
});

test('an environment whose pins came with the sources is signed without a change', async () => {
  expect(await run('sign', 'test')).toBe(0);
  const served = readSignedSet(readFileSync(setFile(folder, 'test'), 'utf8'), trustedKeys(folder));
  expect(served.remotes.map(({ name, version }) => `${name}@${version}`)).toEqual(['mf-a@0.1.0', 'mf-b@0.1.0']);
  expect(await run('sign', 'nowhere')).toBe(1);
});
