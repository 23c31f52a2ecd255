import type { Page } from 'playwright/test';
import { ask, expect, test } from './fixtures.ts';

const premium = 'premium@atrium.test';
const bar = (page: Page) => page.getByRole('complementary').first();

const makeCollection = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Create collection' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('radio', { name: 'Star' }).check({ force: true });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
};
const chatRow = (page: Page) => page.getByRole('region', { name: 'Chats' }).getByRole('link').first();
const expectTicked = async (page: Page, collection: string) => {
  await chatRow(page).hover();
  await page
    .getByRole('button', { name: /^Options of/ })
    .last()
    .focus();
  await chatRow(page).locator('..').getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Collections' }).click();
  await expect(page.getByRole('checkbox', { name: collection })).toBeChecked();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
};
const remove = async (page: Page, collection: string) => {
  await page.getByRole('button', { name: collection, exact: true }).hover();
  await page.getByRole('button', { name: `Options of ${collection}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: collection, exact: true })).toBeHidden();
};

test('a collection is made, and a chat is dragged onto it by mouse and by keys', async ({ page, login, navigate }) => {
  await login(premium);
  await navigate('/');
  await ask(page, 'Tell me about lighthouses.');
  await makeCollection(page, 'Towers');
  await makeCollection(page, 'Coasts');
  await expect(bar(page)).toBeVisible();

  const engine = page.waitForResponse(/drag-engine|async/);
  await page.reload();
  await engine.catch(() => undefined);
  const target = page.getByRole('button', { name: 'Towers', exact: true });
  await expect(target).toBeVisible();
  await expect(async () => {
    await chatRow(page).hover();
    await page.mouse.down();
    await target.hover();
    await target.hover({ position: { x: 20, y: 10 } });
    await page.mouse.up();
    await expect(page.getByText(/is in Towers now/)).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expectTicked(page, 'Towers');

  await chatRow(page).focus();
  await page.keyboard.press('Space');
  await expect(page.getByLabel('Dragging')).toContainText('is picked up');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByLabel('Dragging')).toContainText('Over the collection Coasts.');
  await page.keyboard.press('Space');
  await expect(page.getByText(/is in Coasts now/)).toBeVisible();
  await expectTicked(page, 'Coasts');
  await remove(page, 'Coasts');
  await remove(page, 'Towers');
});
