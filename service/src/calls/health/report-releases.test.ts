import * as calls from '@atrium/shared-kernel/contracts/calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../db/database.ts';
import { healthJobs } from '../../domain/health/release-health.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const seen = async () => {
  const answer = await test.app.inject('/internal/releases?minutes=10');
  return answer.json<{ releases: { remote: string; version: string }[] }>().releases;
};
const report = (...reports: object[]) => test.visitor.call(calls.health.reportReleases, { reports } as never);

describe('how releases fare', () => {
  it('is counted by remote and version, from many pages', async () => {
    const loaded = { remote: 'mf-chat', version: '1.0.0', kind: 'loaded' };
    const other = { remote: 'mf-chat', version: '1.1.0' };
    await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        report(
          { ...loaded, ms: 100 },
          { ...loaded, ms: 300 },
          { ...other, kind: 'failed', phase: 'mount', reason: 'no roof' },
          ...(at === 0 ? [{ ...other, kind: 'error', reason: 'x is not a function' }] : []),
        ),
      ),
    );
    expect(await seen()).toEqual([
      { remote: 'mf-chat', version: '1.0.0', loaded: 20, failed: 0, errors: 0, loadMs: 200 },
      { remote: 'mf-chat', version: '1.1.0', loaded: 0, failed: 10, errors: 1, reason: expect.any(String) as string },
    ]);
  });

  it('is no secret store: a name or a reason that is too long is refused', async () => {
    expect((await report({ remote: 'a b', version: '1', kind: 'loaded' })).status).toBe(400);
    expect((await report({ remote: 'a', version: '1', kind: 'failed', reason: 'x'.repeat(301) })).status).toBe(400);
    expect((await report()).status).toBe(400);
  });

  it('is forgotten after 30 days', async () => {
    const job = healthJobs(test.services.database, () => Date.now() + 31 * 24 * 60 * 60 * 1000)[0];
    await job?.run();
    expect(await test.db.select().from(schema.releaseHealth)).toEqual([]);
  });

  it('is taken from one address 120 times a minute, no more', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 130 }, () => report({ remote: 'mf-chat', version: '1.0.0', kind: 'loaded' })),
    );
    expect(statuses.filter(({ status }) => status === 429).length).toBeGreaterThan(5);
  });
});
