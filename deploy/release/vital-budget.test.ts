import { bucketOf } from '@atrium/shared-kernel/contracts/vitals';
import { expect, test } from 'vitest';
import { certainty, slowed } from './vital-budget.ts';
import { p75, type VitalCounts } from './vitals.ts';

type Visit = { ms: number; hour?: number; networks?: number };
const metric = 'first-key';
const countsOf = (version: string, visits: readonly Visit[]): VitalCounts[] =>
  [...Map.groupBy(visits, ({ hour = 0, networks = 0 }) => `${hour} ${networks}`)].map(([key, all]) => ({
    remote: 'mf-a',
    version,
    metric,
    hour: key.split(' ')[0] ?? '',
    networks: Number(key.split(' ')[1]),
    counts: [...Map.groupBy(all, ({ ms }) => bucketOf(metric, ms))]
      .map(([bucket, { length }]): [number, number] => [bucket, length])
      .toSorted(([a], [b]) => a - b),
  }));

/** The same numbers each time, evenly between 0 and 1. */
const randomFrom = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return (seed + 0.5) / 2 ** 32;
};
/** Distributed like the times of real users: most are short, some very long. */
const times = (count: number, random: () => number, factor = 1): Visit[] =>
  Array.from({ length: count }, () => {
    const normal = Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
    return { ms: factor * 1200 * Math.exp(0.7 * normal), networks: Math.floor(random() * 8) };
  });
const judge = (canary: readonly Visit[], stable: readonly Visit[]) =>
  slowed([...countsOf('2', canary), ...countsOf('1', stable)], '2', '1');
/** Three quarters take `rest`, one quarter takes `ms`, in all groups of networks. */
const quarter = (count: number, ms: number, rest: number): Visit[] =>
  Array.from({ length: count }, (_, at) => ({ ms: at % 4 === 0 ? ms : rest, networks: at % 8 }));
const spread = (count: number, from: number, to: number): Visit[] =>
  Array.from({ length: count }, (_, at) => ({ ms: from + ((to - from) * at) / count, networks: at % 7 }));

test('the 75th percentile covers three quarters of the visits', () => {
  const of = (...counts: number[]) => p75(counts.map((count, at): [number, number] => [at, count]));
  expect(of()).toBeUndefined();
  expect(of(1)).toEqual({ visits: 1, bucket: 0 });
  expect(of(1, 1, 1)).toMatchObject({ bucket: 2 });
  expect(of(1, 1, 1, 1)).toMatchObject({ bucket: 2 });
  expect(of(74, 26)).toMatchObject({ bucket: 1 });
  expect(of(75, 25)).toMatchObject({ bucket: 0 });
});

test('exactly ten percent longer is within the budget, however many visits say so; a step more is not', () => {
  const stable = spread(4000, 1000, 3000);
  for (const [longer, isOver] of [
    [1, false],
    [1.1, false],
    [1.16, true],
  ] as const) {
    const canary = stable.map((visit) => ({ ...visit, ms: visit.ms * longer }));
    expect(judge(canary, stable) !== undefined, String(longer)).toBe(isOver);
  }
});

test('fewer than fifty visits of either are too few, with any group of networks left out', () => {
  const [slow, fast] = [spread(400, 5000, 9000), spread(400, 500, 900)];
  expect(judge(slow, fast)).toBeDefined();
  expect(judge(slow.slice(0, 49), fast)).toBeUndefined();
  expect(judge(slow, fast.slice(0, 49))).toBeUndefined();
  // 56 visits make eight in each of seven groups.
  expect(judge(spread(56, 5000, 9000), fast)).toBeUndefined();
  expect(judge(spread(63, 5000, 9000), fast)).toBeDefined();
});

