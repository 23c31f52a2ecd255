import type { Locator, Page } from 'playwright/test';
import { openAccount, signUp } from './device-journey.ts';
import { expect, password, test, url } from './fixtures.ts';

/** Moves the focus with Tab alone, as a user without a pointer does. Fails if the target is never reached. */
const tabTo = async (page: Page, target: Locator): Promise<void> => {
  await expect(target).toBeVisible();
  for (let step = 0; step < 40; step += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(target).toBeFocused();
};

const type = async (page: Page, label: string, text: string): Promise<void> => {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
};

test('a user signs up, is onboarded, logs out and logs in with the keyboard only', async ({ page, navigate }) => {
  const email = `keys-${Date.now()}@example.org`;

  await test.step('the sign-up shows the error at the focused field', async () => {
    await navigate('/auth/signup');
    await type(page, 'First name', 'Ada');
    await type(page, 'Last name', 'Lovelace');
    await type(page, 'Email', 'ada@');
    await type(page, 'Password', 'Atrium');
    await page.keyboard.press('Enter');
    const address = page.locator('#app').getByLabel('Email');
    await expect(address).toBeFocused();
    await expect(address).toHaveAccessibleDescription('Please enter a valid email address');
    await expect(page.locator('#app').getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
      /^The password needs .*1 digit ?, not met yet/,
    );
  });

  await test.step('the terms open and close, and the focus is back', async () => {
    const terms = page.getByRole('button', { name: 'terms of service' });
    await tabTo(page, terms);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: /terms/i })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(terms).toBeFocused();
  });

  await test.step('the fields are corrected', async () => {
    await page.locator('#app').getByLabel('Email').focus();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(email);
    await page.keyboard.press('Tab');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(password);
    await tabTo(
      page,
      page.getByRole('button', { name: 'Hide password' }).or(page.getByRole('button', { name: 'Show password' })),
    );
    await page.keyboard.press('Space');
    await expect(page.locator('#app').getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
    await tabTo(page, page.getByRole('button', { name: 'Create account' }));
    await page.keyboard.press('Enter');
  });

  await test.step('the onboarding', async () => {
    await expect(page).toHaveURL(url('/onboarding'));
    await tabTo(page, page.getByRole('button', { name: 'Next' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'One last question' })).toBeFocused();
    await tabTo(page, page.getByRole('button', { name: 'Finish' }));
    await page.keyboard.press('Enter');
    await expect(page.getByText('Please select an option.')).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Friend' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('radio', { name: 'YouTube' })).toBeChecked();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(url('/'));
  });

  await test.step('out, by the settings', async () => {
    await tabTo(page, page.getByRole('button', { name: /Settings$/ }));
    await page.keyboard.press('Enter');
    const settings = page.getByRole('dialog', { name: 'Settings' });
    await expect(settings).toBeVisible();
    await tabTo(page, settings.getByRole('tab', { name: 'Personalization' }));
    await page.keyboard.press('ArrowRight');
    await tabTo(page, settings.getByRole('button', { name: 'Log out' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('and in again', async () => {
    await tabTo(page, page.getByRole('link', { name: 'Login' }).first());
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(url('/auth/login'));
    await type(page, 'Email', email);
    await type(page, 'Password', password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: /Settings$/ })).toBeVisible();
  });
});

test('a user changes the address and deletes the profile with the keyboard only', async ({ page }) => {
  const email = await signUp(page, 'hands');
  const settings = await openAccount(page);
  const field = settings.getByRole('textbox', { name: 'Email' });
  await tabTo(page, field);
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(/^Email cannot be the same as existing\./);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(`new-${email}`);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Confirm your password' });
  await expect(dialog.getByRole('textbox', { name: 'Password' })).toBeFocused();
  await page.keyboard.type(`${password}\n`);
  await expect(dialog).toBeHidden();
  await expect(settings.getByText(`We’ve sent a link to new-${email}.`)).toBeVisible();

  await tabTo(page, settings.getByRole('button', { name: 'Delete profile' }));
  await page.keyboard.press('Enter');
  const end = page.getByRole('dialog', { name: 'Delete profile' });
  await expect(end.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('delete\n');
  await expect(page.getByText('Goodbye :(')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible();
});
