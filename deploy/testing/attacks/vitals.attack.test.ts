import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createReportTokens } from '../../edge/report-token.ts';
import { networkAddress, reportKey, startReportStage } from './report-stage.ts';

/**
 * Everybody may report page timings. An attack succeeds if a fast canary ends because of it, or if a report counts
 * twice.
 */
let stage: Awaited<ReturnType<typeof startReportStage>>;
let version = '';
const took = (value: number, of = version) => ({
  remote: 'mf-a',
  version: of,
  kind: 'vital',
  metric: 'first-key',
  value,
});
const times = <T>(count: number, run: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => run(at)));
const counted = () => stage.visits(version, 'first-key');
/** A hundred reports for each version from many networks, from 1 to 3 s, with equal timings for both. */
const honest = async (canary = 1, stable = 1) => {
  const ms = (at: number) => 1000 + 20 * at;
  await stage.honest(100, (at) => took(ms(at) * canary), 1000);
  await stage.honest(100, (at) => took(ms(at) * stable, '1.0.0'), 5000, false);
};

beforeAll(async () => {
  stage = await startReportStage();
}, 120_000);
beforeEach(async () => {
  version = await stage.canary();
});
afterAll(() => stage.end());

test('without an attack: a canary that is half as slow again ends, one that is as fast stays', async () => {
  await honest();
  expect([await counted(), await stage.isOver()]).toEqual([100, false]);
  version = await stage.canary();
  await stage.honest(100, (at) => took((1000 + 20 * at) * 1.5), 10_000);
  expect([await counted(), await stage.isOver()]).toEqual([100, true]);
}, 60_000);

test('values without a token, and with tokens of another key, are not counted', async () => {
  const foreign = createReportTokens('a key that somebody guessed', 'local');
  const guessed = () => foreign.cookieFor(stage.cohort(true), undefined, false).split(';')[0] ?? '';
  await times(40, (at) => stage.post(at % 2 ? '' : guessed(), [took(60_000)], { from: networkAddress(at) }));
  expect(await counted()).toBe(0);
});

test('a browser that does not get the canary cannot report load times for it', async () => {
  await stage.post(await stage.browser(false), [took(60_000)]);
  expect(await counted()).toBe(0);
});

test('one browser that reports a hundred times counts once', async () => {
  const own = await stage.browser();
  await times(100, () =>
    stage.post(
      own,
      Array.from({ length: 50 }, () => took(60_000)),
    ),
  );
  expect(await counted()).toBe(1);
});

test('sixty new browsers of one network, slow with one version and fast with the other, end no canary', async () => {
  await honest();
  const one = createReportTokens(reportKey, 'local');
  const fresh = (canary: boolean) => one.cookieFor(stage.cohort(canary), undefined, false).split(';')[0] ?? '';
  await times(60, (at) => stage.post(fresh(true), [took(60_000)], { from: `127.201.7.${at + 1}` }));
  await times(60, (at) => stage.post(fresh(false), [took(1, '1.0.0')], { from: `127.201.7.${at + 61}` }));
  expect(await counted()).toBe(112);
  expect(await stage.isOver()).toBe(false);
}, 60_000);

test('a report of timings hides no failure: it is not counted as a load of a version', async () => {
  await stage.honest(200, took(1000));
  await times(10, async (at) =>
    stage.post(await stage.browser(), [{ remote: 'mf-a', version, kind: 'failed', phase: 'expose', reason: 'no' }], {
      from: networkAddress(30_000 + at),
    }),
  );
  expect(await stage.counted(version)).toEqual({ browsers: 10, troubled: 10 });
  expect(await stage.isOver()).toBe(true);
}, 60_000);

test('an invalid measurement is refused, and shows nothing on the operator page', async () => {
  const own = await stage.browser();
  for (const wrong of [{ value: 1e9 }, { metric: '<script>' }, { reason: 'x' }, { value: Number.NaN }])
    expect((await stage.post(own, [{ ...took(9), ...wrong }])).status, JSON.stringify(wrong)).toBe(400);
  expect(await counted()).toBe(0);
  expect((await stage.send({ path: '/operator' })).text.match(/<script/g)).toHaveLength(1);
});
