import type { Locator, Page } from 'playwright/test';
import { data, expect, signIn, test, url } from './fixtures.ts';
import { shortenLimits, shortenPauses } from './pauses.ts';
import { type Fault, pin, pinned, publishFault, type RemoteName, restore } from './releases.ts';

/** From a page whose remote failed, the main screen is one step away and works. */
const mainScreen = async (page: Page) => {
  await page.goto(url());
  await expect(page.getByRole('link', { name: 'Join Today' }).first()).toBeVisible();
};

interface View {
  readonly path: string;
  readonly as?: string;
  /** Another part of the same page that must continue to work. */
  readonly neighbor?: (page: Page) => Locator;
}
/** The page and the account with which each remote is visible. */
const views: Record<RemoteName, View> = {
  'mf-auth': { path: '/auth/login' },
  'mf-chat': {
    path: '/',
    as: 'premium@atrium.test',
    neighbor: (page) => page.getByRole('link', { name: 'New Chat' }),
  },
  'mf-workspace': {
    path: '/',
    as: 'premium@atrium.test',
    neighbor: (page) => page.getByRole('textbox', { name: 'Message' }),
  },
  'mf-teams': { path: '/team', as: 'free@atrium.test' },
  'mf-billing': { path: '/subscribe', as: 'free@atrium.test' },
};
const viewEntries = Object.entries(views) as [RemoteName, View][];
/** The others work: the neighbor on the same page, otherwise the main screen. */
const othersWork = (page: Page, { neighbor }: View) =>
  neighbor ? expect(neighbor(page)).toBeVisible() : mainScreen(page);

const panelOf = (page: Page, name: RemoteName) => page.getByRole('region', { name: `${name} is not available` });
const expectPanel = async (page: Page, name: RemoteName, phase: RegExp) => {
  const panel = panelOf(page, name).first();
  await expect(panel).toContainText(phase, { timeout: 70_000 });
  await expect(panel).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Retry' })).toBeVisible();
};

for (const [name, view] of viewEntries) {
  const { path, as, neighbor } = view;
  test.describe(name, () => {
    test.beforeEach(async ({ page, login }) => {
      await shortenPauses(page);
      if (as) await login(as);
    });

    test('answers 404: the panel names what failed, the others work, and Retry restores it', async ({ page }) => {
      const entry = `**/assets/${name}/**`;
      const fail = () => page.route(entry, (route) => route.fulfill({ status: 404, body: 'Not found' }));
      await fail();
      await page.goto(url(path));
      await expectPanel(page, name, /entry/);
      if (neighbor) await othersWork(page, view);
      await page.unroute(entry);
      await panelOf(page, name).first().getByRole('button', { name: 'Retry' }).click();
      await expect(panelOf(page, name)).toHaveCount(0);
      if (!neighbor) await fail();
      await othersWork(page, view);
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
          await othersWork(page, view);
        } finally {
          restore(data(), before);
        }
      });

    test('falls back to the previous good version if the pinned one throws at load', async ({ page }) => {
      const good = pinned(data(), name);
      const broken = await publishFault(data(), name, 'throws-at-load');
      const { previous: _, ...previous } = good;
      const before = pin(data(), name, { ...broken, previous });
      try {
        const served = page.waitForResponse((answer) => answer.url().includes(`/${good.version}/remoteEntry`));
        await page.goto(url(path));
        expect((await served).status()).toBe(200);
        await expect(panelOf(page, name)).toHaveCount(0);
      } finally {
        restore(data(), before);
      }
    });
  });
}

test('hangs: the page says that it is still loading, then what failed, and the others work', async ({ browser }) => {
  const hang = async ([name, view]: (typeof viewEntries)[number]) => {
    const { path, as } = view;
    const context = await browser.newContext();
    try {
      if (as) await signIn(context.request, as);
      const page = await context.newPage();
      await shortenLimits(page);
      await page.route(`**/assets/${name}/**`, () => undefined);
      await page.goto(url(path), { waitUntil: 'commit' });
      await expect(page.getByText('Still loading…').filter({ visible: true }).first()).toBeVisible();
      await expectPanel(page, name, /entry/);
      await othersWork(page, view);
    } finally {
      await context.close();
    }
  };
  await Promise.all(viewEntries.map(hang));
});

test('a text that was typed for a part that failed to load is there after a visit to another page', async ({
  page,
  login,
  navigate,
}) => {
  await shortenPauses(page);
  await login('premium@atrium.test');
  await navigate('/');
  const entry = '**/assets/mf-chat/**';
  const typed = Promise.withResolvers<void>();
  await page.route(entry, async (route) => {
    await typed.promise;
    await route.fulfill({ status: 404, body: 'Not found' });
  });
  await page.reload({ waitUntil: 'commit' });
  await page.getByRole('textbox', { name: 'Message' }).fill('A long thought');
  typed.resolve();
  await expectPanel(page, 'mf-chat', /entry/);
  await page.getByRole('link', { name: 'Team', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Create a team' })).toBeVisible();
  await page.unroute(entry);
  await page.getByRole('link', { name: 'Atrium, home' }).click();
  const message = page.getByRole('textbox', { name: 'Message' });
  await expect(message).toHaveValue('A long thought');
  await expect(page.getByRole('list', { name: 'Conversation' })).toHaveCount(0);
  // By now it is a draft as any other.
  await page.reload();
  await expect(page.locator('#frame')).toHaveCount(0);
  await expect(message).toHaveValue('A long thought');
});
