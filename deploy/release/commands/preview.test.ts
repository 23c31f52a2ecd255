import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { effectiveSet } from '../effective-set.ts';
import { type Environment, readEnvironment, writeEnvironment } from '../environment.ts';
import { trustedKeys } from '../keys.ts';
import { emptyContract } from '../record.ts';
import { provenPreview } from '../preview.ts';
import { folderRegistry } from '../registry.ts';
import { runRelease } from '../run-release.ts';
import { readSignedSet, setFile } from '../signed-set.ts';
import { openStore, type Store } from '../store.ts';
import { publishRemote } from '../../testing/release.ts';

let folder = '';
let environments = '';
let store: Store;
const output: string[] = [];
const run = async (...args: string[]) => {
  output.length = 0;
  const registry = folderRegistry(environments, folder);
  const pinned = (environment: Environment) => effectiveSet(folder, environment, store);
  const vendor = async () => ({ added: [], removed: [], other: [] });
  const context = { store, data: folder, registry, built: () => ({}), pinned, vendor };
  return runRelease(context, args, (line) => output.push(line));
};
const pins = (name = 'staging') => readEnvironment(name, environments);
const served = (name = 'staging') => readSignedSet(readFileSync(setFile(folder, name), 'utf8'), trustedKeys(folder));
const tokenIn = (line = '') => decodeURIComponent(line.split('preview=')[1] ?? '');

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-preview-'));
  environments = join(folder, 'pins');
  store = openStore(join(folder, 'store'));
  for (const name of ['shell', 'service'])
    store.publish(undefined, () => ({ name, version: '1', kernel: '0.1.0', contract: emptyContract }));
  for (const version of ['1', '0.2.0-pr.7', '0.2.0-pr.7.2', '0.2.0-pr.7.10', '0.2.0-pr.77'])
    publishRemote(store, 'mf-a', version);
  const pin = { version: '1' };
  const environment = { shell: pin, service: pin, remotes: { 'mf-a': pin } };
  writeEnvironment({ environment: 'staging', ...environment, previews: {} }, environments);
  writeEnvironment({ environment: 'production', ...environment, previews: {} }, environments);
  writeEnvironment({ environment: 'live', ...environment }, environments);
  for (const name of ['staging', 'production', 'live']) await run('sign', name);
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