test('a canary whose visits are all equally slow is detected, too', () => {
  const all = (ms: number) => Array.from({ length: 80 }, (_, at) => ({ ms, networks: at % 8 }));
  expect(judge(all(3000), all(1000))).toBeDefined();
  expect(judge(all(3000), all(3000))).toBeUndefined();
  expect(judge(all(1000), all(3000))).toBeUndefined();
});

test('a difference below the rounding of browsers is no growth', () => {
  const inp = (canary: number, stable: number) =>
    slowed(
      [...countsOf('2', quarter(4000, canary, canary)), ...countsOf('1', quarter(4000, stable, stable))].map((one) => ({
        ...one,
        metric: 'inp',
      })),
      '2',
      '1',
    );
  expect(inp(24, 16)).toBeUndefined();
  expect(inp(36, 24)).toBeDefined();
});

test('noise ends no canary: of 400 that are as good as the others none, of 200 at the limit one at most', () => {
  const random = randomFrom(7);
  let ended = 0;
  for (let at = 0; at < 400; at += 1) ended += judge(times(300, random), times(1200, random)) ? 1 : 0;
  expect(ended).toBe(0);
  for (let at = 0; at < 200; at += 1) ended += judge(times(300, random, 1.1), times(1200, random)) ? 1 : 0;
  expect(ended).toBeLessThanOrEqual(1);
});

test('a canary that is half as slow again is detected among users with very different times', () => {
  const random = randomFrom(11);
  let found = 0;
  for (let at = 0; at < 50; at += 1) found += judge(times(600, random, 1.5), times(2400, random)) ? 1 : 0;
  expect(found).toBeGreaterThan(45);
});

test('only hours in which both were visited count, each against its own: a slow evening does not affect a canary', () => {
  const random = randomFrom(3);
  const at = (hour: number, visits: Visit[]) => visits.map((visit) => ({ ...visit, hour }));
  // In the evening everything is twice as slow, and that is when half of the browsers get the canary.
  const stable = [...at(9, times(2000, random)), ...at(20, times(500, random, 2))];
  const canary = [...at(9, times(50, random)), ...at(20, times(500, random, 2))];
  expect(certainty(countsOf('2', canary), countsOf('1', stable))).toBeLessThan(0);
  expect(judge(canary, stable)).toBeUndefined();
  expect(judge(at(8, times(500, random, 9)), stable)).toBeUndefined();
});

test('one network ends no canary, by slow visits of it or by fast ones of the other; several do', () => {
  const random = randomFrom(5);
  const honest = { canary: times(100, random), stable: times(100, random) };
  const of = (networks: readonly number[], ms: number): Visit[] =>
    Array.from({ length: 288 }, (_, at) => ({ ms, networks: networks[at % networks.length] ?? 0 }));
  expect(judge([...honest.canary, ...of([3], 60_000)], honest.stable)).toBeUndefined();
  expect(judge(honest.canary, [...honest.stable, ...of([3], 1)])).toBeUndefined();
  expect(judge([...honest.canary, ...of([3], 60_000)], [...honest.stable, ...of([3], 1)])).toBeUndefined();
  expect(judge([...honest.canary, ...of([1, 3], 60_000)], honest.stable)).toBeDefined();
});

test('the reason names the metric, both times, and from how many visits they are', () => {
  expect(judge(spread(400, 2000, 3000), spread(800, 1000, 2000))).toBe(
    'First key of the slowest quarter is 2.79 s in 400 visits, against 1.73 s in 800 of 1: +61 %, the budget is +10 %.',
  );
  expect(slowed(countsOf('2', spread(400, 2000, 3000)), '2', undefined)).toBeUndefined();
});

test('layout shifts and loading times end no canary', () => {
  const both = [...countsOf('2', spread(400, 5000, 9000)), ...countsOf('1', spread(400, 500, 900))];
  for (const other of ['lcp', 'cls', 'ttfb'] as const)
    expect(
      slowed(
        both.map((one) => ({ ...one, metric: other })),
        '2',
        '1',
      ),
    ).toBeUndefined();
});
