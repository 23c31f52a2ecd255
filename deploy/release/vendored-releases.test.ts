import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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
  vi.stubEnv('ATRIUM_DATA', join(folder, 'data'));
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
  expect(globSync('**/*.br', { cwd: vendoredReleases(folder).files('mf-chat', '1.0.0') })).toEqual([]);
});

test('a stored release is one archive, and a font is stored once for all its versions until the last one is removed', () => {
  const fonts = { 'static/fonts/sans.woff2': 'font '.repeat(200) };
  publishRemote(store, 'mf-chat', '4.0.0', { files: fonts });
  const moved = { 'static/other/sans.woff2': fonts['static/fonts/sans.woff2'] };
  publishRemote(store, 'mf-chat', '5.0.0', { files: moved });
  vendorReleases(folder, [pins({ version: '5.0.0', previous: '4.0.0' })], store);
  const font = expect.stringMatching(/^[\da-f]{64}\.woff2$/) as string;
  const archived = (version: string) => [`mf-chat/${version}/files/texts.br`, `mf-chat/${version}/release.json`];
  const found = () => [
    ...readdirSync(join(folder, 'releases/.shared')),
    ...globSync('mf-chat/**/*.{br,json,woff2}', { cwd: join(folder, 'releases') }).toSorted(),
  ];
  expect(found()).toEqual([font, ...archived('4.0.0'), ...archived('5.0.0')]);
  for (const version of ['4.0.0', '5.0.0'])
    expect(changedFiles(vendoredReleases(folder), store.read('mf-chat', version))).toEqual([]);
  vendorReleases(folder, [pins({ version: '5.0.0' })], store);
  expect(found()).toEqual([font, ...archived('5.0.0')]);
  vendorReleases(folder, [pins({ version: '1.0.0' })], store);
  expect(found()).toEqual(archived('1.0.0'));
});

test('a stored release with a damaged archive or without its font is refused by name', () => {
  publishRemote(store, 'mf-chat', '4.0.0', { files: { 'static/sans.woff2': 'font' } });
  vendorReleases(folder, [pins({ version: '4.0.0' })], store);
  const releases = vendoredReleases(folder);
  const archive = join(folder, 'releases/mf-chat/4.0.0/files/texts.br');
  const whole = readFileSync(archive);
  writeFileSync(archive, readFileSync(join(store.files('mf-chat', '1.0.0'), 'remoteEntry.js.br')));
  const missing = (file: string) => `mf-chat@4.0.0: ${file} is missing or damaged in the stored release.`;
  expect(() => releases.files('mf-chat', '4.0.0')).toThrow(missing('remoteEntry.js'));
  writeFileSync(archive, whole);
  const [font = ''] = globSync('.shared/*.woff2', { cwd: releases.root });
  rmSync(join(releases.root, font));
  expect(() => releases.files('mf-chat', '4.0.0')).toThrow(missing('static/sans.woff2'));
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
