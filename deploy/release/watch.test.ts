import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { visits } from '../testing/visits.ts';
import { burned, type VersionHealth } from './budget.ts';
import { type Environment, readEnvironment, writeEnvironment } from './environment.ts';
import { folderRegistry } from './registry.ts';
import type { VitalCounts } from './vitals.ts';
import { watchOnce } from './watch.ts';

const of = (version: string, loaded: number, failed = 0, errors = 0): VersionHealth => ({
  remote: 'mf-a',
  version,
  browsers: loaded + failed,
  troubled: failed + errors,
  loaded,
  failed,
  errors,
});

test.each([
  ['too few browsers to tell', of('2', 6, 3), undefined, false],
  ['two troubles are chance', of('2', 30, 2), undefined, false],
  ['three of forty failed', of('2', 37, 3), undefined, true],
  ['errors that nobody caught count', of('2', 40, 0, 3), undefined, true],
  ['within 2 %', of('2', 197, 3), undefined, false],
  ['no worse than twice the others', of('2', 90, 10), of('1', 94, 6), false],
  ['worse than twice the others', of('2', 90, 10), of('1', 97, 3), true],
])('%s', (_, canary, stable, isBurned) => {
  expect(burned(canary, stable) !== undefined).toBe(isBurned);
});

test.each([
  ['three of five', of('2', 2, 3), undefined, true],
  ['three of six are no more than half', of('2', 3, 3), undefined, false],
  ['two of two are chance', of('2', 0, 2), undefined, false],
  ['as many as of the others', of('2', 0, 3), of('1', 5, 5), false],
  ['ten are judged as all are', of('2', 7, 3), undefined, true],
])('of a group with few browsers: %s', (_, canary, stable, isBurned) => {
  expect(burned(canary, stable, true) !== undefined).toBe(isBurned);
});

test('the reason names figures and the last failure', () => {
  expect(burned({ ...of('2', 30, 10, 2), reason: 'no roof' }, undefined)).toBe(
    'Trouble in 12 of 40 browsers (10 failures, 2 errors) is 30 %, the budget is 2.0 %. Last: no roof',
  );
});

let folder = '';
let health: VersionHealth[] = [];
let vitals: VitalCounts[] = [];
const pinned: Environment[] = [];
const output: string[] = [];
const check = () =>
  watchOnce({
    registry: folderRegistry(folder, folder),
    environment: 'live',
    built: () => ({ 'mf-b': '1.0.0-w.1' }),
    health: async () => health,
    vitals: async () => vitals,
    pinned: (environment) => pinned.push(environment),
    log: (line) => output.push(line),
  });
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-watch-'));
  vitals = [];
  pinned.length = 0;
  output.length = 0;
  writeEnvironment(
    {
      environment: 'live',
      shell: { version: '1.0.0' },
      service: { version: '1.0.0' },
      remotes: {
        'mf-a': { version: '1', previous: '0', canary: { version: '2', percent: 20 } },
        'mf-b': { version: 'workspace', canary: { version: '9', percent: 5 } },
      },
    },
    folder,
  );
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a canary for one team ends if most of its few browsers have failures; for a share of all these are too few', async () => {
  const now = readEnvironment('live', folder);
  const groups = [{ teams: ['66aa00000000000000000001'] }];
  writeEnvironment(
    {
      ...now,
      remotes: {
        'mf-a': { version: '1', canary: { version: '2', percent: 0, groups } },
        'mf-b': { version: 'workspace', canary: { version: '9', percent: 5, groups } },
        'mf-c': { version: '3', share: 0, groups },
      },
    },
    folder,
  );
  health = [of('2', 1, 3), { ...of('9', 1, 3), remote: 'mf-b' }, { ...of('3', 0, 3), remote: 'mf-c' }];
  expect(await check()).toEqual(['mf-a', 'mf-c']);
  expect(readEnvironment('live', folder).remotes['mf-c']).toBeUndefined();
});

