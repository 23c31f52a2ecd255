import { chatJourney } from './chat-journey.ts';
import { composer, expect, password, test, url, watchProblems } from './fixtures.ts';

const question = 'Which tea keeps me awake?';

test('a user asks, signs up, subscribes, chats, survives a crash of the service and comes back', async ({ page }) => {
  test.slow();
  const problems = watchProblems(page);
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  const email = `ada-${Date.now()}@example.org`;

  await test.step('a first question opens the sign-up, which states the price', async () => {
    await page.goto(url());
    await page.getByRole('textbox', { name: 'Your first question' }).fill(question);
    await expect(page.getByText('$96')).toBeVisible();
    await expect(page.getByRole('figure', { name: 'A sample answer' }).getByRole('table')).toBeVisible();
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await expect(page).toHaveURL(url('/auth/signup'));
    await expect(page.getByText('$10.00 a month or $96.00 a year')).toBeVisible();
  });

  await test.step('sign up', async () => {
    await page.locator('#app').getByLabel('First name').fill('Ada');
    await page.locator('#app').getByLabel('Last name').fill('Lovelace');
    await page.locator('#app').getByLabel('Email').fill(email);
    await page.locator('#app').getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Create account' }).click();
  });

  await test.step('subscribe through the checkout', async () => {
    await expect(page.getByRole('heading', { name: 'Subscribe to Atrium' })).toBeVisible();
    await page.getByRole('button', { name: /^Pay/ }).click();
  });

  await test.step('onboarding', async () => {
    await expect(page).toHaveURL(/\/onboarding/);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('radio', { name: /friend/i }).check();
    await page.getByRole('button', { name: 'Finish' }).click();
    await expect(page).toHaveURL(url('/'));
  });

  await test.step('the question is the draft, ready to be sent, and no address ever contained it', async () => {
    await expect(composer(page)).toHaveValue(question);
    await expect(composer(page)).toBeFocused();
    expect(await page.evaluate(() => localStorage.getItem('atrium.firstQuestion'))).toBeNull();
    expect(addresses.filter((address) => /tea|awake/.test(address))).toEqual([]);
  });

  const chat = await chatJourney(page, {
    url: url(),
    productPid: Number(process.env['ATRIUM_PRODUCT_PID']),
    prompt: 'Compare three kinds of tea in a table',
    title: /^Compare three kinds/,
    answer: (shown) => shown.getByRole('table'),
  });

  await test.step('log out and in again', async () => {
    await page.getByRole('button', { name: /Settings/ }).click();
    await page.getByRole('tab', { name: 'Account' }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page.getByRole('dialog', { name: 'Settings' })).toBeHidden();
    await expect(page.getByRole('complementary', { name: 'Chats' })).toHaveCount(0);
    await page.goto(url('/auth/login'));
    await page.locator('#app').getByLabel('Email').fill(email);
    await page.locator('#app').getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(composer(page)).toBeVisible();
    await expect(chat).toBeVisible();
  });

  expect(problems).toEqual([]);
});
