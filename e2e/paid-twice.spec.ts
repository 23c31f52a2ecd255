import type { Page } from 'playwright/test';
import { signUp } from './device-journey.ts';
import { composer, expect, test, url, watchProblems } from './fixtures.ts';

const openBilling = async (page: Page) => {
  await page.goto(url('/'));
  await page.getByRole('button', { name: /Settings$/ }).click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('tab', { name: 'Billing' }).click();
  await expect(settings.getByText(/^Renews on .* for \$10\.00\.$/)).toBeVisible();
  return settings;
};
const pay = (page: Page) => page.getByRole('button', { name: /^Pay/ }).click();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('a user who subscribes in two tabs at once pays once', async ({ page, context }) => {
  test.slow();
  const problems = watchProblems(page);
  await signUp(page, 'two-tabs');
  const other = await context.newPage();
  await Promise.all([page, other].map((tab) => tab.goto(url('/subscribe'))));
  for (const tab of [page, other])
    await expect(tab.getByRole('heading', { name: 'Subscribe to Atrium' })).toBeVisible();
  expect(other.url()).toBe(page.url());

  await pay(page);
  await expect(composer(page)).toBeVisible();
  await pay(other);
  await expect(other.getByRole('heading', { name: 'Already paid' })).toBeVisible();

  await test.step('Back after paying opens no other checkout', async () => {
    for (let step = 0; step < 2; step += 1) {
      await page.goBack();
      expect(new URL(page.url()).pathname).not.toBe('/subscribe');
    }
  });

  const settings = await openBilling(page);
  await expect(settings.getByRole('list', { name: 'Invoices' }).getByRole('listitem')).toHaveCount(1);
  await test.step('the plan becomes yearly for the amount on the button', async () => {
    await settings.getByRole('button', { name: 'Switch to yearly' }).click();
    const question = page.getByRole('dialog', { name: 'Pay yearly' });
    await expect(question).toContainText('From today your plan costs $96.00 per year.');
    await question.getByRole('button', { name: /^Pay \$8\d\.\d\d$/ }).click();
    await expect(settings.getByText(/^Renews on .* for \$96\.00\.$/)).toBeVisible();
    await expect(settings.getByRole('list', { name: 'Invoices' }).getByRole('listitem')).toHaveCount(2);
  });
  await expect(settings.getByRole('list', { name: 'Plans' })).toHaveCount(0);
  expect(problems).toEqual([]);
});

test('a second payment that arrives nevertheless is refunded, and an email says so', async ({ page, context }) => {
  test.slow();
  const problems = watchProblems(page);
  const email = await signUp(page, 'paid-twice');
  await test.step('a plan whose renewal is not paid', async () => {
    await page.goto(url('/subscribe'));
    await pay(page);
    await expect(composer(page)).toBeVisible();
    await page.goto(url('/local/portal'));
    await page.getByLabel('New card number').fill('4000 0000 0000 0341');
    await press(page, 'Use this card');
    await press(page, 'To the renewal');
    for (let day = 0; day < 2; day += 1) await press(page, 'One day');
    await expect(page.getByRole('alert')).toContainText('The payment of $10.00 failed.');
  });

  const other = await context.newPage();
  await test.step('one tab subscribes again, the other restores the plan with another card', async () => {
    await other.goto(url('/subscribe'));
    await expect(other.getByRole('heading', { name: 'Subscribe to Atrium' })).toBeVisible();
    await page.getByLabel('New card number').fill('4242 4242 4242 4242');
    await press(page, 'Use this card');
    await expect(page.getByText(/Renews on/)).toBeVisible();
  });
  await test.step('the first one pays', async () => {
    await pay(other);
    await expect(other.getByText(/Your second payment is on its way back to you/)).toBeVisible();
    await expect(composer(other)).toBeVisible();
  });
  await test.step('an email says so', async () => {
    await page.goto(url('/local/mail'));
    const received = page.getByRole('listitem').filter({ hasText: email }).filter({ hasText: 'second payment' });
    await expect(received).toHaveCount(1);
    await received.getByRole('link').click();
    const text = page.frameLocator('iframe[title="The email"]');
    await expect(text.getByText('Refunded', { exact: true })).toBeVisible();
    await expect(text.getByText('$10.00', { exact: true })).toBeVisible();
  });
  await test.step('one plan continues, and the settings show the refund', async () => {
    const settings = await openBilling(page);
    await expect(settings.getByRole('list', { name: 'Plans' })).toHaveCount(0);
    const refunds = settings.getByRole('list', { name: 'Refunds' });
    await expect(refunds.getByRole('listitem')).toHaveText(/^\$10\.00.*Refunded/);
    const opened = context.waitForEvent('page');
    await refunds.getByRole('link', { name: /^View the refund/ }).click();
    await expect((await opened).getByRole('heading', { name: /^Credit note ATR-/ })).toBeVisible();
  });
  expect(problems).toEqual([]);
});
