import * as calls from '@atrium/shared-kernel/contracts/calls';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { schema } from '../../db/database.ts';
import { healthJobs } from '../../domain/health/release-health.ts';
import { createTestApp, origin, type TestApp } from '../../testing/app.ts';

let test: TestApp;
let now = Date.UTC(2026, 4, 4, 10, 5);
beforeAll(async () => {
  test = await createTestApp({ now: () => now });
});
beforeEach(async () => {
  await test.db.delete(schema.releaseReports);
});
afterAll(() => test.close());

const seen = async () => {
  const answer = await test.app.inject('/internal/releases?minutes=30');
  return answer.json<{ releases: { remote: string; version: string }[] }>().releases;
};
let networks = 0;
/** Another network each time, according to the proxy. */
const anywhere = () => {
  networks += 1;
  return `10.${Math.floor(networks / 250)}.${networks % 250}.7`;
};
const report = (reporter: string | undefined, reports: object[], ip = anywhere(), remoteAddress?: string) =>
  test.app.inject({
    method: 'POST',
    url: '/api/reportReleases',
    payload: { reports },
    headers: { origin, 'x-forwarded-for': ip, ...(reporter ? { 'x-atrium-reporter': reporter } : {}) },
    ...(remoteAddress ? { remoteAddress } : {}),
  });
const browser = (at: number) => `browser-${String(at).padStart(4, '0')}`;
const loaded = { remote: 'mf-chat', version: '1.0.0', kind: 'loaded' };
const failed = { remote: 'mf-chat', version: '1.1.0', kind: 'failed', phase: 'mount', reason: 'no roof' };

describe('reports of releases', () => {
  it('state that a release hung the page, whatever else the browser writes', async () => {
    await report(browser(1), [{ ...failed, cause: 'hang', reason: 'told by a page' }, loaded]);
    expect(await seen()).toMatchObject([
      { version: '1.0.0', failed: 0 },
      { version: '1.1.0', troubled: 1, failed: 1, reason: 'The page hung while it loaded.' },
    ]);
  });

  it('have no reason that quotes what a user wrote', async () => {
    const reason = `Unexpected token 'D', "Dear Anna, "... is not valid JSON`;
    await report(browser(1), [{ ...failed, reason }]);
    expect(await seen()).toMatchObject([{ reason: 'Unexpected token …... is not valid JSON' }]);
  });

  it('are counted by remote and version, from many browsers', async () => {
    const error = { remote: 'mf-chat', version: '1.1.0', kind: 'error', reason: 'x is not a function' };
    await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        report(browser(at), [{ ...loaded, ms: at < 5 ? 100 : 300 }, failed, ...(at === 0 ? [error] : [])]),
      ),
    );
    expect(await seen()).toEqual([
      {
        remote: 'mf-chat',
        version: '1.0.0',
        browsers: 10,
        troubled: 0,
        loaded: 10,
        failed: 0,
        errors: 0,
        loadMs: 200,
      },
      {
        remote: 'mf-chat',
        version: '1.1.0',
        browsers: 10,
        troubled: 10,
        loaded: 0,
        failed: 10,
        errors: 1,
        reason: expect.any(String) as string,
      },
    ]);
  });

  it('count a browser once for a version, however often it reports', async () => {
    for (let at = 0; at < 5; at += 1) await report(browser(1), [failed, failed]);
    await report(browser(1), [{ ...loaded, version: '1.1.0' }]);
    await Promise.all(Array.from({ length: 6 }, () => report(browser(1), [{ ...failed, kind: 'error' }])));
    expect(await seen()).toMatchObject([{ browsers: 1, troubled: 1, loaded: 1, failed: 1, errors: 1 }]);
    // Even if its reports are in two different half hours.
    now += 26 * 60_000;
    await report(browser(1), [failed]);
    expect(await seen()).toMatchObject([{ browsers: 1, troubled: 1 }]);
    now -= 26 * 60_000;
  });

  it('never contain a failure without a load: a browser that closes before it reports its load is counted as one', async () => {
    await report(browser(1), [{ ...failed, kind: 'error', reason: 'gone at once' }]);
    expect(await seen()).toMatchObject([{ browsers: 1, troubled: 1, loaded: 0 }]);
  });

  it('ignore a browser that the edge does not identify, without an error', async () => {
    for (const reporter of [undefined, 'short', 'not a name', 'x'.repeat(65)])
      expect((await report(reporter, [failed])).json()).toEqual({});
    expect(await seen()).toEqual([]);
  });

  it('accept the identity of a browser only from the edge', async () => {
    expect((await report(browser(1), [failed], anywhere(), '198.51.100.4')).statusCode).toBe(200);
    expect(await seen()).toEqual([]);
  });

  it('count at most twelve browsers of one network for one version', async () => {
    const version = { ...failed, version: '2.0.0' };
    for (let at = 0; at < 20; at += 1) await report(browser(at), [version], `203.0.113.${at + 1}`);
    expect(await seen()).toMatchObject([{ browsers: 12, troubled: 12 }]);
    for (let at = 20; at < 24; at += 1) await report(browser(at), [{ ...version, kind: 'loaded' }]);
    // A counted browser continues to be counted.
    await report(browser(0), [{ ...version, kind: 'loaded' }], '203.0.113.1');
    expect(await seen()).toMatchObject([{ browsers: 16, troubled: 12, loaded: 5 }]);
  });

  it('are refused if a name or a reason is too long', async () => {
    const status = async (one: object) => (await report(browser(1), [one])).statusCode;
    expect(await status({ remote: 'a b', version: '1', kind: 'loaded' })).toBe(400);
    expect(await status({ remote: 'a', version: '1', kind: 'failed', reason: 'x'.repeat(301) })).toBe(400);
    expect((await report(browser(1), [])).statusCode).toBe(400);
  });

  it('count no load when a page that is closed reports its timings', async () => {
    await report(browser(1), [{ remote: 'mf-chat', version: '1.0.0', kind: 'vital', metric: 'inp', value: 90 }]);
    expect(await seen()).toEqual([]);
  });

  it('are deleted after a day', async () => {
    await report(browser(1), [failed]);
    const run = (later: number) => healthJobs(test.services.database, () => now + later)[0]?.run();
    await run(23 * 60 * 60_000);
    expect(await test.db.$count(schema.releaseReports)).toBe(1);
    await run(25 * 60 * 60_000);
    expect(await test.db.$count(schema.releaseReports)).toBe(0);
  });

  it('are accepted from one address 120 times a minute, not more', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 130 }, () => test.visitor.call(calls.health.reportReleases, { reports: [loaded as never] })),
    );
    expect(statuses.filter(({ status }) => status === 429).length).toBeGreaterThan(5);
  });
});