test('a canary that exceeded its budget ends by itself, with the reason in the history; the others stay', async () => {
  health = [of('1', 500, 1), of('2', 20, 20), { ...of('9', 50), remote: 'mf-b' }];
  expect(await check()).toEqual(['mf-a']);
  const { remotes } = readEnvironment('live', folder);
  expect(remotes['mf-a']).toEqual({ version: '1', previous: '0' });
  expect(remotes['mf-b']?.canary).toEqual({ version: '9', percent: 5 });
  expect(pinned).toHaveLength(1);
  expect(output).toEqual([
    'live: the canary mf-a@2 was rolled back. Trouble in 20 of 40 browsers (20 failures, 0 errors) is 50 %, the budget is 2.0 %.',
  ]);
  expect(await folderRegistry(folder, folder).history('live')).toMatchObject([
    { changes: [{ part: 'mf-a', how: 'rollback by itself' }], why: expect.stringContaining('50 %') as string },
  ]);
  expect(await check()).toEqual([]);
});

test('the first version of a remote is removed if it exceeds its budget, with what it owned', async () => {
  const before = readEnvironment('live', folder);
  const remotes = { ...before.remotes, 'mf-new': { version: '1', share: 10 } };
  writeEnvironment({ ...before, remotes, owners: { 'route /n': 'mf-new', 'route /o': 'mf-a' } }, folder);
  health = [{ ...of('1', 20, 20), remote: 'mf-new' }];
  expect(await check()).toEqual(['mf-new']);
  expect(readEnvironment('live', folder)).toEqual({ ...before, owners: { 'route /o': 'mf-a' } });
  expect(pinned).toHaveLength(1);
});

test('a canary is compared with the sources if those are pinned', async () => {
  health = [
    { ...of('1.0.0-w.1', 10, 30), remote: 'mf-b' },
    { ...of('9', 10, 30), remote: 'mf-b' },
  ];
  expect(await check()).toEqual([]);
});

test('a canary that an operator ended or replaced in the meantime is not changed', async () => {
  health = [of('2', 0, 40)];
  const registry = folderRegistry(folder, folder);
  const watching = watchOnce({
    registry: {
      ...registry,
      async change(name, how, make, why) {
        await registry.change(name, 'canary', (now) => ({
          ...now,
          remotes: { ...now.remotes, 'mf-a': { version: '1', canary: { version: '3', percent: 20 } } },
        }));
        return registry.change(name, how, make, why);
      },
    },
    environment: 'live',
    built: () => ({}),
    health: async () => health,
    vitals: async () => vitals,
    pinned: () => {},
    log: () => {},
  });
  await watching;
  expect(readEnvironment('live', folder).remotes['mf-a']?.canary?.version).toBe('3');
});

test('a canary that got slow ends by itself, with the times in the history, even if nothing fails', async () => {
  health = [of('1', 500), of('2', 500)];
  vitals = [...visits('1', 100), ...visits('2', 101)];
  expect(await check()).toEqual([]);
  vitals = [...visits('1', 100), ...visits('2', 110)];
  expect(await check()).toEqual(['mf-a']);
  expect(await folderRegistry(folder, folder).history('live')).toMatchObject([
    { changes: [{ part: 'mf-a', how: 'rollback by itself' }], why: expect.stringContaining('INP') as string },
  ]);
});

test('a canary that fails ends even without page timings', async () => {
  health = [of('2', 0, 40)];
  const registry = folderRegistry(folder, folder);
  const watching = watchOnce({
    registry,
    environment: 'live',
    built: () => ({}),
    health: async () => health,
    vitals: async () => Promise.reject(new Error('no answer')),
    pinned: () => {},
    log: () => {},
  });
  await expect(watching).rejects.toThrow('no answer');
  expect(readEnvironment('live', folder).remotes['mf-a']?.canary).toBeUndefined();
});
