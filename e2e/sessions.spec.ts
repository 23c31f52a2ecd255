import type { Page } from 'playwright/test';
import { headers, isVisitor, openAccount, signUp } from './device-journey.ts';
import { expect, password, test, url } from './fixtures.ts';

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0';

const logIn = async (page: Page, email: string) => {
  // A page whose session has ended reloads itself, in the middle of what comes next.
  await page.goto('about:blank');
  await page.goto(url('/auth/login'));
  await page.locator('#app').getByLabel('Email').fill(email);
  await page.locator('#app').getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByRole('button', { name: /Settings$/ })).toBeVisible();
};

const newSignIns = async (page: Page, email: string) => {
  await page.goto(url('/local/mail'));
  return page
    .getByRole('link')
    .filter({ hasText: `To ${email}` })
    .filter({ hasText: 'New sign-in to your Atrium account' });
};

test('a new browser is reported by email, once, and is signed out from the first one', async ({ page, browser }) => {
  const email = await signUp(page, 'devices');
  const context = await browser.newContext({ userAgent: firefox });
  const other = await context.newPage();

  await test.step('the mail names the browser; the second log-in there sends none', async () => {
    await logIn(other, email);
    await other.request.post(url('/api/auth/logout'), { data: {}, headers: headers() });
    await logIn(other, email);
    const received = await newSignIns(page, email);
    await expect(received).toHaveCount(1);
    await received.click();
    await expect(page.frameLocator('iframe').getByText('Firefox on Windows', { exact: true })).toBeVisible();
  });

  await test.step('the list shows both by name; the other one is signed out at its next request', async () => {
    const settings = await openAccount(page);
    const sessions = settings.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
    await expect(sessions).toHaveCount(2);
    await expect(sessions.first()).toContainText('This device');
    await settings.getByRole('button', { name: /^Sign out Firefox on Windows/ }).click();
    await expect(sessions).toHaveCount(1);
    expect((await other.request.get(url('/api/user'))).status()).toBe(401);
    await other.reload();
    await isVisitor(other);
  });

  await test.step('signing out everywhere ends the current session, too', async () => {
    await logIn(other, email);
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign out everywhere' });
    await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
    await isVisitor(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await other.reload();
    await isVisitor(other);
  });
  await context.close();
});