describe('release preview', () => {
  test('answers an address that is signed for staging, and the set says when it ends', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-23T10:00:00Z'), toFake: ['Date'] });
    expect(await run('preview', 'mf-a@0.2.0-pr.7', '--origin', 'https://staging.test/')).toBe(0);
    expect(output[0]).toBe(
      'staging: mf-a@0.2.0-pr.7 is previewed until 2026-11-26T10:00:00.000Z for everyone who opens',
    );
    expect(output[1]).toMatch(/^https:\/\/staging\.test\/\?preview=mf-a%400\.2\.0-pr\.7\.[\w-]{86}$/);
    expect(provenPreview(tokenIn(output[1]), 'staging', trustedKeys(folder))).toBe('mf-a@0.2.0-pr.7');
    expect(served().previews).toMatchObject([
      { ends: '2026-11-26T10:00:00.000Z', release: { name: 'mf-a', version: '0.2.0-pr.7' } },
    ]);
    expect(readFileSync(join(environments, 'staging.json'), 'utf8')).toContain(
      '    "mf-a@0.2.0-pr.7": "2026-11-26T10:00:00.000Z"\n',
    );
    const [, address] = output;
    await run('preview', 'mf-a@0.2.0-pr.7', '--origin', 'https://staging.test', '--days', '5');
    expect(output[1]).toBe(address);
    await run('status', 'staging');
    expect(output).toContain('  preview of mf-a@0.2.0-pr.7 until 2026-11-28T10:00:00.000Z');
    await run('history', 'staging');
    expect(output[0]).toContain('preview: preview of mf-a@0.2.0-pr.7');
  });

  test('of a pull request is of its newest version', async () => {
    expect(await run('preview', 'mf-a@pr-7')).toBe(0);
    expect(output[0]).toContain('staging: mf-a@0.2.0-pr.7.10 is previewed');
    expect(await run('preview', 'mf-a@pr-8')).toBe(1);
    expect(output[0]).toContain('No version of mf-a belongs to pull request 8');
  });

  test('ends on request, and is listed until then', async () => {
    await run('preview', 'mf-a@0.2.0-pr.7');
    await run('preview', 'staging');
    expect(output[0]).toMatch(/^ {2}mf-a@0\.2\.0-pr\.7 until /);
    expect(await run('preview', 'staging', 'mf-a@0.2.0-pr.7', '--end')).toBe(0);
    expect(output).toEqual(['staging: the preview of mf-a@0.2.0-pr.7 has ended.']);
    expect([pins().previews, served().previews]).toEqual([{}, undefined]);
    await run('preview', 'staging');
    expect(output).toEqual(['staging has no previews.']);
  });

  test('is refused for production, and for an environment that does not allow it', async () => {
    expect(await run('preview', 'production', 'mf-a@0.2.0-pr.7')).toBe(1);
    expect(output).toEqual(['- production allows no previews.']);
    expect(await run('preview', 'live', 'mf-a@0.2.0-pr.7')).toBe(1);
    expect(output).toEqual(['- live allows no previews: its document has no "previews": {}.']);
    expect(served('production').previews).toBeUndefined();
  });

  test('refuses what was not published, was withdrawn, or does not fit', async () => {
    expect(await run('preview', 'mf-a@0.9.0-pr.1')).toBe(1);
    expect(output[0]).toContain('mf-a@0.9.0-pr.1 is not published');
    const contract = {
      calls: [{ name: 'chat.none', version: 1, method: 'GET', path: '/none', input: {}, output: {} }],
    };
    publishRemote(store, 'mf-a', '0.3.0-pr.1', { contract });
    expect(await run('preview', 'mf-a@0.3.0-pr.1')).toBe(1);
    expect(output[0]).toContain('makes the call chat.none, which the service does not implement');
    expect(pins().previews).toEqual({});
    await run('preview', 'mf-a@0.2.0-pr.7');
    await run('yank', 'mf-a@0.2.0-pr.7', 'leaks');
    expect(output).toContain('staging: the preview of mf-a@0.2.0-pr.7 has ended.');
    expect(served().previews).toBeUndefined();
    expect(await run('preview', 'mf-a@0.2.0-pr.7')).toBe(1);
    expect(output).toEqual(['mf-a@0.2.0-pr.7 was withdrawn: leaks']);
  });

  test('has clear messages for wrong usage', async () => {
    for (const args of [
      ['mf-a@pr-7', '--days', '40'],
      ['mf-a@pr-7', '--days', '0x10'],
      ['mf-a@pr-7', '--days', 'soon'],
      ['mf-a@pr-7', '--origin', 'staging'],
      ['staging', 'a@1', 'more'],
    ])
      expect(await run('preview', ...args), args.join(' ')).toBe(2);
  });
});

describe('a preview version', () => {
  test('is not pinned, rolled out to a share, or marked as good', async () => {
    for (const args of [
      ['pin', 'live', 'mf-a@0.2.0-pr.7'],
      ['canary', 'live', 'mf-a@0.2.0-pr.7', '10'],
    ]) {
      expect(await run(...args), args[0]).toBe(1);
      expect(output[0]).toBe('- mf-a@0.2.0-pr.7 is a preview version: publish a regular version to deploy.');
    }
    expect(await run('good', 'live', 'mf-a@0.2.0-pr.7')).toBe(1);
    expect(pins('live').remotes['mf-a']).toEqual({ version: '1' });
  });

  test('is not the newest of its part, and is verified byte by byte while it is previewed', async () => {
    publishRemote(store, 'mf-a', '9.0.0-pr.1');
    await run('matrix', 'staging');
    expect(output.join('\n')).not.toContain('pr.');
    await run('preview', 'mf-a@9.0.0-pr.1');
    expect(await run('doctor', 'staging')).toBe(0);
    writeFileSync(join(store.files('mf-a', '9.0.0-pr.1'), 'remoteEntry.js'), 'harm();');
    expect(await run('doctor', 'staging')).toBe(1);
    expect(output.join('\n')).toContain('mf-a@9.0.0-pr.1: remoteEntry.js was changed after it was published.');
  });

  test('is removed by `vendor` once its preview has ended, and others stay', async () => {
    await run('preview', 'mf-a@0.2.0-pr.7', '--days', '2');
    await run('preview', 'mf-a@0.2.0-pr.77', '--days', '10');
    vi.useFakeTimers({ now: Date.now() + 3 * 86_400_000, toFake: ['Date'] });
    expect(await run('vendor')).toBe(0);
    expect(output).toContain('staging: the preview of mf-a@0.2.0-pr.7 has ended.');
    expect(output).toContain('mf-a@0.2.0-pr.7 is removed: it has no preview.');
    expect(store.versions('mf-a')).toEqual(['0.2.0-pr.77', '1']);
    expect(served().previews).toHaveLength(1);
  });
});
