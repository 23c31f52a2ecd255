import { existsSync, globSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { emptyContract } from './record.ts';
import { publishRemote } from '../testing/release.ts';
import { workspace } from './data-folder.ts';
import { type Environment, readEnvironment } from './environment.ts';
import { vendorReleases, vendoredRelease, vendoredReleases } from './vendored-releases.ts';
import { openStore, type Store } from './store.ts';
import { changedFiles, provenRecord } from './verify-release.ts';

let folder = '';
let store: Store;
const pins = (chat: Environment['shell']): Environment => ({
  environment: 'live',
  shell: { version: 'workspace' },
  service: { version: '1.0.0' },
  remotes: { 'mf-chat': chat },
});
const vendoredFolders = () => globSync('*/*', { cwd: join(folder, 'releases') }).toSorted();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-kept-'));
  store = openStore(join(folder, 'store'));
  store.publish(undefined, () => ({ name: 'service', version: '1.0.0', kernel: '0.1.0', contract: emptyContract }));
  for (const version of ['1.0.0', '2.0.0', '3.0.0'])
    publishRemote(store, 'mf-chat', version, { contract: { opens: [{ name: `dialog-${version}`, version: 1 }] } });
});
afterEach(() => rmSync(folder, { recursive: true }));

test('the releases of all pins and of previous versions are stored beside the pins, and no others', () => {
  const canary = { version: '2.0.0', percent: 5 };
  expect(vendorReleases(folder, [pins({ version: '1.0.0', canary })], store).added).toHaveLength(3);
  expect(vendoredFolders()).toEqual(['mf-chat/1.0.0', 'mf-chat/2.0.0', 'service/1.0.0']);
  const all = [pins({ version: '3.0.0', previous: '2.0.0' }), pins({ version: '3.0.0' })];
  expect(vendorReleases(folder, all, store)).toEqual({
    added: ['mf-chat@3.0.0'],
    removed: ['mf-chat@1.0.0'],
    other: [],
  });
  expect(vendoredFolders()).toEqual(['mf-chat/2.0.0', 'mf-chat/3.0.0', 'service/1.0.0']);
  expect(vendoredRelease(folder, 'mf-chat', '3.0.0').contract.opens).toEqual([{ name: 'dialog-3.0.0', version: 1 }]);
});

test('a stored release is the published one, without files that can be derived', () => {
  vendorReleases(folder, [pins({ version: '1.0.0' })], store);
  const { content } = store.read('mf-chat', '1.0.0');
  const record = provenRecord(vendoredReleases(folder), 'mf-chat', '1.0.0', content);
  expect(changedFiles(vendoredReleases(folder), record)).toEqual([]);
  expect(existsSync(join(store.files('mf-chat', '1.0.0'), 'remoteEntry.js.br'))).toBe(true);
  expect(globSync('**/*.br', { cwd: join(folder, 'releases') })).toEqual([]);
});

test('stored releases are published to an empty store, even if git omitted an empty folder', () => {
  vendorReleases(folder, [pins({ version: '1.0.0' })], store);
  const releases = vendoredReleases(folder);
  rmSync(releases.files('service', '1.0.0'), { recursive: true });
  const empty = openStore(join(folder, 'empty'));
  for (const name of releases.names()) empty.importFrom(releases, releases.read(name, '1.0.0'));
  expect(empty.names()).toEqual(['mf-chat', 'service']);
  expect(changedFiles(empty, empty.read('mf-chat', '1.0.0'))).toEqual([]);
});

test('a version that another store has with other content changes nothing, and is named', () => {
  vendorReleases(folder, [pins({ version: '1.0.0' })], store);
  const { content } = store.read('mf-chat', '1.0.0');
  const foreign = openStore(join(folder, 'foreign'));
  publishRemote(foreign, 'mf-chat', '1.0.0', { text: 'another build' });
  expect(vendorReleases(folder, [pins({ version: '1.0.0' })], foreign).other).toEqual(['mf-chat@1.0.0']);
  expect(vendoredRelease(folder, 'mf-chat', '1.0.0').content).toBe(content);
});

test('stored releases stay if the release is not available, as in a clone with an empty store', () => {
  vendorReleases(folder, [pins({ version: '1.0.0' })], store);
  vendorReleases(folder, [pins({ version: '1.0.0' })], openStore(join(folder, 'empty')));
  expect(vendoredFolders()).toEqual(['mf-chat/1.0.0', 'service/1.0.0']);
  expect(() => vendoredRelease(folder, 'mf-chat', '2.0.0')).toThrow('mf-chat@2.0.0 is not in');
});

test('nothing is stored beside pins that are not writable files', () => {
  const absent = join(folder, 'absent');
  vendorReleases(absent, [pins({ version: '1.0.0' })], store);
  expect(readdirSync(folder)).not.toContain('absent');
});

test.each(['staging', 'production'])('everything that %s pins is stored, byte for byte as published', (name) => {
  const environments = join(workspace, 'deploy/environments');
  const { shell, service, remotes } = readEnvironment(name, environments);
  for (const [part, { version }] of Object.entries({ shell, service, ...remotes })) {
    const record = vendoredRelease(environments, part, version);
    provenRecord(vendoredReleases(environments), part, version, record.content);
    expect(changedFiles(vendoredReleases(environments), record)).toEqual([]);
  }
});
