import { ask, composer, expect, password, test, url, watchProblems } from './fixtures.ts';

/** Ends the service's process as a crash does, by its process id, and waits for the one that follows it. */
const crashService = async (): Promise<void> => {
  const { childOf } = await import('./product.ts');
  const parent = Number(process.env['ATRIUM_PRODUCT_PID']);
  const before = childOf(parent, 'service/src/main.ts');
  if (before === undefined) throw new Error('The service does not run.');
  process.kill(before, 'SIGKILL');
  await expect.poll(() => childOf(parent, 'service/src/main.ts') ?? before, { timeout: 30_000 }).not.toBe(before);
  await expect.poll(async () => (await fetch(url('/api/ping'))).status, { timeout: 60_000 }).toBe(200);
};

test('a person signs up, subscribes, chats, survives a crash of the service and comes back', async ({ page }) => {
  test.slow();
  const problems = watchProblems(page);
  const email = `ada-${Date.now()}@example.org`;

  await test.step('sign up', async () => {
    await page.goto(url('/auth/signup'));
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Lovelace');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Create account' }).click();
  });

  await test.step('onboarding', async () => {
    await expect(page).toHaveURL(/\/onboarding/);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('radio', { name: /friend/i }).check();
    await page.getByRole('button', { name: 'Finish' }).click();
    await expect(page).toHaveURL(url('/'));
    await expect(composer(page)).toBeHidden();
  });

  await test.step('subscribe through the checkout', async () => {
    await page.getByRole('link', { name: 'Join Today' }).first().click();
    await expect(page.getByRole('heading', { name: 'Subscribe to Atrium' })).toBeVisible();
    await page.getByRole('button', { name: /^Pay/ }).click();
    await expect(composer(page)).toBeVisible();
    await expect(page).toHaveURL(url('/'));
  });

  const title = page.getByRole('complementary', { name: 'Chats' }).getByRole('link', { name: /^Compare three kinds/ });

  await test.step('the first chat streams and gets its title', async () => {
    await ask(page, 'Compare three kinds of tea in a table');
    await expect(page.getByRole('table')).toBeVisible();
    await expect(page).toHaveURL(/\?chat=[0-9a-f]{24}$/);
    await expect(title).toBeVisible();
    await expect(page.getByRole('heading', { name: /^Compare three kinds/, level: 1 })).toBeVisible();
  });

  await test.step('a reload shows it', async () => {
    await page.reload();
    await expect(page.getByText('Compare three kinds of tea in a table').first()).toBeVisible();
    await expect(page.getByRole('table')).toBeVisible();
  });

  await test.step('a crash of the service loses nothing', async () => {
    await crashService();
    await page.reload();
    await expect(page.getByText('Compare three kinds of tea in a table').first()).toBeVisible();
    await expect(page.getByRole('table')).toBeVisible();
  });

  await test.step('log out and in again', async () => {
    await page.getByRole('button', { name: /Settings/ }).click();
    await page.getByRole('tab', { name: 'Account' }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.goto(url('/auth/login'));
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(composer(page)).toBeVisible();
    await expect(title).toBeVisible();
  });

  expect(problems).toEqual([]);
});
