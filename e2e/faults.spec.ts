import type { Page, Route } from 'playwright/test';
import { data, expect, signIn, test, url } from './fixtures.ts';
import type { OperatorView } from '@atrium/deploy/edge/operator-page';
import { crashingTab } from '@atrium/deploy/testing/crashing-tab';
import { shortenPauses } from './pauses.ts';
import { type Fault, pin, pinned, publishFault, restore } from './releases.ts';

/** One remote is enough, because faults are handled the same way in all of them. */
const name = 'mf-teams';
const path = '/team';
const entry = `**/assets/${name}/**/remoteEntry.*.js`;
const panel = (page: Page) => page.getByRole('region', { name: `${name} is not available` });

test.beforeEach(async ({ context, login }) => {
  await shortenPauses(context);
  await login('free@atrium.test');
});

const withFault = async (fault: Fault, run: () => Promise<void>) => {
  const before = pin(data(), name, await publishFault(data(), name, fault));
  try {
    await run();
  } finally {
    restore(data(), before);
  }
};
/**
 * Waits for the page's report about the remote. Its next interval is waited for, since the body of a beacon cannot be
 * read.
 */
const reported = (page: Page, kind: string) =>
  page.waitForRequest(
    (request) => {
      if (!request.url().endsWith('/api/reportReleases')) return false;
      const sent = request.postDataJSON() as { reports: { remote: string; kind: string }[] } | null;
      return sent?.reports.some((one) => one.remote === name && one.kind === kind) ?? false;
    },
    { timeout: 30_000 },
  );

const answers: Record<string, (route: Route) => Promise<void>> = {
  'answers 500': (route) => route.fulfill({ status: 500, body: 'Broken' }),
  'is cut off': async (route) => {
    const body = await (await route.fetch()).text();
    await route.fulfill({ contentType: 'text/javascript', body: body.slice(0, body.length / 2) });
  },
  'is a page': (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Sign in to this network</h1>' }),
  'cannot be reached': (route) => route.abort(),
};
test('an entry that is broken, truncated, a page, or unreachable: the panel names it, it is reported to the service, the others work', async ({
  browser,
}) => {
  const showFailure = async (answer: (route: Route) => Promise<void>) => {
    const context = await browser.newContext();
    try {
      await shortenPauses(context);
      await signIn(context.request, 'free@atrium.test');
      const page = await context.newPage();
      await page.route(entry, answer);
      const report = reported(page, 'failed');
      await page.goto(url(path));
      await expect(panel(page)).toContainText('entry', { timeout: 30_000 });
      await report;
      await page.goto(url());
      await expect(page.getByRole('link', { name: 'Join Today' }).first()).toBeVisible();
    } finally {
      await context.close();
    }
  };
  // In parallel, because all of them wait for the same timeouts.
  await Promise.all(Object.values(answers).map(showFailure));
});

test('an entry that is slow is waited for', async ({ page }) => {
  const seen = Promise.withResolvers<void>();
  await page.route(entry, async (route) => {
    await seen.promise;
    await route.continue();
  });
  await page.goto(url(path), { waitUntil: 'commit' });
  await expect(page.getByText('Still loading…').filter({ visible: true })).toBeVisible();
  seen.resolve();
  await expect(page.getByRole('heading', { name: /team/i }).first()).toBeVisible({ timeout: 20_000 });
});

for (const fault of ['throws-in-bootstrap', 'throws-in-mount'] as const)
  test(`${fault}: the panel shows it, and it is reported to the service`, async ({ page }) => {
    await withFault(fault, async () => {
      const report = reported(page, 'failed');
      await page.goto(url(path));
      await expect(panel(page)).toContainText('mount', { timeout: 30_000 });
      await report;
    });
  });

test('throws-in-handler: the screen stays, and it is reported to the service', async ({ page }) => {
  await withFault('throws-in-handler', async () => {
    await page.goto(url(path));
    const report = reported(page, 'error');
    await page.getByRole('button', { name: 'Press' }).click();
    await report;
    await expect(page.getByRole('button', { name: 'Press' })).toBeVisible();
    await expect(panel(page)).toHaveCount(0);
  });
});

test('throws-in-unmount: the next page is shown nevertheless', async ({ page }) => {
  await withFault('throws-in-unmount', async () => {
    await page.goto(url());
    await expect(page.getByRole('link', { name: 'Join Today' }).first()).toBeVisible();
    await page.evaluate(() => {
      history.pushState({}, '', '/team');
      dispatchEvent(new PopStateEvent('popstate', { state: {} }));
    });
    await expect(page.getByText('This release is shown.')).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('link', { name: 'Join Today' }).first()).toBeVisible();
    await expect(page.getByText('This release is shown.')).toHaveCount(0);
  });
});

