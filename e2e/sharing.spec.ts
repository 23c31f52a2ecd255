import type { Page } from 'playwright/test';
import { violationsOf } from './accessible.ts';
import { sendPrompt, expect, test, url, watchProblems } from './fixtures.ts';

const conversation = (page: Page) => page.getByRole('list', { name: 'Conversation' });

/** Opens the share dialog of the current chat from its menu. */
const openShare = async (page: Page) => {
  const row = page.getByRole('complementary', { name: 'Chats' }).locator('[data-open=true]');
  await row.hover();
  await row.getByRole('button', { name: /^Options for / }).click();
  await page.getByRole('menuitem', { name: 'Share' }).click();
  return page.getByRole('dialog', { name: 'Share Chat' });
};

test('a chat is shared, read by a visitor, continued by another user, and gone when its link is revoked', async ({
  page,
  context,
  browser,
  login,
  navigate,
}) => {
  // Three browsers take part.
  test.slow();
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(url()).origin });
  const problems = watchProblems(page);
  await login('premium@atrium.test');
  await navigate('/');
  const prompt = `Tell me of whales ${Date.now()}`;

  const link = await test.step('the owner copies a link to a chat with a picture', async () => {
    const picture = { name: 'whale.png', mimeType: 'image/png', buffer: await page.screenshot() };
    await page.locator('input[type=file]').setInputFiles(picture);
    await expect(page.getByRole('button', { name: 'Remove whale.png' })).toBeVisible();
    await sendPrompt(page, prompt);
    const dialog = await openShare(page);
    await expect(
      dialog.getByText('For privacy, only messages sent before sharing will be visible to those with the link.'),
    ).toBeVisible();
    await dialog.getByRole('button', { name: 'Copy Link' }).click();
    await expect(page.getByText('Copied to clipboard.')).toBeVisible();
    await expect(dialog.getByRole('listitem')).toHaveCount(1);
    expect(await violationsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await sendPrompt(page, 'This comes later');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/\/\?id=[\w-]{32}$/);
    return copied;
  });

  const visitors = await browser.newContext();
  const visitor = await visitors.newPage();
  const picture =
    await test.step('a visitor reads the earlier messages, with the picture, and cannot write', async () => {
      const answer = await visitor.goto(link);
      expect(answer?.headers()).toMatchObject({
        'x-robots-tag': 'noindex, nofollow',
        'cache-control': 'private, no-store',
      });
      await expect(visitor.getByText('Shared by Priya Raman')).toBeVisible();
      await expect(conversation(visitor).getByText(prompt).first()).toBeVisible();
      await expect(visitor.getByText('This comes later')).toHaveCount(0);
      const image = visitor.getByRole('img', { name: 'whale.png' });
      await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0);
      await expect(visitor.getByRole('textbox', { name: 'Message' })).toHaveCount(0);
      for (const name of ['Join Today', 'Create a Team', 'Login'])
        await expect(visitor.getByRole('link', { name })).toBeVisible();
      expect(await violationsOf(visitor)).toEqual([]);
      const source = await image.getAttribute('src');
      return url(source ?? '');
    });
  expect((await visitors.request.get(picture)).status()).toBe(200);

  await test.step('another user continues with their own copy', async () => {
    const others = await browser.newContext();
    const reader = await others.newPage();
    const session = { email: 'member@atrium.test', password: 'Atrium1!' };
    const headers = { origin: new URL(url()).origin };
    expect((await reader.request.post(url('/api/auth/login'), { data: session, headers })).status()).toBe(200);
    await reader.goto(link);
    await expect(reader.getByText('Continue this chat')).toBeVisible();
    await sendPrompt(reader, 'And dolphins?');
    await expect(reader).toHaveURL(/\/\?chat=[0-9a-f]{24}$/);
    await reader.reload();
    await expect(conversation(reader).getByText(prompt).first()).toBeVisible();
    await expect(conversation(reader).getByText('And dolphins?').first()).toBeVisible();
    await expect(reader.getByText('Shared by Priya Raman')).toBeVisible();
    await others.close();
    await expect(page.getByText('And dolphins?')).toHaveCount(0);
  });

  await test.step('the owner revokes the link: page and picture are gone at once', async () => {
    const dialog = await openShare(page);
    await dialog.getByRole('button', { name: /^Revoke the link/ }).click();
    await page.getByRole('dialog', { name: 'Revoke link' }).getByRole('button', { name: 'Revoke' }).click();
    await expect(dialog.getByText('No one has a link to this chat.')).toBeVisible();
    expect((await visitors.request.get(picture)).status()).toBe(403);
    await visitor.reload();
    await expect(visitor.getByText('This chat is no longer shared')).toBeVisible();
    await expect(visitor.getByText(prompt)).toHaveCount(0);
  });
  await visitors.close();
  expect(problems).toEqual([]);
});

test('an answer is reported once, and its buttons disappear', async ({ page, login, navigate }) => {
  await login('premium@atrium.test');
  await navigate('/');
  await sendPrompt(page, 'Say something doubtful');
  const actions = page.getByRole('group', { name: 'Answer' });
  await actions.getByRole('button', { name: 'Report answer' }).click();
  await page.getByRole('dialog', { name: 'Report answer' }).getByRole('button', { name: 'Report' }).click();
  await expect(page.getByText('You have successfully reported this AI content.')).toBeVisible();
  await expect(actions).toHaveCount(0);
  await page.reload();
  await expect(conversation(page).getByText('Say something doubtful').first()).toBeVisible();
  await expect(actions).toHaveCount(0);
});
