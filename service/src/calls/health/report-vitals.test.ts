import { bucketOf } from '@atrium/shared-kernel/contracts/vitals';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { schema } from '../../db/database.ts';
import { vitalJobs, type VitalCounts } from '../../domain/health/vitals.ts';
import { createTestApp, origin, type TestApp } from '../../testing/app.ts';

let test: TestApp;
let now = Date.UTC(2026, 4, 4, 10, 5);
beforeAll(async () => {
  test = await createTestApp({ now: () => now });
});
beforeEach(async () => {
  await test.db.delete(schema.releaseVitals);
});
afterAll(() => test.close());

const seen = async (path = '?days=1') =>
  (await test.app.inject(`/internal/vitals${path}`)).json<{ vitals: VitalCounts[] }>().vitals;
let browsers = 0;
/** A browser that never reported, in a network of its own. */
const anybody = () => {
  browsers += 1;
  return { reporter: `browser-${String(browsers).padStart(4, '0')}`, ip: `10.${browsers >> 8}.${browsers & 255}.7` };
};
const report = (reports: object[], { reporter, ip } = anybody()) =>
  test.app.inject({
    method: 'POST',
    url: '/api/reportReleases',
    payload: { reports },
    headers: { origin, 'x-forwarded-for': ip, ...(reporter ? { 'x-atrium-reporter': reporter } : {}) },
  });
const inp = (value: number) => ({ remote: 'mf-chat', version: '1.0.0', kind: 'vital', metric: 'inp', value });
const totalOf = (all: readonly VitalCounts[]) => all.flatMap(({ counts }) => counts).reduce((sum, [, n]) => sum + n, 0);

describe('page timings', () => {
  it('are counted in buckets, by remote, version and metric', async () => {
    await Promise.all([90, 90, 300].map((ms) => report([inp(ms), { ...inp(0.1), metric: 'cls' }])));
    await report([{ ...inp(2000), version: '1.1.0', metric: 'first-key' }]);
    const mine = { remote: 'mf-chat', version: '1.0.0', hour: '2026-05-04T00:00:00.000Z', networks: -1 };
    const found = await seen();
    expect(found.toSorted((a, b) => `${a.version}${a.metric}`.localeCompare(`${b.version}${b.metric}`))).toEqual([
      { ...mine, metric: 'cls', counts: [[bucketOf('cls', 0.1), 3]] },
      {
        ...mine,
        metric: 'inp',
        counts: [
          [bucketOf('inp', 90), 2],
          [bucketOf('inp', 300), 1],
        ],
      },
      { ...mine, version: '1.1.0', metric: 'first-key', counts: [[bucketOf('first-key', 2000), 1]] },
    ]);
  });

  it('are stored by hour in rows of many pages, with the groups of networks apart, and by day', async () => {
    for (let at = 0; at < 40; at += 1) await report([inp(100 + at)]);
    now += 60 * 60_000;
    await report([inp(50)]);
    const rows = await seen('/mf-chat?hours=2');
    expect(new Set(rows.map(({ hour }) => hour))).toEqual(
      new Set(['2026-05-04T10:00:00.000Z', '2026-05-04T11:00:00.000Z']),
    );
    expect(new Set(rows.map(({ networks }) => networks)).size).toBeGreaterThan(3);
    expect(rows.every(({ networks }) => networks >= 0 && networks < 8)).toBe(true);
    expect(totalOf(rows)).toBe(41);
    expect(await test.db.$count(schema.releaseVitals)).toBeLessThanOrEqual(10);
    expect(await seen('/mf-teams?hours=2')).toEqual([]);
    const day = await seen();
    expect([day.length, totalOf(day)]).toEqual([1, 41]);
    now += 24 * 60 * 60_000;
    expect([totalOf(await seen()), totalOf(await seen('?days=2'))]).toEqual([0, 41]);
    expect(await seen('/mf-chat?hours=2')).toEqual([]);
  });

  it('count a browser once for a metric of a version within half an hour, with its first value', async () => {
    const one = anybody();
    for (let at = 0; at < 5; at += 1) await report([inp(100), inp(9000)], one);
    await Promise.all(Array.from({ length: 5 }, () => report([inp(9000)], { ...one, ip: anybody().ip })));
    await report([{ ...inp(500), metric: 'lcp' }], one);
    const counts = Object.fromEntries((await seen()).map((row) => [row.metric, row.counts]));
    expect(counts).toEqual({ inp: [[bucketOf('inp', 100), 1]], lcp: [[bucketOf('lcp', 500), 1]] });
  });

  it('count at most twelve browsers of one network', async () => {
    for (let at = 0; at < 20; at += 1) await report([inp(9000)], { ...anybody(), ip: `203.0.113.${at + 1}` });
    expect(totalOf(await seen())).toBe(12);
    expect(new Set((await seen('/mf-chat')).map(({ networks }) => networks)).size).toBe(1);
  });

  it('ignore a browser that the edge does not identify', async () => {
    expect((await report([inp(9000)], { ...anybody(), reporter: '' })).json()).toEqual({});
    expect(await seen()).toEqual([]);
  });

  it('are refused if they are invalid', async () => {
    const status = async (one: object) => (await report([{ ...inp(1), ...one }])).statusCode;
    for (const wrong of [{ metric: 'text' }, { value: -1 }, { value: 600_001 }, { value: '9' }, { value: undefined }])
      expect(await status(wrong), JSON.stringify(wrong)).toBe(400);
    // No text is sent with it.
    expect(await status({ reason: 'div.letter#of-somebody' })).toBe(400);
  });

  it('lose no value if many pages are closed at once', async () => {
    const all = Array.from({ length: 60 }, (_, at) => [inp(50 + at * 20), { ...inp(50 + at), metric: 'lcp' }]);
    await Promise.all(all.map((one, at) => report(at % 2 ? one.toReversed() : one)));
    expect(totalOf(await seen())).toBe(120);
  });

  it('are deleted: hours after two days, days after 30', async () => {
    await report([inp(100)]);
    const left = async (days: number) => {
      await vitalJobs(test.services.database, () => now + days * 24 * 60 * 60_000)[0]?.run();
      return test.db.$count(schema.releaseVitals);
    };
    expect([await left(1), await left(3), await left(29), await left(31)]).toEqual([2, 1, 1, 0]);
  });
});
