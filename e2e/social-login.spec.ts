import { redirectDelay } from '@atrium/shared-kernel/contracts/constants';
import type { Page } from 'playwright/test';
import { violationsOf } from './accessible.ts';
import { expect, forgetSession, test, url, watchProblems } from './fixtures.ts';

const providers = [
  { path: 'google', name: 'Google', failure: 'Error trying to login with Google, please try again.' },
  { path: 'apple', name: 'Apple', failure: 'Failed to log you in. Please try again.' },
  { path: 'azure', name: 'Microsoft', failure: 'Failed to log you in. Please try again.' },
] as const;

/** Lets the page that a provider has sent the browser back to redirect to the login. */
const skipRedirectDelay = (page: Page) => page.clock.fastForward(redirectDelay);

/** Goes to the page of a provider from a page with its button. */
const openProvider = async (page: Page, name: string, from = '/auth/login') => {
  await page.goto(url(from));
  await page.getByRole('button', { name: `Continue with ${name}` }).click();
  await expect(page.getByRole('heading', { name: `Sign in with ${name}` })).toBeVisible();
};

const identify = async (page: Page, email: string) => {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('First name').fill('Grace');
  await page.getByLabel('Last name').fill('Hopper');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
};

const onboard = async (page: Page) => {
  await expect(page).toHaveURL(/\/onboarding/);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('radio', { name: /friend/i }).check();
  await page.getByRole('button', { name: 'Finish' }).click();
};

for (const { path, name, failure } of providers)
  test.describe(`with ${name}`, () => {
    test('a new user signs up, is onboarded, and is recognized the next time', async ({ page }) => {
      const problems = watchProblems(page);
      const email = `${path}-${Date.now()}@example.org`;
      await openProvider(page, name);
      await identify(page, email);
      await onboard(page);
      await expect(page).toHaveURL(url('/'));

      await forgetSession(page);
      await openProvider(page, name);
      await identify(page, email);
      await expect(page).toHaveURL(url('/'));
      const user = await page.request.get(url('/api/user'));
      expect(await user.json()).toMatchObject({ email, firstName: 'Grace', lastName: 'Hopper', heardFrom: 'friend' });
      expect(problems).toEqual([]);
    });

    test('a seeded user, who has an account with a password, can sign in with it', async ({ page }) => {
      await openProvider(page, name);
      await page.getByRole('button', { name: /premium@atrium\.test/ }).click();
      await expect(page).toHaveURL(url('/'));
      const user = await page.request.get(url('/api/user'));
      expect(await user.json()).toMatchObject({ email: 'premium@atrium.test' });
    });

    test('a user who cancels sees that it failed and is back at the login', async ({ page }) => {
      await page.clock.install();
      await openProvider(page, name);
      await page.getByRole('button', { name: 'Cancel' }).click();
      await expect(page.getByRole('alert').filter({ hasText: failure })).toBeVisible();
      expect(new URL(page.url()).search).toBe('');
      await skipRedirectDelay(page);
      await expect(page).toHaveURL(url('/auth/login'));
      await expect(page.getByRole('button', { name: `Continue with ${name}` })).toBeVisible();
    });
  });

test('a new user of a provider goes to the team that was intended at the sign-up', async ({ page }) => {
  await openProvider(page, 'Apple', '/auth/signup?team');
  await identify(page, `team-${Date.now()}@example.org`);
  await expect(page).toHaveURL(url('/team'));
});

test('a new user of a provider goes to the team to be joined, whatever else was intended', async ({
  page,
  context,
}) => {
  const teamId = '0123456789abcdef01234567';
  await context.addCookies([{ name: 'joinTeamId', value: teamId, url: url() }]);
  await openProvider(page, 'Google', '/auth/signup?team');
  await identify(page, `joins-${Date.now()}@example.org`);
  await expect(page).toHaveURL(url(`/join?id=${teamId}`));
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('joinTeamId');
});

test('what a provider sends back is neither in the address nor in the history', async ({ page }) => {
  await openProvider(page, 'Google');
  const seen: string[] = [];
  page.on('framenavigated', (frame) => seen.push(frame.url()));
  await identify(page, `history-${Date.now()}@example.org`);
  await expect(page).toHaveURL(/\/onboarding/);
  expect(seen.some((one) => one.includes('/auth/google?credential='))).toBe(true);
  const credential = seen.find((one) => one.includes('credential='));
  for (let step = 0; step < 4; step++) {
    await page.goBack().catch(() => null);
    expect(page.url()).not.toBe(credential);
    expect(page.url()).not.toContain('credential=');
  }
});

test('an address that the provider has not verified does not open the account that has it', async ({ page }) => {
  await page.clock.install();
  await openProvider(page, 'Microsoft');
  await page.getByRole('checkbox', { name: /has verified this address/ }).uncheck();
  await identify(page, 'admin@atrium.test');
  const reason =
    'There is already an account with this email address. Please log in as you did before, then connect this provider in your settings.';
  await expect(page.getByText(reason).first()).toBeVisible();
  await skipRedirectDelay(page);
  await expect(page).toHaveURL(url('/auth/login'));
  expect((await page.request.get(url('/api/user'))).status()).toBe(401);
});

test.describe('inside an app', () => {
  test.use({ userAgent: 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Mobile/15E148 Instagram 380.0.0.28.104' });
  test('Google is refused with a notice, the others are not', async ({ page, navigate }) => {
    await navigate('/auth/login');
    const google = page.getByRole('button', { name: 'Continue with Google' });
    await expect(google).toBeDisabled();
    await expect(google).toHaveAccessibleDescription(/not allowed inside Instagram/);
    await expect(page.getByRole('button', { name: 'Continue with Apple' })).toBeEnabled();
  });
});

test('the pages of a sign-in at a provider have no accessibility violation', async ({ page }) => {
  const check = async () => {
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await violationsOf(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    }
  };
  await openProvider(page, 'Microsoft');
  await check();
  await page.route('**/api/auth/azure', () => undefined);
  await page.goto(url('/auth/azure?code=held'));
  await expect(page.getByRole('heading', { name: 'Logging in with Microsoft' })).toBeVisible();
  await check();
});
