import type { Page } from 'playwright/test';
import { sendPrompt, expect, test } from './fixtures.ts';

const premium = 'premium@atrium.test';
const list = (page: Page) => page.getByRole('region', { name: 'Chats', exact: true });
const link = (page: Page, title: string) => list(page).getByRole('link', { name: title, exact: true });
/** The button of the banner with these words, since there may be other banners. */
const undo = (page: Page, words: string) =>
  page.getByRole('listitem').filter({ hasText: words }).getByRole('button', { name: 'Undo' });

/** Opens the menu of the chat with this title, and chooses an item. */
const choose = async (page: Page, title: string, item: string) => {
  await link(page, title).hover();
  await page.getByRole('button', { name: `Options for ${title}`, exact: true }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
};

/** Creates a chat with this title. */
const newChat = async (page: Page, prompt: string, title: string) => {
  await page.getByRole('link', { name: 'New Chat' }).click();
  await expect(page).not.toHaveURL(/chat=/);
  await sendPrompt(page, prompt);
  const open = list(page).locator('a[aria-current=page]');
  await open.hover();
  await open
    .locator('..')
    .getByRole('button', { name: /^Options for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Chat title' }).fill(title);
  await page.keyboard.press('Enter');
  await expect(link(page, title)).toBeVisible();
};

test('a chat is pinned, archived, and restored; one and several are deleted and restored', async ({
  page,
  login,
  navigate,
}) => {
  await login(premium);
  await navigate('/');
  const [harbours, canals] = ['Harbours', 'Canals'].map((title) => `${title} ${Date.now()}`) as [string, string];
  const both = list(page).getByRole('link', { name: new RegExp(`^(${harbours}|${canals})$`) });
  await newChat(page, 'Tell me about harbours.', harbours);
  await newChat(page, 'Tell me about canals.', canals);

  await choose(page, harbours, 'Pin');
  const pinned = page.getByRole('region', { name: 'Pinned' });
  await expect(pinned.getByRole('link', { name: harbours })).toBeVisible();
  await page.reload();
  await expect(pinned.getByRole('link', { name: harbours })).toBeVisible();

  await choose(page, canals, 'Archive');
  await expect(page.getByText(`“${canals}” was archived.`)).toBeVisible();
  await expect(link(page, canals)).toBeHidden();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await page.getByRole('button', { name: `Unarchive ${canals}` }).click();
  await expect(page.getByText(`“${canals}” is back in your chats.`)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(link(page, canals)).toBeVisible();

  await choose(page, canals, 'Delete');
  await expect(link(page, canals)).toBeHidden();
  await undo(page, `“${canals}” deleted.`).click();
  await expect(link(page, canals)).toBeVisible();

  const deleteBoth = async () => {
    await choose(page, harbours, 'Select');
    await expect(page.getByText('1 selected')).toBeVisible();
    await list(page).getByText(canals, { exact: true }).click();
    await expect(page.getByText('2 selected')).toBeVisible();
    await page.getByRole('button', { name: 'Delete selected chats' }).click();
    await expect(both).toHaveCount(0);
  };
  await deleteBoth();
  await undo(page, '2 chats deleted.').click();
  await expect(both).toHaveCount(2);
  await expect(pinned.getByRole('link', { name: harbours })).toBeVisible();
  await deleteBoth();
  await page.reload();
  await expect(list(page).getByRole('link').first()).toBeVisible();
  await expect(both).toHaveCount(0);
});
