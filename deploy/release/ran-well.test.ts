import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Operators, openOperators } from '../testing/operators.ts';
import { visits } from '../testing/visits.ts';
import type { VersionHealth } from './budget.ts';
import { judgeOnce } from './ran-well.ts';
import type { VitalCounts } from './vitals.ts';

let operators: Operators;
let health: VersionHealth[] = [];
let vitals: VitalCounts[] = [];
let windows: (number | undefined)[] = [];
const output: string[] = [];
const since = new Map<string, number>();
beforeEach(async () => {
  operators = await openOperators();
  [health, vitals, windows] = [[], [], []];
  output.length = 0;
  since.clear();
});
afterEach(() => operators.end());

const minute = 60_000;
const of = (version: string, browsers: number, troubled = 0, remote = 'mf-a'): VersionHealth => ({
  remote,
  version,
  browsers,
  troubled,
  loaded: browsers,
  failed: troubled,
  errors: 0,
});
const check = async (at: number) => {
  const { registry, pinned } = await operators.context();
  const watch = {
    registry,
    environment: 'live',
    built: () => ({}),
    health: async (minutes?: number) => {
      windows.push(minutes);
      return health;
    },
    vitals: async () => vitals,
    pinned: (environment: Parameters<NonNullable<typeof pinned>>[0]) => pinned?.(environment),
    log: (line: string) => output.push(line),
  };
  await judgeOnce(watch, since, at * minute);
};
const isGood = async (part: string, version: string) =>
  (await (await operators.context()).registry.good('live', part, version)) !== undefined;

test('a version that enough browsers tried, for half an hour within its budget, ran well', async () => {
  health = [of('1', 40, 0), of('1', 9, 0, 'mf-b'), of('1', 40, 0, 'shell')];
  await check(0);
  await check(29);
  expect(await isGood('mf-a', '1')).toBe(false);
  await check(30);
  expect([await isGood('mf-a', '1'), await isGood('mf-b', '1'), await isGood('shell', '1')]).toEqual([
    true,
    false,
    true,
  ]);
  expect(output).toEqual([
    'live: shell@1 runs well. 40 browsers in a day, 0 of them with problems.',
    'live: mf-a@1 runs well. 40 browsers in a day, 0 of them with problems.',
  ]);
  expect(windows).toEqual([1440, 1440, 1440]);
});

test('a version that was not tried meanwhile needs another half hour', async () => {
  health = [of('1', 40)];
  await check(0);
  const { registry } = await operators.context();
  const { remotes } = await registry.read('live');
  const pin = (version: string) =>
    registry.change('live', 'pin', (now) => ({ ...now, remotes: { ...now.remotes, 'mf-a': { version } } }));
  await pin('2');
  await check(10);
  await registry.change('live', 'rollback', (now) => ({ ...now, remotes }));
  await check(60);
  expect(await isGood('mf-a', '1')).toBe(false);
  await check(90);
  expect(await isGood('mf-a', '1')).toBe(true);
});

test('problems restart the half hour', async () => {
  health = [of('1', 40)];
  await check(0);
  health = [of('1', 40, 20)];
  await check(20);
  health = [of('1', 400, 2)];
  await check(40);
  expect(await isGood('mf-a', '1')).toBe(false);
  await check(70);
  expect(await isGood('mf-a', '1')).toBe(true);
});

test('one that got slower than the one before did not run well', async () => {
  await operators.run(['pin', 'live', 'mf-a@2']);
  health = [of('2', 400)];
  vitals = [...visits('1', 100), ...visits('2', 110)];
  await check(0);
  await check(30);
  expect(await isGood('mf-a', '2')).toBe(false);
  vitals = [...visits('1', 100), ...visits('2', 101)];
  await check(31);
  expect(await isGood('mf-a', '2')).toBe(true);
});

test('a canary can run well, a disabled remote cannot', async () => {
  await operators.run(['canary', 'live', 'mf-a@2', '20']);
  await operators.run(['disable', 'live', 'mf-b']);
  health = [of('2', 40), of('1', 40, 0, 'mf-b')];
  await check(0);
  await check(30);
  expect([await isGood('mf-a', '2'), await isGood('mf-b', '1')]).toEqual([true, false]);
});

test('a pin falls back to the last version that ran well', async () => {
  health = [of('1', 40)];
  await check(0);
  await check(30);
  for (const version of ['2', '3']) await operators.run(['pin', 'live', `mf-a@${version}`]);
  const { remotes } = await operators.signed();
  expect(remotes[0]?.previous?.version).toBe('1');
});
