import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Page } from 'playwright/test';
import { headers, isVisitor, signUp } from './device-journey.ts';
import { composer, expect, signIn, test, url } from './fixtures.ts';
import { call, follows, newPerson, openStage, paidTeam, send } from './sync-stage.ts';

/** Makes the page believe that its tab is in the background or in front. */
const setVisible = (page: Page, visible: boolean) =>
  page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    visible ? 'visible' : 'hidden',
  );
const bar = (page: Page) => page.getByRole('complementary', { name: 'Chats' });

test('two users in one browser: every tab shows the signed-in one, background tabs included', async ({
  page,
  browser,
}) => {
  test.slow();
  const ada = await signUp(page, 'ada-tabs');
  await paidTeam(page, 'Vela', 2);
  await call(page, calls.profile.updateUser, { firstName: 'Augusta' });
  const chatId = await send(page, 'A secret of Augusta');
  await call(page, calls.chat.renameChat, { chatId, title: 'A secret' });
  const { tab, other, end } = await openStage(page, browser, ada);
  // A second session, which survives the end of the first one.
  await other.context().clearCookies();
  await signIn(other.request, ada);
  const grace = await newPerson(browser, 'grace-tabs');
  const graceEmail = (await call(grace, calls.session.getUser, {})).email;
  await Promise.all([page, tab, other].map((one) => one.goto(url('/'))));
  await Promise.all([page, tab, other].map(follows));
  for (const one of [page, tab, other]) await expect(bar(one).getByRole('link', { name: /secret/ })).toBeVisible();

  await test.step('after a log-out in one tab, the hidden one is a visitor’s at once', async () => {
    await setVisible(tab, false);
    await page.getByRole('button', { name: /Settings$/ }).click();
    await page.getByRole('dialog', { name: 'Settings' }).getByRole('tab', { name: 'Account' }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await isVisitor(page);
    await isVisitor(tab);
    await expect(bar(tab).getByRole('link', { name: /secret/ })).toHaveCount(0);
    // Her other browser is still signed in.
    await expect(bar(other).getByRole('link', { name: /secret/ })).toBeVisible();
  });

  await test.step('another user signs in, and nothing of the first one is left anywhere', async () => {
    await signIn(page.request, graceEmail);
    await page.goto(url('/'));
    for (const one of [page, tab]) {
      await expect(one.getByRole('button', { name: 'Ada Lovelace Settings' })).toBeVisible();
      await expect(bar(one).getByRole('link', { name: /secret/ })).toHaveCount(0);
    }
  });

  await test.step('a new plan is shown when a hidden tab becomes visible', async () => {
    await follows(page);
    await setVisible(tab, false);
    await paidTeam(page, 'Lyra', 2);
    await expect(composer(page)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Join Today' })).toHaveCount(0);
    await setVisible(tab, true);
    await expect(tab.getByRole('link', { name: 'Join Today' })).toHaveCount(0);
    await expect(bar(tab).getByRole('link', { name: 'New Chat' })).toBeVisible();
  });

  await test.step('sessions that are ended elsewhere end in all tabs, in a hidden one when it becomes visible', async () => {
    for (const one of [page, tab]) await setVisible(one, false);
    // Her own, first browser.
    await grace.request.post(url(`/api${calls.session.endAllSessions.path}`), { data: {}, headers: headers() });
    await setVisible(page, true);
    for (const one of [page, tab]) await isVisitor(one);
  });
  await end();
  await grace.context().close();
});
