import type { Page } from 'playwright/test';
import { sendPrompt, expect, forgetSession, test } from './fixtures.ts';

const premium = 'premium@atrium.test';
const makeCollection = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Create collection' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('radio', { name: 'Star' }).check({ force: true });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
};
/** The row of the open chat, wherever it is in the list. */
const openRow = (page: Page) =>
  page.getByRole('region', { name: 'Chats', exact: true }).locator('a[aria-current=page]');
const expectTicked = async (page: Page, collection: string) => {
  // A row that is rendered again at this moment, for example when its title arrives, closes its menu. Then the menu is
  // opened again.
  await expect(async () => {
    await openRow(page).hover({ timeout: 2000 });
    await openRow(page)
      .locator('..')
      .getByRole('button', { name: /^Options for/ })
      .click({ timeout: 2000 });
    await page.getByRole('menuitem', { name: 'Collections' }).click({ timeout: 2000 });
  }).toPass();
  await expect(page.getByRole('checkbox', { name: collection })).toBeChecked();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
};
const remove = async (page: Page, collection: string) => {
  await page.getByRole('button', { name: collection, exact: true }).hover();
  await page.getByRole('button', { name: `Options for ${collection}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: collection, exact: true })).toBeHidden();
};

test('a collection is created, and a chat is moved to it with the mouse and with keys', async ({
  page,
  login,
  navigate,
}) => {
  await login(premium);
  await navigate('/');
  await sendPrompt(page, 'Tell me about lighthouses.');
  // Earlier attempts may have left theirs.
  const [towers, coasts] = ['Towers', 'Coasts'].map((name) => `${name} ${Date.now()}`) as [string, string];
  await makeCollection(page, towers);
  await makeCollection(page, coasts);

  const target = page.getByRole('button', { name: towers, exact: true });
  await expect(target).toBeVisible();
  await expect(async () => {
    await openRow(page).hover();
    await page.mouse.down();
    await target.hover();
    await target.hover({ position: { x: 20, y: 10 } });
    await page.mouse.up();
    await expect(page.getByText(`is in ${towers} now`)).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expectTicked(page, towers);

  await openRow(page).focus();
  await page.keyboard.press('Space');
  await expect(page.getByLabel('Dragging')).toContainText('picked up');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByLabel('Dragging')).toContainText(`Over the collection ${coasts}.`);
  await page.keyboard.press('Space');
  await expect(page.getByText(`is in ${coasts} now`)).toBeVisible();
  await expectTicked(page, coasts);
  await remove(page, coasts);
  await remove(page, towers);
});

test('a chat is found by its messages, and opened by keyboard', async ({ page, login, navigate }) => {
  await login(premium);
  await navigate('/');
  await page.getByRole('button', { name: 'Search chats' }).click();
  // Users type before the field is ready. What they typed is in it afterwards.
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.type('never full while somebody');
  const found = page.getByRole('listbox', { name: 'Chats found' }).getByRole('option');
  await expect(found).toHaveCount(1);
  await expect(found.locator('mark').last()).toHaveText('never full while somebody');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?chat=[0-9a-f]{24}$/);
  await expect(page.getByRole('dialog')).toBeHidden();
  const message = page.getByRole('listitem').filter({ hasText: 'never full while somebody' });
  await expect(message).toBeFocused();
  await expect(message).toBeInViewport();
});

test('an agent is built with a file, shared by its link, and saved by another user as their own', async ({
  page,
  login,
  navigate,
}) => {
  const keeper = `Keeper ${Date.now()}`;
  await login(premium);
  await navigate('/');
  await page.getByRole('button', { name: 'Build agent' }).click();
  await page.getByRole('button', { name: 'Build Manually' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(keeper);
  await page.getByRole('textbox', { name: 'Instructions' }).fill('Speak like a lighthouse keeper.');
  await page
    .getByLabel('Choose files')
    .setInputFiles({ name: 'rules.txt', mimeType: 'text/plain', buffer: Buffer.from('Mention the sea.') });
  await expect(page.getByRole('button', { name: 'Remove rules.txt' })).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  // Nobody has clicked it yet (B4.37).
  const item = page.getByRole('button', { name: `${keeper} (New)`, exact: true });
  await expect(item).toBeVisible();

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await item.hover();
  await page.getByRole('button', { name: `Options for ${keeper}` }).click();
  await page.getByRole('menuitem', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Copy Link' }).click();
  await expect(page.getByText('Copied to clipboard.')).toBeVisible();
  const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));
  expect(link.search).toMatch(/^\?agent=[0-9a-f]{24}$/);

  await forgetSession(page);
  await login('admin@atrium.test');
  await navigate(`/${link.search}`);
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(keeper);
  await expect(page.getByRole('button', { name: 'Remove rules.txt' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Name' }).fill(`My ${keeper}`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: `My ${keeper} (New)`, exact: true })).toBeVisible();
  await expect(page).not.toHaveURL(/agent=/);
});