test('code of a part that fails to load is requested again without a reload, and Retry shows what came too late', async ({
  page,
}) => {
  const later = '**/assets/mf-billing/**/async/*.js';
  const settings = page.getByRole('dialog', { name: 'Settings' });
  const failed = page.getByRole('region', { name: 'mf-billing is not available' });
  const tab = (name: string) => settings.getByRole('tab', { name }).click();
  let losses = 1;
  const lose = (route: Route) => (losses-- > 0 ? route.abort() : route.continue());
  await page.goto(url());
  // The dialog frame is loaded with the first dialog.
  await page.getByRole('button', { name: 'Help' }).click();
  await expect(page.getByRole('dialog', { name: 'Help' })).toBeVisible();
  await page.keyboard.press('Escape');
  let loads = 0;
  page.on('domcontentloaded', () => (loads += 1));

  // Modules that the shell shares, and loads when a remote first needs them.
  await page.route('**/assets/shell/**/async/*.js', lose);
  await page.getByRole('button', { name: /Settings$/ }).click();
  await expect(settings.getByRole('tab', { name: 'Usage' })).toBeVisible();
  expect(losses).toBeLessThan(0);

  losses = 1;
  await page.route(later, lose);
  await tab('Notifications');
  await expect(settings.getByRole('heading', { name: 'Daily reminder' })).toBeVisible();
  expect(losses).toBeLessThan(0);

  losses = Infinity;
  await tab('Usage');
  await expect(failed).toContainText('render', { timeout: 30_000 });
  losses = 0;
  await failed.getByRole('button', { name: 'Retry' }).click();
  await tab('Usage');
  await expect(settings.getByRole('heading', { name: 'Usage' })).toBeVisible();
  expect(loads).toBe(0);
});

test('a remote that hangs the page twice is detected at the next load: its previous version is used, and it is reported to the service', async ({
  page,
}) => {
  const { previous: _, ...previous } = pinned(data(), name);
  const broken = await publishFault(data(), name, 'loops-in-render');
  const before = pin(data(), name, { ...broken, previous });
  const tab = await crashingTab(page);
  const heading = `document.querySelector('[data-release="${name}@${previous.version}"] h1')?.textContent ?? ''`;
  try {
    await page.goto(url(path), { waitUntil: 'commit' });
    let shown: unknown;
    let loads = 1;
    for (; ; loads += 1) {
      await expect.poll(async () => (shown = await tab.value(heading)), { timeout: 20_000 }).not.toBe('');
      if (shown !== undefined) break;
      expect(loads).toBeLessThan(6);
      await tab.endAndReload();
    }
    expect(loads).toBeGreaterThan(2);
    const healthOf = async () => {
      const view = (await (await fetch(url('/operator.json'))).json()) as OperatorView;
      return view.remotes.find((one) => one.name === name)?.served[0]?.health;
    };
    await expect
      .poll(healthOf, { timeout: 30_000 })
      .toMatchObject({ failed: 1, reason: 'The page hung while it loaded.' });
  } finally {
    restore(data(), before);
  }
});
