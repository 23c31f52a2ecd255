import type { CDPSession, Locator } from 'playwright/test';
import { sendPrompt, expect, test } from './fixtures.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/** The center of what is shown. */
const middleOf = async (shown: Locator) => {
  const box = await shown.boundingBox();
  if (!box) throw new Error('It is not in sight.');
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
};
const touch = (
  devtools: CDPSession,
  type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel',
  ...touchPoints: object[]
) =>
  devtools.send('Input.dispatchTouchEvent', { type, touchPoints } as Parameters<CDPSession['send']>[1] & {
    type: typeof type;
    touchPoints: { x: number; y: number }[];
  });

test('on a phone a chat is held, carried onto a collection, and let go', async ({ page, login, navigate }) => {
  await login('premium@atrium.test');
  await navigate('/');
  await sendPrompt(page, 'Tell me about ferries.');
  await page.getByRole('button', { name: 'Show chats' }).tap();
  const collection = `Boats ${Date.now()}`;
  await page.getByRole('button', { name: 'Create collection' }).tap();
  await page.getByRole('textbox', { name: 'Name' }).fill(collection);
  await page.getByRole('button', { name: 'Save' }).tap();
  const target = page.getByRole('button', { name: collection, exact: true });
  await expect(target).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();

  const devtools = await page.context().newCDPSession(page);
  const dragging = page.getByLabel('Dragging');
  const chat = page.getByRole('region', { name: 'Chats', exact: true }).locator('a[aria-current=page]');
  await expect(async () => {
    await touch(devtools, 'touchStart', await middleOf(chat));
    try {
      await expect(dragging).toContainText('picked up', { timeout: 2000 });
    } catch (error) {
      // Lifting the finger would be a tap, which opens the chat and closes the list.
      await touch(devtools, 'touchCancel');
      throw error;
    }
  }).toPass();
  // The list may still move under the finger, for example when the title of the chat arrives.
  await expect(async () => {
    const { x, y } = await middleOf(target);
    await touch(devtools, 'touchMove', { x, y: y + 3 });
    await touch(devtools, 'touchMove', { x, y });
    await expect(dragging).toContainText(`Over the collection ${collection}.`, { timeout: 1000 });
  }).toPass();
  await touch(devtools, 'touchEnd');
  await expect(page.getByText(`is in ${collection} now`)).toBeVisible();

  await page.getByRole('button', { name: `Options for ${collection}` }).tap();
  await page.getByRole('menuitem', { name: 'Delete' }).tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).tap();
  await expect(target).toBeHidden();
});
