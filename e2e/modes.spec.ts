import type { Page } from 'playwright/test';
import { sendPrompt, attach, expect, test } from './fixtures.ts';

const conversation = (page: Page) => page.getByRole('list', { name: 'Conversation' });
const mode = (page: Page, name: string) => page.getByRole('button', { name: `${name} mode`, exact: true });

test('research reads the files of the chat and names them; a regenerated answer is research again', async ({
  page,
  login,
  navigate,
}) => {
  await login('premium@atrium.test');
  await navigate('/');
  await attach(page, {
    name: 'lamps.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('The lamp of the lighthouse burns whale oil and turns once a minute.'),
  });
  await mode(page, 'Research').click();
  await sendPrompt(page, 'What does the lamp burn?');
  await expect(conversation(page)).toContainText('The lamp of the lighthouse burns whale oil');
  await expect(conversation(page)).toContainText('Files read');
  await expect(mode(page, 'Research')).toHaveAttribute('aria-pressed', 'false');
  await page.reload();
  const again = page.waitForRequest('**/api/aiControllerStream');
  await page.getByRole('button', { name: 'Regenerate answer' }).click();
  expect((await again).postDataJSON()).toMatchObject({ deepResearch: true });
  await expect(page.getByText('2 / 2')).toBeVisible();
});

test('image mode creates a picture, which opens over everything else', async ({ page, login, navigate }) => {
  await login('premium@atrium.test');
  await navigate('/');
  await mode(page, 'Image').click();
  await sendPrompt(page, 'A lighthouse in the fog');
  await expect(mode(page, 'Image')).toHaveAttribute('aria-pressed', 'true');
  const saved = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download', exact: true }).click();
  expect((await saved).suggestedFilename()).toMatch(/^picture\./);
  await page.getByRole('button', { name: 'Zoom image: A lighthouse in the fog' }).click();
  await expect(page.getByRole('dialog').getByRole('img')).toBeVisible();
  const shown = await page.getByRole('dialog').getByRole('img').boundingBox();
  expect(shown?.width).toBeGreaterThanOrEqual(300);
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Download' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a draft of a secure chat is not written down', async ({ page, login, navigate }) => {
  /** What is typed is stored a moment later, or when the page ends. */
  const storedAtTheEnd = () =>
    page.evaluate(() => {
      dispatchEvent(new Event('pagehide'));
      return JSON.stringify([sessionStorage, localStorage]);
    });
  await login('admin@atrium.test');
  await navigate('/');
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill('A plain thought');
  expect(await storedAtTheEnd()).toContain('plain thought');
  await message.fill('');
  await mode(page, 'Secure').click();
  await sendPrompt(page, 'Between us');
  await message.fill('A very secret thought');
  expect(await storedAtTheEnd()).not.toContain('very secret');
});
