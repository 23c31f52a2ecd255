import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { ask, expect, test } from './fixtures.ts';

const premium = 'premium@atrium.test';
const list = (page: Page) => page.getByRole('region', { name: 'Chats', exact: true });
const links = (page: Page) => list(page).getByRole('link');

/** Opens the menu of the chat with this title, and chooses an item. */
const choose = async (page: Page, title: string, item: string) => {
  await list(page).getByRole('link', { name: title, exact: true }).hover();
  await page.getByRole('button', { name: `Options of ${title}`, exact: true }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
};

/** Renames the newest chat, so that this journey knows it. */
const rename = async (page: Page, title: string) => {
  await expect(links(page).first()).toHaveAttribute('aria-current', 'page');
  await links(page).first().hover();
  await links(page)
    .first()
    .locator('..')
    .getByRole('button', { name: /^Options of/ })
    .click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Chat title' }).fill(title);
  await page.keyboard.press('Enter');
  await expect(list(page).getByRole('link', { name: title, exact: true })).toBeVisible();
};
const newChat = async (page: Page, prompt: string, title: string) => {
  await page.getByRole('link', { name: 'New Chat' }).click();
  await expect(page).not.toHaveURL(/chat=/);
  await ask(page, prompt);
  await rename(page, title);
};

test('a chat is pinned, put into the archive, and taken out of it; several are deleted and brought back', async ({
  page,
  login,
  navigate,
}) => {
  await login(premium);
  await navigate('/');
  await newChat(page, 'Tell me about harbours.', 'Harbours');
  await newChat(page, 'Tell me about canals.', 'Canals');

  await choose(page, 'Harbours', 'Pin');
  const pinned = page.getByRole('region', { name: 'Pinned' });
  await expect(pinned.getByRole('link', { name: 'Harbours' })).toBeVisible();
  await page.reload();
  await expect(pinned.getByRole('link', { name: 'Harbours' })).toBeVisible();

  await choose(page, 'Canals', 'Archive');
  await expect(page.getByText('“Canals” is in the archive now.')).toBeVisible();
  await expect(list(page).getByRole('link', { name: 'Canals', exact: true })).toBeHidden();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Commands' }).fill('archive');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Take Canals out of the archive' }).click();
  await expect(page.getByText('“Canals” is in the list again.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(list(page).getByRole('link', { name: 'Canals', exact: true })).toBeVisible();

  await choose(page, 'Harbours', 'Select');
  await list(page)
    .getByText('Canals', { exact: true })
    .click({ modifiers: ['Shift'] });
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Delete selected chats' }).click();
  await expect(list(page).getByRole('link', { name: /^(Harbours|Canals)$/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(list(page).getByRole('link', { name: /^(Harbours|Canals)$/ })).toHaveCount(2);
});

test('the palette is opened by its key, finds a command by its letters, and the sheet of keys by ?', async ({
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
  await expect(bar.getByText(/nothing is remembered/)).toBeVisible();
  await bar.getByRole('switch').check();
  await bar.getByRole('button', { name: 'Delete memory: I keep goats.' }).click();
  await expect(bar.getByText('I keep goats.')).toBeHidden();
});

test('all of one’s data is downloaded, and another account takes it in', async ({ page, login, navigate }) => {
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

  await page.context().clearCookies();
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
