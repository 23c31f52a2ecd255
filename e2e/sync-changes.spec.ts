import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Page } from 'playwright/test';
import { signUp } from './device-journey.ts';
import { expect, signIn, test, url } from './fixtures.ts';
import { rows, type Screen, type Targets } from './sync-changes.ts';
import { call, follows, idOf, newPerson, openStage, paidTeam, payFor, send, type Stage } from './sync-stage.ts';

const none: Targets = { chatId: '', teamId: '', otherTeamId: '', passkeyId: '' };

const openSettings = async (page: Page, tab: string) => {
  await page.goto(url('/'));
  await page.getByRole('button', { name: /Settings$/ }).click();
  await page.getByRole('dialog', { name: 'Settings' }).getByRole('tab', { name: tab }).click();
};

/** How a screen is opened. */
const open: Readonly<Record<Screen, (page: Page, targets: Targets) => Promise<unknown>>> = {
  home: async (page, { chatId }) => {
    await page.goto(url(`/?chat=${chatId}`));
    await expect(page.getByRole('complementary', { name: 'Memory' })).toBeVisible();
  },
  share: async (page) => {
    const row = page.getByRole('complementary', { name: 'Chats' }).locator('a[aria-current=page]');
    await row.hover();
    await row
      .locator('..')
      .getByRole('button', { name: /^Options for/ })
      .click();
    await page.getByRole('menuitem', { name: 'Share' }).click();
    await expect(page.getByText('No one has a link to this chat.')).toBeVisible();
  },
  data: async (page) => {
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Export or import your data' }).click();
    await expect(page.getByRole('dialog', { name: 'Your data' })).toBeVisible();
  },
  team: async (page, { teamId }) => {
    await page.goto(url(`/?team=${teamId}`));
    await expect(page.getByRole('tab', { name: 'Roles' })).toBeVisible();
  },
  account: (page) => openSettings(page, 'Account'),
  billing: (page) => page.getByRole('dialog').getByRole('tab', { name: 'Billing' }).click(),
  integrations: (page) => openSettings(page, 'Integrations'),
};

/**
 * Makes all changes of a screen, once while all browsers are online, and once more while the other browsers are
 * offline.
 */
const seenEverywhere = async (screen: Screen, stage: Stage, targets: Targets, more: readonly Page[] = []) => {
  await test.step(screen, async () => {
    const viewers = [stage.page, stage.tab, stage.other, ...more];
    await Promise.all(viewers.map((one) => open[screen](one, targets)));
    await Promise.all(viewers.map(follows));
    const own = Object.entries(rows).filter(([, row]) => row.screen === screen);
    const isSeen = async (page: Page, round: 1 | 2) => {
      for (const [name, { seen }] of own) await test.step(`${name} is seen`, () => seen(page, round));
    };
    const makeAll = async (round: 1 | 2) => {
      for (const [name, { make }] of own)
        await test.step(`${name} is made`, () => make({ page: stage.page, email: stage.email, targets }, round));
    };
    await makeAll(1);
    await Promise.all(viewers.map((one) => isSeen(one, 1)));
    const away = [...stage.elsewhere, ...more.map((one) => one.context())];
    await Promise.all(away.map((context) => context.setOffline(true)));
    await makeAll(2);
    await Promise.all(away.map((context) => context.setOffline(false)));
    await Promise.all(viewers.map((one) => isSeen(one, 2)));
  });
};

test('changes of chats and of a team are shown in a second tab, in another browser, and to a colleague', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  const email = await signUp(page, 'everywhere');
  const colleague = await newPerson(browser, 'colleague');
  const teamId = await paidTeam(page, 'Vela', 5);
  await call(colleague, calls.teams.joinTeam, { teamId });
  await call(page, calls.teams.setTeamAdmin, { teamId, memberId: await idOf(colleague), admin: true });
  const otherTeamId = await paidTeam(await newPerson(browser, 'host'), 'Lyra', 2);
  const targets = { ...none, teamId, otherTeamId, chatId: await send(page, 'What are tides?') };
  const stage = await openStage(page, browser, email);
  for (const screen of ['home', 'share', 'data'] as const) await seenEverywhere(screen, stage, targets);
  await seenEverywhere('team', stage, targets, [colleague]);
  await stage.end();
  await colleague.context().close();
});

test('changes of an account and its plan are shown in a second tab and in another browser', async ({
  page,
  browser,
}) => {
  test.slow();
  const email = await signUp(page, 'account');
  const { redirectUrl } = await call(page, calls.billing.createSubscription, {});
  await payFor(page, redirectUrl);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
  } as const;
  const willing = { isUserVerified: true, automaticPresenceSimulation: true };
  await devtools.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, ...willing } });
  await openSettings(page, 'Account');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')).toHaveCount(1);
  const { passkeys } = await call(page, calls.passkeys.listPasskeys, {});
  const stage = await openStage(page, browser, email);
  const targets = { ...none, passkeyId: passkeys[0]?.id ?? '' };
  for (const screen of ['account', 'billing'] as const) await seenEverywhere(screen, stage, targets);
  await stage.end();
});

test('changes of a product admin’s integrations are shown in a second tab and in another browser', async ({
  page,
  browser,
}) => {
  const email = 'admin@atrium.test';
  await signIn(page.request, email);
  const stage = await openStage(page, browser, email);
  await seenEverywhere('integrations', stage, none);
  await stage.end();
});
