import type { Browser } from 'playwright/test';
import { createCohorts } from '@atrium/deploy/edge/cohort';
import { reportKey } from '@atrium/deploy/edge/report-token';
import { readEnvironment } from '@atrium/deploy/release/environment';
import { data, expect, test, url } from './fixtures.ts';
import { shortenPauses } from './pauses.ts';
import { importRelease, pinned, pinnedShell, pinShell, publishFault, release } from './releases.ts';

/** The cookie as the product's own edge signs it. */
const signed = (cohort: number): string =>
  createCohorts(reportKey(data()), 'local').cookieFor(cohort, false).split(';', 1)[0] ?? '';
const cohortCookie = (cohort: number) => {
  const [name = '', value = ''] = signed(cohort).split(/=(.*)/s);
  return { name, value, url: url() };
};
const served = async (cohort: number): Promise<string> =>
  (await fetch(url('/release-set.json'), { headers: { cookie: signed(cohort) } })).text();

/**
 * A visitor opens the page of the broken component, sees that the version before took over, and leaves. The shell of
 * 0.1.0 reports that at its next interval: `reported` waits for it.
 */
const visit = async (browser: Browser, cohort: number, reported = false): Promise<void> => {
  const context = await browser.newContext();
  await context.addCookies([cohortCookie(cohort)]);
  await shortenPauses(context);
  const page = await context.newPage();
  const answer = reported ? page.waitForResponse((one) => one.url().endsWith('/api/reportReleases')) : undefined;
  await page.goto(url('/auth/login'));
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible({ timeout: 30_000 });
  if (answer) expect((await answer).status()).toBe(200);
  else await page.waitForLoadState('networkidle');
  await page.goto('about:blank');
  await context.close();
};

interface OperatorView {
  remotes: { served: { version: string; health?: { failed: number } }[] }[];
  times: { name: string; version: string; metrics: ({ metric: string; visits: number } | null)[] }[];
}

const operatorView = async (): Promise<OperatorView> =>
  (await (await fetch(url('/operator.json'))).json()) as OperatorView;

/** A cohort that gets a version of mf-auth, or one that does not. */
const cohortWith = async (version: string, gets: boolean): Promise<number | undefined> => {
  for (let cohort = 0; cohort < 40; cohort += 1)
    if ((await served(cohort)).includes(`"mf-auth","version":"${version}"`) === gets) return cohort;
  return undefined;
};

/** The number of browsers in which a version failed, as operators see it. */
const failures = async (version: string): Promise<number | undefined> => {
  const { remotes } = await operatorView();
  return remotes.flatMap(({ served: all }) => all).find((one) => one.version === version)?.health?.failed;
};

/** The number of visits whose page timings operators see. */
const visitsOf = async (name: string, version: string, metric: string): Promise<number> => {
  const { times } = await operatorView();
  const { metrics = [] } = times.find((one) => one.name === name && one.version === version) ?? {};
  return metrics.find((one) => one?.metric === metric)?.visits ?? 0;
};

/** The first visitor of the broken component, whose report arrives before they leave the page. */
const firstVisit = async (browser: Browser, cohort: number, version: string): Promise<void> => {
  const context = await browser.newContext();
  await context.addCookies([cohortCookie(cohort)]);
  const page = await context.newPage();
  const first = page.waitForRequest((request) => request.url().endsWith('/api/reportReleases'));
  await page.goto(url('/auth/login'));
  expect((await first).resourceType()).toBe('ping');
  await expect.poll(() => failures(version)).toBe(1);
  await context.close();
};

/** A new browser at another address gets the page, and sends a report with what the page gave it. */
const sendReport = async (cohort: number, at: number, one: object): Promise<void> => {
  const page = await fetch(url('/'), { headers: { cookie: signed(cohort) } });
  await page.body?.cancel();
  const token =
    page.headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith('atrium_report='))
      ?.split(';')[0] ?? '';
  const answer = await fetch(url('/api/reportReleases'), {
    method: 'POST',
    body: JSON.stringify({ reports: [one] }),
    headers: {
      'content-type': 'application/json',
      origin: new URL(url()).origin,
      cookie: `${signed(cohort)}; ${token}`,
      'x-forwarded-for': `10.${at >> 8}.${at & 255}.7`,
    },
  });
  expect(answer.status).toBe(200);
  await answer.body?.cancel();
};

const reportVital = (cohort: number, version: string, value: number, at: number): Promise<void> =>
  sendReport(cohort, at, { remote: 'mf-auth', version, kind: 'vital', metric: 'first-key', value });

/** What a page says about a component that throws. */
const failed = { remote: 'mf-auth', kind: 'failed', reason: 'This release throws.' };

// The story of the README as its reader experiences it. The pages of three browsers report, and that alone rolls nothing
// back; seven more browsers send such a report as well.
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
      await expect.poll(() => served(cohort)).toContain(`"mf-auth","version":"${broken.version}"`);
      if (shell === 'workspace') await firstVisit(browser, cohort, broken.version);
      const others = shell === 'workspace' ? 2 : 3;
      await Promise.all(Array.from({ length: others }, () => visit(browser, cohort, shell === '0.1.0')));
      await expect.poll(() => failures(broken.version)).toBe(3);
      expect(await served(cohort)).toContain(broken.version);
      for (let at = 0; at < 7; at += 1) await sendReport(cohort, 2000 + at, { ...failed, version: broken.version });
      await expect.poll(() => served(cohort), { timeout: 60_000 }).not.toContain(broken.version);
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

test('a canary whose pages got slow is rolled back automatically, after reports of a real page and many like it', async ({
  browser,
}) => {
  const version = '0.1.0';
  const restore = await pinShell(data(), 'workspace');
  try {
    importRelease(data(), 'mf-auth', version);
    expect(await release(data(), 'canary', 'local', `mf-auth@${version}`, '50')).toMatchObject({ ok: true });
    await expect.poll(() => cohortWith(version, true)).toBeDefined();
    const [drawn = -1, other = -1] = [await cohortWith(version, true), await cohortWith(version, false)];

    const context = await browser.newContext();
    await context.addCookies([cohortCookie(drawn)]);
    const page = await context.newPage();
    // When this was reported, the code that measures the page has been loaded as well.
    const loads = page.waitForRequest((request) => request.url().endsWith('/api/reportReleases'));
    await page.goto(url('/auth/login'));
    await page.getByRole('textbox', { name: 'Email' }).pressSequentially('al');
    await loads;
    await page.goto('about:blank');
    for (const [name, of, metric] of [
      ['mf-auth', version, 'first-key'],
      ['mf-auth', version, 'inp'],
      ['shell', pinnedShell(data()), 'ttfb'],
    ] as const)
      await expect.poll(() => visitsOf(name, of, metric), `${name} ${metric}`).toBeGreaterThan(0);
    await context.close();

    const stable = pinned(data(), 'mf-auth').version;
    for (let at = 0; at < 80; at += 8)
      await Promise.all(
        Array.from({ length: 8 }, async (_, more) => {
          await reportVital(drawn, version, 2000 + 10 * (at + more), at + more);
          await reportVital(other, stable, 1000 + 10 * (at + more), 1000 + at + more);
        }),
      );
    await expect.poll(() => served(drawn), { timeout: 30_000 }).not.toContain(`"mf-auth","version":"${version}"`);
    const { entries } = (await release(data(), 'history', 'local')) as { entries: { why?: string }[] };
    expect(entries[0]?.why).toMatch(/^First key of the slowest quarter is .* in \d+ visits, .*the budget is \+10 %\.$/);
  } finally {
    await restore();
  }
});
