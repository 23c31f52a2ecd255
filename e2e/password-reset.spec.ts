import { redirectDelay } from '@atrium/shared-kernel/contracts/constants';
import type { Page, Request } from 'playwright/test';
import { violationsOf } from './accessible.ts';
import { openAccount, signUp as signUpBehind } from './device-journey.ts';
import { expect, forgetSession, password, test, url, watchProblems } from './fixtures.ts';

const next = 'Another-1!';

const signUp = async (page: Page, email: string): Promise<void> => {
  await page.goto(url('/auth/signup'));
  await page.locator('#app').getByLabel('First name').fill('Ada');
  await page.locator('#app').getByLabel('Last name').fill('Lovelace');
  await page.locator('#app').getByLabel('Email').fill(email);
  await page.locator('#app').getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(url('/onboarding'));
};

const logIn = async (page: Page, email: string, secret: string): Promise<void> => {
  await page.locator('#app').getByLabel('Email').fill(email);
  await page.locator('#app').getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
};

/** Follows the link of an email in the mailbox. */
const followLink = async (page: Page, email: string, subject: RegExp, label: RegExp): Promise<void> => {
  const received = page.getByRole('listitem').filter({ hasText: email }).filter({ hasText: subject }).first();
  await expect(async () => {
    await page.goto(url('/local/mail'));
    await expect(received).toBeVisible({ timeout: 500 });
  }).toPass();
  await received.getByRole('link').click();
  await page.frameLocator('iframe[title="The email"]').getByRole('link', { name: label }).first().click();
};

test.beforeEach(({ page }) => page.clock.install());

test('a user who forgot the password sets a new one with the link in an email', async ({ page }) => {
  const problems = watchProblems(page);
  const email = `forgetful-${Date.now()}@example.org`;
  await signUp(page, email);
  await forgetSession(page);

  await test.step('ask for the link', async () => {
    await page.goto(url('/auth/login'));
    await page.getByRole('link', { name: 'Forgot Password' }).click();
    await expect(page).toHaveURL(url('/auth/reset'));
    await page.locator('#app').getByLabel('Email').fill(email);
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused();
    await expect(page.getByText('If an account uses this address')).toBeVisible();
  });

  await test.step('a second request has to wait, and the time counts down', async () => {
    await page.getByRole('button', { name: 'Use a different address' }).click();
    await page.getByRole('button', { name: 'Send link' }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'You have recently reset your password' });
    await expect(notice).toHaveText(
      /^You have recently reset your password, please check your email\. Or wait \d+s before trying again\.$/,
    );
    const first = await notice.textContent();
    await page.clock.fastForward(1000);
    await expect(notice).not.toHaveText(first ?? '');
  });

  await test.step('set the new password', async () => {
    const requested: Request[] = [];
    page.on('request', (request) => requested.push(request));
    await followLink(page, email, /new password/, /new password/i);
    const field = page.getByLabel('New password', { exact: true });
    await expect(field).toBeVisible();
    await expect(page).toHaveURL(url('/auth/set'));
    await page.reload();
    await field.fill('Another-');
    await expect(page.getByRole('listitem').filter({ hasText: '1 special symbol' })).toContainText(', met');
    await expect(page.getByRole('listitem').filter({ hasText: '1 digit' })).toContainText('not met yet');
    expect(await violationsOf(page)).toEqual([]);
    await field.fill(next);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeFocused();
    await page.clock.fastForward(redirectDelay);
    await expect(page).toHaveURL(url('/auth/login'));
    expect(requested.some((request) => request.url().includes('resetHash='))).toBe(true);
    const referers = await Promise.all(requested.map((request) => request.headerValue('referer')));
    expect(referers.filter((referer) => referer?.includes('resetHash'))).toEqual([]);
  });

  await test.step('log in with it, and no longer with the old one', async () => {
    await logIn(page, email, password);
    await expect(page.getByRole('alert').first()).toBeVisible();
    await expect(page).toHaveURL(url('/auth/login'));
    await logIn(page, email, next);
    await expect(page).toHaveURL(url('/onboarding'));
  });

  await test.step('the link works once', async () => {
    await followLink(page, email, /Set a new password/, /new password/i);
    await page.getByLabel('New password', { exact: true }).fill('Yet-Another-1!');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
    await page.getByRole('link', { name: 'Request a new link' }).click();
    await expect(page).toHaveURL(url('/auth/reset'));
  });
  expect(problems).toEqual([]);
});

test('a user confirms the address of the sign-up with the link in the welcome email', async ({ page }) => {
  const problems = watchProblems(page);
  const email = `ada+${Date.now()}@example.org`;
  await signUp(page, email);
  await followLink(page, email, /Welcome/, /confirm/i);
  await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
  await expect(page).toHaveURL(url('/auth/change'));
  expect(await violationsOf(page)).toEqual([]);
  await page.clock.fastForward(redirectDelay);
  await expect(page).toHaveURL(url('/onboarding'));

  await followLink(page, email, /Welcome/, /confirm/i);
  await expect(page.getByRole('heading', { name: 'We couldn’t confirm your email address' })).toBeVisible();
  await expect(page).toHaveURL(url('/auth/change'));
  expect(problems).toEqual([]);
});

test('a user requests the link that confirms the address again in the settings', async ({ page }) => {
  const problems = watchProblems(page);
  const email = await signUpBehind(page, 'again');
  const settings = await openAccount(page);
  await expect(settings.getByText('Your email address isn’t confirmed yet.')).toBeVisible();
  await settings.getByRole('button', { name: 'Resend link' }).click();
  await expect(settings.getByText(`We’ve sent a link to ${email}.`)).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await settings.getByRole('button', { name: 'Resend link' }).click();
  await expect(settings.getByRole('alert')).toHaveText(/please check your email\. Or wait \d+s before trying again\.$/);

  await followLink(page, email, /Welcome/, /confirm/i);
  await expect(page.getByRole('heading', { name: 'We couldn’t confirm your email address' })).toBeVisible();
  await followLink(page, email, /Please confirm/, /confirm/i);
  await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible();
  const after = await openAccount(page);
  await expect(after.getByRole('textbox', { name: 'Email' })).toHaveValue(email);
  await expect(after.getByText('Your email address isn’t confirmed yet.')).toBeHidden();
  expect(problems).toEqual([]);
});

test('a link without its parts redirects to the login', async ({ page, navigate }) => {
  await navigate('/auth/change?changeHash=alone');
  await expect(page.getByRole('heading', { name: 'There is nothing to confirm here' })).toBeVisible();
  await page.clock.fastForward(redirectDelay);
  await expect(page).toHaveURL(url('/auth/login'));
});
