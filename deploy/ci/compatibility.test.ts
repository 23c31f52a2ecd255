import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { workspace } from '../release/data-folder.ts';
import type { PinnedSet } from '../release/deployable.ts';
import { emptyContract, type RecordedContract, type ReleaseRecord } from '../release/record.ts';
import { readEnvironment, writeEnvironment } from '../release/environment.ts';
import { openStore } from '../release/store.ts';
import { vendorReleases } from '../release/vendored-releases.ts';
import { publishRemote } from '../testing/release.ts';
import { compatibility, compatibilityWith } from './compatibility.ts';

const record = (name: string, version: string, contract: Partial<RecordedContract> = {}): ReleaseRecord => ({
  name,
  version,
  kernel: '0.1.0',
  content: '',
  files: [],
  contract: { ...emptyContract, ...contract },
});
const text = { type: 'string' };
const event = (properties: Record<string, object>) => ({
  name: 'a.done',
  version: 1,
  payload: { type: 'object', properties, required: Object.keys(properties) },
});
const call = { name: 'a.get', version: 1, method: 'GET', path: '/a', input: {}, output: {} };
const remotesOf = (version: string, a: Partial<RecordedContract> = {}, b: Partial<RecordedContract> = {}) => [
  record('mf-a', version, a),
  record('mf-b', version, b),
];
const setOf = (version: string, remotes: ReleaseRecord[], more: Partial<PinnedSet> = {}): PinnedSet => ({
  shell: record('shell', version),
  service: record('service', version),
  remotes,
  ...more,
});
const old = '1.0.0';
const fresh = '1.1.0+sources';
const emits = { emits: [event({ title: text })] };
const handles = { handles: [event({ title: text })] };

test('each remote, old and new, is compared with the shells of both sides', () => {
  const { lines, problems } = compatibility(
    setOf(old, remotesOf(old, emits, handles)),
    setOf(fresh, remotesOf(fresh, emits, handles)),
  );
  expect(problems).toEqual([]);
  expect(lines).toEqual([
    '                    shell@1.0.0  shell@1.1.0+sources',
    'mf-a@1.0.0          fits         fits',
    'mf-a@1.1.0+sources  fits         fits',
    'mf-b@1.0.0          fits         fits',
    'mf-b@1.1.0+sources  fits         fits',
  ]);
});

test('a new remote that needs the new service waits for it, and is no problem', () => {
  const answers = record('service', fresh, { answers: [call] });
  const { lines, problems } = compatibility(
    setOf(old, remotesOf(old)),
    setOf(fresh, remotesOf(fresh, { calls: [call] }), { service: answers }),
  );
  expect(problems).toEqual([]);
  expect(lines[2]).toBe('mf-a@1.1.0+sources  waits        fits');
});

test('a new remote that needs another new remote waits for it, with what it lacks until then, and is no problem', () => {
  const { lines, problems } = compatibility(
    setOf(old, remotesOf(old)),
    setOf(fresh, remotesOf(fresh, emits, { ...handles, calls: [call] }), {
      service: record('service', fresh, { answers: [call] }),
    }),
  );
  expect(problems).toEqual([]);
  expect(lines.slice(3)).toEqual([
    'mf-b@1.0.0          fits         fits',
    'mf-b@1.1.0+sources  waits        waits',
    '- mf-b@1.1.0+sources handles a.done, which no pinned release emits',
  ]);
});

test('a new remote that fits not even the other sources does not wait for them', () => {
  const { lines } = compatibility(setOf(old, remotesOf(old)), setOf(fresh, remotesOf(fresh, {}, handles)));
  expect(lines[4]).toBe('mf-b@1.1.0+sources  does not     does not');
});

test('a new service that no longer answers what a pinned remote calls is a problem, with the call and the caller', () => {
  const { lines, problems } = compatibility(
    setOf(old, remotesOf(old, { calls: [call] }), { service: record('service', old, { answers: [call] }) }),
    setOf(fresh, remotesOf(fresh)),
  );
  expect(problems).toEqual(['in between: mf-a@1.0.0 makes the call a.get, which the service does not implement']);
  expect(lines[1]).toBe('mf-a@1.0.0          fits         does not');
});

test('a new remote that breaks a pinned neighbor is a problem, even if it fits the neighbor’s new version', () => {
  const { problems } = compatibility(
    setOf(old, remotesOf(old, emits, handles)),
    setOf(fresh, remotesOf(fresh, { emits: [event({ name: text })] }, { handles: [event({ name: text })] })),
  );
  expect(problems).toEqual([
    'in between: mf-b@1.0.0 a.done of mf-a@1.1.0+sources: title is required but not always present',
  ]);
});

test('sources that do not fit each other are a problem, whatever is pinned', () => {
  const { problems } = compatibility(setOf(old, remotesOf(old)), setOf(fresh, remotesOf(fresh, {}, handles)));
  expect(problems).toEqual(['sources: mf-b@1.1.0+sources handles a.done, which no pinned release emits']);
});

test.each(['staging', 'production'])(
  'what %s pins and the sources can be deployed one after the other',
  async (name) => {
    const { lines, problems } = await compatibilityWith(name, join(workspace, 'deploy/environments'));
    expect(problems).toEqual([]);
    expect(lines.length).toBeGreaterThan(10);
  },
);

test('a remote of its own repository is compared as it is pinned, with the old and the new shell', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-compatibility-'));
  try {
    const environments = join(folder, 'environments');
    cpSync(join(workspace, 'deploy/environments'), environments, { recursive: true });
    const store = openStore(join(folder, 'store'));
    publishRemote(store, 'mf-news', '1.0.0');
    publishRemote(store, 'mf-polls', '1.0.0', { contract: { calls: [call] } });
    const staging = readEnvironment('staging', environments);
    const own = { 'mf-news': { version: '1.0.0' }, 'mf-polls': { version: '1.0.0', share: 10 } };
    const pinned = { ...staging, remotes: { ...staging.remotes, ...own } };
    writeEnvironment(pinned, environments);
    vendorReleases(environments, [pinned], store);
    const { lines, problems } = await compatibilityWith('staging', environments);
    expect(lines.filter((line) => line.startsWith('mf-news')).map((line) => line.split(/ +/))).toEqual([
      ['mf-news@1.0.0', 'fits', 'fits'],
    ]);
    expect(lines.find((line) => line.startsWith('mf-polls'))).toMatch(/ does not +does not$/);
    const why = 'mf-polls@1.0.0 makes the call a.get, which the service does not implement';
    expect(problems).toEqual([`pinned: ${why}`, `sources: ${why}`]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
