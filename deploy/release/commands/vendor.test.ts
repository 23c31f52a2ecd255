import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emptyContract } from '../record.ts';
import { publishRemote, publishShell } from '../../testing/release.ts';
import { type Environment, writeEnvironment } from '../environment.ts';
import { vendorReleases, vendoredReleases } from '../vendored-releases.ts';
import { folderRegistry } from '../registry.ts';
import { runRelease } from '../run-release.ts';
import { openStore, type Store } from '../store.ts';

let folder = '';
let store: Store;
const output: string[] = [];
const pin = { version: '1.0.0' };
const live: Environment = { environment: 'live', shell: pin, service: pin, remotes: { 'mf-a': pin } };
const runVendor = (from: Store | undefined) => {
  output.length = 0;
  const context = { store, data: folder, registry: folderRegistry(join(folder, 'pins'), folder), built: () => ({}) };
  const vendoring = from && { vendor: async () => vendorReleases(join(folder, 'pins'), [live], from) };
  return runRelease({ ...context, ...vendoring }, ['vendor'], (line) => output.push(line));
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-vendor-'));
  vi.stubEnv('ATRIUM_DATA', join(folder, 'data'));
  store = openStore(join(folder, 'store'));
  publishShell(store, '1.0.0');
  store.publish(undefined, () => ({ name: 'service', version: '1.0.0', kernel: '0.1.0', contract: emptyContract }));
  publishRemote(store, 'mf-a', '1.0.0');
  writeEnvironment(live, join(folder, 'pins'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('pinned releases are stored once, and a second run has nothing to do', async () => {
  expect(await runVendor(store)).toBe(0);
  expect(output).toEqual(['shell@1.0.0 is stored.', 'service@1.0.0 is stored.', 'mf-a@1.0.0 is stored.']);
  expect(await runVendor(store)).toBe(0);
  expect(output).toEqual(['All pinned and published releases are already stored.']);
});

test('a store that has another build of a stored version is refused by name, and nothing changes', async () => {
  await runVendor(store);
  const foreign = openStore(join(folder, 'foreign'));
  publishRemote(foreign, 'mf-a', '1.0.0', { text: 'another build' });
  expect(await runVendor(foreign)).toBe(1);
  expect(output).toEqual(['mf-a@1.0.0 stays as stored: the release store has different content for that version.']);
});

test('no releases are stored beside pins in a bucket', async () => {
  expect(await runVendor(undefined)).toBe(1);
  expect(output).toEqual(['Releases can only be stored next to pins that are files: these pins are in a bucket.']);
});

test('a stored release is authoritative: nothing is built over it, and other content is refused', async () => {
  await runVendor(store);
  const empty = openStore(join(folder, 'empty'));
  const publishes = async (...args: string[]) => {
    output.length = 0;
    const context = {
      store: empty,
      data: folder,
      registry: folderRegistry(join(folder, 'pins'), folder),
      built: () => ({}),
      vendored: vendoredReleases(join(folder, 'pins')),
      publish: async (name: string, { version = '' }) => publishRemote(empty, name, version, { text: 'moved on' }),
    };
    return runRelease(context, ['publish', ...args], (line) => output.push(line));
  };
  expect(await publishes('--skip-existing', 'mf-a@1.0.0', 'mf-a@1.1.0')).toBe(0);
  expect(output).toEqual([
    'mf-a@1.0.0 is already published and stays unchanged.',
    expect.stringMatching(/^mf-a@1\.1\.0 is published: 4 files/),
  ]);
  expect(empty.read('mf-a', '1.0.0').content).toBe(store.read('mf-a', '1.0.0').content);
  expect(await publishes('mf-a@1.0.0')).toBe(1);
  expect(output[0]).toContain('mf-a@1.0.0 is already published with other content.');
});

test('the former name of a command works, and the output says what to use instead', async () => {
  const context = { store, data: folder, registry: folderRegistry(join(folder, 'pins'), folder), built: () => ({}) };
  const image = openStore(join(folder, 'image'));
  publishRemote(image, 'mf-a', '2.0.0');
  const take = async (...args: string[]) => {
    output.length = 0;
    return runRelease(context, ['take', image.root, ...args], (line) => output.push(line));
  };
  const notice = '`take` is deprecated: use `pnpm release import`.';
  expect(await take()).toBe(0);
  expect(output).toEqual([notice, 'mf-a@2.0.0 is published.']);
  expect(await take('--json')).toBe(0);
  expect(JSON.parse(output.join(''))).toMatchObject({ command: 'take', ok: true, deprecated: notice });
});
