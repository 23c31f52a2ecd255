import type { Page } from 'playwright/test';
import { data, expect, signIn, test, url } from './fixtures.ts';
import { type Fault, pin, pinned, publishFault, type RemoteName, restore } from './releases.ts';

/** From a page whose remote failed, the main screen is one step away and works. */
const mainScreen = async (page: Page) => {
  await page.goto(url());
  await expect(page.getByRole('link', { name: 'Join Today' }).first()).toBeVisible();
};

/** Where each remote is seen, as whom, and what beside it must go on. */
const places: Record<RemoteName, { path: string; as?: string; alive: (page: Page) => Promise<void> }> = {
  'mf-auth': { path: '/auth/login', alive: mainScreen },
  'mf-chat': {
    path: '/',
    as: 'premium@atrium.test',
    alive: (page) => expect(page.getByRole('link', { name: 'New Chat' })).toBeVisible(),
  },
  'mf-workspace': {
    path: '/',
    as: 'premium@atrium.test',
    alive: (page) => expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible(),
  },
  'mf-teams': { path: '/team', as: 'free@atrium.test', alive: mainScreen },
  'mf-billing': { path: '/subscribe', as: 'free@atrium.test', alive: mainScreen },
};

const expectPanel = async (page: Page, name: RemoteName, phase: RegExp) => {
  const panel = page.getByRole('region', { name: `${name} is not available` }).first();
  await expect(panel).toBeVisible({ timeout: 70_000 });
  await expect(panel).toContainText(phase);
  await expect(panel.getByRole('button', { name: 'Retry' })).toBeVisible();
};

for (const [name, { path, as, alive }] of Object.entries(places) as [RemoteName, (typeof places)[RemoteName]][]) {
  test.describe(name, () => {
    test.beforeEach(async ({ login }) => {
      if (as) await login(as);
    });

    test('answers 404: the panel says what failed, and Retry brings it back', async ({ page }) => {
      const entry = `**/assets/${name}/**`;
      await page.route(entry, (route) => route.fulfill({ status: 404, body: 'Not found' }));
      await page.goto(url(path));
      await expectPanel(page, name, /entry/);
      await page.unroute(entry);
      await page
        .getByRole('region', { name: `${name} is not available` })
        .first()
        .getByRole('button', { name: 'Retry' })
        .click();
      await expect(page.getByRole('region', { name: `${name} is not available` })).toHaveCount(0);
    });

    test('answers 404: the others work', async ({ page }) => {
      await page.route(`**/assets/${name}/**`, (route) => route.fulfill({ status: 404, body: 'Not found' }));
      await page.goto(url(path));
      await expectPanel(page, name, /entry/);
      await alive(page);
    });

    for (const [fault, phase] of [
      ['throws-at-load', /expose/],
      ['throws-in-render', /render/],
    ] as [Fault, RegExp][])
      test(`${fault}: the panel says what failed, and the others work`, async ({ page }) => {
        const broken = await publishFault(data(), name, fault);
        const before = pin(data(), name, broken);
        try {
          await page.goto(url(path));
          await expectPanel(page, name, phase);
          await alive(page);
        } finally {
          restore(data(), before);
        }
      });

    test('falls back to the previous good version where the pinned one throws at load', async ({ page }) => {
      const good = pinned(data(), name);
      const broken = await publishFault(data(), name, 'throws-at-load');
      const { previous: _, ...previous } = good;
      const before = pin(data(), name, { ...broken, previous });
      try {
        const served = page.waitForResponse((answer) => answer.url().includes(`/${good.version}/remoteEntry`));
        await page.goto(url(path));
        expect((await served).status()).toBe(200);
        await expect(page.getByRole('region', { name: `${name} is not available` })).toHaveCount(0);
      } finally {
        restore(data(), before);
      }
    });
  });
}

test('hangs: the page says that it is still loading, then what failed, and the others work', async ({ browser }) => {
  // Each for itself, and all at once: what they wait for is the same time.
  const hang = async ([name, { path, as, alive }]: [RemoteName, (typeof places)[RemoteName]]) => {
    const context = await browser.newContext();
    try {
      if (as) await signIn(context.request, as);
      const page = await context.newPage();
      await page.route(`**/assets/${name}/**`, () => undefined);
      await page.goto(url(path), { waitUntil: 'commit' });
      await expect(page.getByText(/still loading/i).first()).toBeVisible({ timeout: 20_000 });
      await expectPanel(page, name, /entry/);
      await alive(page);
    } finally {
      await context.close();
    }
  };
  await Promise.all((Object.entries(places) as [RemoteName, (typeof places)[RemoteName]][]).map(hang));
});
