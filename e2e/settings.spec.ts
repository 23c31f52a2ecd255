import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { openAccount, signUp } from './device-journey.ts';
import { expect, test, url, watchProblems } from './fixtures.ts';

const picture = join(import.meta.dirname, '../shell/public/icon-512.png');

const openSettings = async (page: Page, tab: string) => {
  await page.goto(url('/'));
  await page.getByRole('button', { name: /Settings$/ }).click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('tab', { name: tab }).click();
  return settings;
};

test('a picture is cropped and uploaded, and shown in the bar, even after a reload', async ({ page }) => {
  const problems = watchProblems(page);
  await signUp(page, 'grace');
  const settings = await openAccount(page);
  await settings.getByLabel('Picture file').setInputFiles(picture);

  const cut = page.getByRole('dialog', { name: 'Profile picture' });
  const frame = cut.getByRole('application');
  const image = cut.locator('img');
  await expect(frame).toBeVisible();
  await cut.getByRole('slider', { name: 'Zoom' }).fill('1.5');
  await expect(image).toHaveAttribute('style', /translate\(0px, 0px\)/);
  await frame.dragTo(frame, { sourcePosition: { x: 150, y: 150 }, targetPosition: { x: 190, y: 170 } });
  await expect(image).toHaveAttribute('style', /translate\(40px, 20px\)/);
  await frame.press('ArrowRight');
  await expect(image).toHaveAttribute('style', /translate\(30px, 20px\)/);
  await cut.getByRole('button', { name: 'Save picture' }).click();

  await expect(page.getByText('Image uploaded!')).toBeVisible();
  await expect(cut).toBeHidden();
  const user = (await (await page.request.get(url('/api/user'))).json()) as { avatarImageUrl: string };
  const stored = await page.request.get(url(user.avatarImageUrl));
  const bytes = await stored.body();
  // Width and height in the header of a PNG.
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([300, 300]);

  await page.reload();
  await expect(page.locator(`img[src="${user.avatarImageUrl}"]`).first()).toBeVisible();
  expect(problems).toEqual([]);
});

test('settings that are opened again look as before', async ({ page, login }) => {
  await login('premium@atrium.test');
  const settings = await openSettings(page, 'Personalization');
  const layout = () =>
    settings.getByRole('region', { name: 'Appearance' }).evaluate((section) => getComputedStyle(section).display);
  expect(await layout()).toBe('grid');
  await page.keyboard.press('Escape');
  await expect(settings).toBeHidden();
  await page.getByRole('button', { name: /Settings$/ }).click();
  await expect(settings).toBeVisible();
  await expect.poll(layout).toBe('grid');
});

test('typed text is saved automatically, and an hour for the reminder is stored with its time zone', async ({
  page,
}) => {
  const problems = watchProblems(page);
  await signUp(page, 'joan');
  let settings = await openSettings(page, 'Personalization');
  await settings.getByLabel('Display name').fill('Captain');
  await expect(page.getByText('Successfully updated info.')).toBeVisible();
  await settings.getByRole('tab', { name: 'Notifications' }).click();
  await expect(settings.getByText('Notifications are not set up on this installation.')).toBeVisible();
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/api/updateUser'));
  await settings.getByRole('combobox', { name: 'Reminder' }).selectOption({ value: '9' });
  expect((await saved).status()).toBe(200);

  settings = await openSettings(page, 'Notifications');
  await expect(settings.getByRole('combobox', { name: 'Reminder' })).toHaveValue('9');
  await settings.getByRole('tab', { name: 'Personalization' }).click();
  await expect(settings.getByLabel('Display name')).toHaveValue('Captain');
  const user = await page.request.get(url('/api/user'));
  expect(await user.json()).toMatchObject({ reminderHour: 9, timeZone: expect.any(String) });
  expect(problems).toEqual([]);
});

test('a product admin connects a workspace service by giving consent, and disconnects it', async ({ page, login }) => {
  const problems = watchProblems(page);
  await login('admin@atrium.test');
  let settings = await openSettings(page, 'Integrations');
  await settings.getByRole('button', { name: 'Connect Microsoft' }).click();
  await expect(page.getByRole('heading', { name: 'Let Atrium read your Microsoft account' })).toBeVisible();
  await expect(page.getByText('Mail.Read')).toBeVisible();
  await page.getByRole('button', { name: /premium@atrium\.test/ }).click();

  await expect(page.getByText('Microsoft Services successfully connected')).toBeVisible();
  settings = page.getByRole('dialog', { name: 'Settings' });
  await expect(settings.getByText(/premium@atrium\.test.*Reads calendar, mail, and files/)).toBeVisible();
  await settings.getByRole('button', { name: 'Disconnect Microsoft' }).click();
  await page.getByRole('dialog').last().getByRole('button', { name: 'Disconnect', exact: true }).click();
  await expect(page.getByText('Disconnected from Microsoft services.')).toBeVisible();
  await expect(settings.getByRole('button', { name: 'Connect Microsoft' })).toBeVisible();
  expect(problems).toEqual([]);
});
