import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { expect, forgetSession, test } from './fixtures.ts';

const premium = 'premium@atrium.test';
const list = (page: Page) => page.getByRole('region', { name: 'Chats', exact: true });
const links = (page: Page) => list(page).getByRole('link');

test('the palette is opened by its shortcut, finds a command by its characters, and ? opens the list of shortcuts', async ({
  page,
  login,
  navigate,
}) => {
  await login(premium);
  await navigate('/');
  await expect(links(page).first()).toBeVisible();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Commands' });
  await expect(field).toBeFocused();
  await field.fill('set acc');
  await expect(page.getByRole('option', { selected: true })).toHaveText(/Settings: Account/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('link', { name: 'New Chat' }).focus();
  await page.keyboard.press('?');
  await expect(page.getByText('Open the commands')).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a memory is written, changed and deleted, and memory is switched off and on', async ({
  page,
  login,
  navigate,
}) => {
  await login(premium);
  await navigate('/');
  const bar = page.getByRole('complementary', { name: 'Memory' });
  await bar.getByRole('button', { name: 'Add a memory' }).click();
  await page.getByRole('textbox', { name: /should remember/ }).fill('I keep bees.');
  await page.getByRole('button', { name: 'Save' }).click();
  await bar.getByRole('button', { name: 'Edit memory: I keep bees.' }).click();
  await page.getByRole('textbox', { name: /should remember/ }).fill('I keep goats.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(bar.getByText('I keep goats.')).toBeVisible();
  await bar.getByRole('switch').uncheck();
  await page.reload();
  await expect(bar.getByText(/nothing new is saved/)).toBeVisible();
  await bar.getByRole('switch').check();
  await bar.getByRole('button', { name: 'Delete memory: I keep goats.' }).click();
  await expect(bar.getByText('I keep goats.')).toBeHidden();
});

test('all data of a user is downloaded, and another account imports it', async ({ page, login, navigate }) => {
  await login(premium);
  await navigate('/');
  await expect(links(page).first()).toBeVisible();
  const openData = async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Commands' }).fill('export');
    await page.keyboard.press('Enter');
  };
  await openData();
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download my data' }).click();
  const file = await readFile(await (await downloading).path());

  await forgetSession(page);
  await login('admin@atrium.test');
  await navigate('/');
  await expect(page.getByRole('link', { name: 'New Chat' })).toBeVisible();
  await openData();
  await page
    .getByLabel('File to import')
    .setInputFiles({ name: 'mine.zip', mimeType: 'application/zip', buffer: file });
  await expect(page.getByText(/\d+ chats?, .* added/)).toBeVisible({ timeout: 60_000 });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(links(page).first()).toBeVisible();
});
