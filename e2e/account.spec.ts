import type { Page } from 'playwright/test';
import { expectAccessible } from './accessible.ts';
import { isVisitor, openAccount, signUp } from './device-journey.ts';
import { expect, password, test, url } from './fixtures.ts';

const logIn = async (page: Page, email: string) => {
  await page.goto(url('/auth/login'));
  await page.locator('#app').getByLabel('Email').fill(email);
  await page.locator('#app').getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
};

/** Expects a visitor's main screen, without an open dialog. */
const isAtTheDoor = async (page: Page) => {
  await isVisitor(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(url('/'));
};

const refused = 'The email address or the password is incorrect.';

test('the email address is changed with the password and a link, and the old one no longer logs in', async ({
  page,
}) => {
  const old = await signUp(page, 'ada');
  const email = `new-${old}`;

  await test.step('a wrong password keeps the dialog open, the right one sends the link', async () => {
    const settings = await openAccount(page);
    await settings.getByRole('textbox', { name: 'Email' }).fill(email);
    await settings.getByRole('button', { name: 'Change email' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm your password' });
    const field = dialog.getByRole('textbox', { name: 'Password' });
    await expect(field).toBeFocused();
    await field.fill('Guess1!');
    await field.press('Enter');
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveValue('Guess1!');
    await field.fill(password);
    await field.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(
      page.getByText('An email has been sent to the new address. Please confirm by clicking the link received.'),
    ).toBeVisible();
    await expect(settings.getByRole('textbox', { name: 'Email' })).toHaveValue(old);
  });

  await test.step('the link in the email makes the change', async () => {
    const received = page.getByRole('link').filter({ hasText: `To ${email}` });
    await expect(async () => {
      await page.goto(url('/local/mail'));
      await expect(received).toBeVisible({ timeout: 500 });
    }).toPass();
    await received.click();
    await page.frameLocator('iframe').getByRole('link', { name: 'Confirm new address' }).click();
    await page.waitForURL(/\/auth\/change/);
    await expect
      .poll(async () => ((await (await page.request.get(url('/api/user'))).json()) as { email?: string }).email)
      .toBe(email);
    const settings = await openAccount(page);
    await expect(settings.getByRole('textbox', { name: 'Email' })).toHaveValue(email);
  });

  await test.step('only the new address logs in', async () => {
    await page.getByRole('button', { name: 'Log out' }).click();
    await isAtTheDoor(page);
    await logIn(page, old);
    await expect(page.getByText(refused)).toBeVisible();
    await logIn(page, email);
    await expect(page.getByRole('button', { name: /Settings$/ })).toBeVisible();
  });
});

test('the account has no accessibility violation and does not scroll sideways', async ({ page }) => {
  await signUp(page, 'accessible');
  const settings = await openAccount(page);
  await expect(settings.getByRole('list', { name: 'Sessions' })).toBeVisible();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expectAccessible(page);
    const panel = settings.getByRole('tabpanel');
    expect(await panel.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
  }
});

test('a deleted profile is gone: the visitor’s main screen shows and the log-in fails', async ({ page }) => {
  const email = await signUp(page, 'edith');
  const settings = await openAccount(page);
  await settings.getByRole('button', { name: 'Delete profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete profile' });
  const end = dialog.getByRole('button', { name: 'Delete profile' });
  await expect(end).toBeDisabled();
  await dialog.getByLabel('Please enter "delete"').fill('delete');
  await end.click();
  await expect(page.getByText('Goodbye :(')).toBeVisible();
  await isAtTheDoor(page);
  await logIn(page, email);
  await expect(page.getByText(refused)).toBeVisible();
});
