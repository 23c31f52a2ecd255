import { data, expect, test, url } from './fixtures.ts';
import { publishFault, release } from './releases.ts';

test('a canary that fails in browsers is rolled back by itself, and nobody lost the screen', async ({
  context,
  page,
}) => {
  test.slow();
  const broken = await publishFault(data(), 'mf-auth', 'throws-at-load');
  await context.addCookies([{ name: 'atrium_cohort', value: '7', url: url() }]);
  expect(await release(data(), 'canary', 'local', `mf-auth@${broken.version}`, '99')).toMatchObject({ ok: true });
  const served = async () => (await page.request.get(url('/release-set.json'))).text();
  expect(await served()).toContain(`"mf-auth","version":"${broken.version}"`);

  // Browsers of others met the same.
  const version = { remote: 'mf-auth', version: broken.version };
  const reports = Array.from({ length: 9 }, () => ({ ...version, kind: 'failed', phase: 'expose', reason: 'broken' }));
  const answer = await page.request.post(url('/api/reportReleases'), {
    data: { reports },
    headers: { origin: new URL(url()).origin },
  });
  expect(answer.status()).toBe(200);
  await page.goto(url('/auth/login'));
  // The version before took over, and the page tells the service: with the tenth failure the budget is burned.
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible({ timeout: 30_000 });
  await expect.poll(served, { timeout: 60_000 }).not.toContain(broken.version);
  const { entries } = (await release(data(), 'history', 'local')) as { entries: { why?: string; changes: object[] }[] };
  expect(entries[0]).toMatchObject({ changes: [{ part: 'mf-auth', how: 'rollback by itself' }] });
  expect(entries[0]?.why).toContain('failures');
  await page.goto(url('/auth/login'));
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
});
