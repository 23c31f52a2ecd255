import type { Browser, Page } from 'playwright/test';
import { createCohorts } from '@atrium/deploy/edge/cohort';
import { reportKey } from '@atrium/deploy/edge/report-token';
import { readEnvironment } from '@atrium/deploy/release/environment';
import { data, expect, test, url } from './fixtures.ts';
import { pinShell, publishFault, release } from './releases.ts';

/** As the product's own edge signs it. */
const cohortCookie = (cohort: number) => {
  const [value = ''] = createCohorts(reportKey(data()), 'local')
    .give(cohort, false)
    .split('=')
    .slice(1)
    .join('=')
    .split(';');
  return { name: 'atrium_cohort', value, url: url() };
};

const served = async (browser: Browser, cohort: number): Promise<string> => {
  const context = await browser.newContext();
  await context.addCookies([cohortCookie(cohort)]);
  const text = await (await context.request.get(url('/release-set.json'))).text();
  await context.close();
  return text;
};

/**
 * Who opens the page of the broken component, sees that the version before took over, and leaves. The shell of 0.1.0
 * tells of it at its next tick, within five seconds: `told` waits for that.
 */
const visit = async (browser: Browser, cohort: number, told = false): Promise<void> => {
  const context = await browser.newContext();
  await context.addCookies([cohortCookie(cohort)]);
  const page = await context.newPage();
  const answer = told ? page.waitForResponse((one) => one.url().endsWith('/api/reportReleases')) : undefined;
  await page.goto(url('/auth/login'));
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible({ timeout: 30_000 });
  if (answer) expect((await answer).status()).toBe(200);
  else await page.waitForLoadState('networkidle');
  await page.goto('about:blank');
  await context.close();
};

/** In how many browsers a version failed, as operators see it. */
const failures = async (page: Page, version: string): Promise<number | undefined> => {
  const { remotes } = (await (await page.request.get(url('/operator.json'))).json()) as {
    remotes: { served: { version: string; health?: { failed: number } }[] }[];
  };
  return remotes.flatMap(({ served: all }) => all).find((one) => one.version === version)?.health?.failed;
};

// The story of the README, as its reader does it: no report is made but by a page.
for (const { shell, fault } of [
  { shell: 'workspace', fault: 'throws-in-render' },
  { shell: '0.1.0', fault: 'throws-in-mount' },
] as const)
  test(`a component that throws is rolled back by itself after ten browsers, with the shell ${shell}`, async ({
    browser,
  }) => {
    test.slow();
    const cohort = 7;
    const restore = await pinShell(data(), shell);
    try {
      const broken = await publishFault(data(), 'mf-auth', fault, `-canary-${shell}`);
      expect(await release(data(), 'canary', 'local', `mf-auth@${broken.version}`, '99')).toMatchObject({ ok: true });
      await expect.poll(() => served(browser, cohort)).toContain(`"mf-auth","version":"${broken.version}"`);
      for (let at = 0; at < 10; at += 1) await visit(browser, cohort, shell === '0.1.0');
      await expect.poll(() => served(browser, cohort), { timeout: 60_000 }).not.toContain(broken.version);
      const { entries } = (await release(data(), 'history', 'local')) as {
        entries: { why?: string; changes: object[] }[];
      };
      expect(entries[0]).toMatchObject({ changes: [{ part: 'mf-auth', how: 'rollback by itself' }] });
      expect(entries[0]?.why).toContain('Trouble in 10 of 10 browsers');
      await visit(browser, cohort);
    } finally {
      await restore();
    }
    expect(readEnvironment('local', process.env['ATRIUM_ENVIRONMENTS']).remotes['mf-auth']).toEqual({
      version: 'workspace',
    });
  });

test('a failure is told at once, before anybody could leave', async ({ browser }) => {
  test.slow();
  const broken = await publishFault(data(), 'mf-auth', 'throws-in-render', '-canary-at-once');
  const restore = await pinShell(data(), 'workspace');
  try {
    expect(await release(data(), 'canary', 'local', `mf-auth@${broken.version}`, '99')).toMatchObject({ ok: true });
    const context = await browser.newContext();
    await context.addCookies([cohortCookie(7)]);
    const page = await context.newPage();
    const first = page.waitForRequest((request) => request.url().endsWith('/api/reportReleases'));
    await page.goto(url('/auth/login'));
    const told = await first;
    expect(told.resourceType()).toBe('ping');
    await expect.poll(() => failures(page, broken.version)).toBe(1);
    await context.close();
  } finally {
    await restore();
  }
});
