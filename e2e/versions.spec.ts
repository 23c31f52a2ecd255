import type { Page } from 'playwright/test';
import { sendPrompt, composer, expect, test } from './fixtures.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const exchanges = (page: Page) => page.getByRole('list', { name: 'Conversation' }).locator('> li');
const version = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const edited = (page: Page) => page.getByRole('textbox', { name: 'Message to send instead' });
const queued = (page: Page) => page.getByRole('status', { name: 'Queued messages' });
const stopped = (page: Page) => expect(button(page, 'Stop')).toBeHidden({ timeout: 60_000 });
const prompts = async (page: Page, ...texts: string[]) => {
  await expect(exchanges(page)).toHaveCount(texts.length);
  for (const [index, text] of texts.entries()) await expect(exchanges(page).nth(index)).toContainText(text);
};

/** Opens the text area of the message at `index` by mouse: its button appears under the pointer. */
const edit = async (page: Page, index: number): Promise<void> => {
  const exchange = exchanges(page).nth(index);
  await exchange.hover();
  await exchange.getByRole('button', { name: 'Edit message' }).click();
};

test.beforeEach(async ({ login, navigate }) => {
  await login('premium@atrium.test');
  await navigate('/');
});

test('a sent message is edited, and both branches can be read, even after a reload', async ({ page }) => {
  await sendPrompt(page, 'Name a river');
  await sendPrompt(page, 'And a lake');
  await edit(page, 0);
  await expect(edited(page)).toBeFocused();
  await expect(edited(page)).toHaveValue('Name a river');
  await edited(page).fill('Name a mountain');
  await button(page, 'Save & Send').click();
  await prompts(page, 'Name a mountain');
  await stopped(page);
  await sendPrompt(page, 'And a hill');
  await prompts(page, 'Name a mountain', 'And a hill');
  await expect(version(page, 'Question 2 of 2')).toBeVisible();

  await button(page, 'Previous question').press('Enter');
  await prompts(page, 'Name a river', 'And a lake');
  await expect(version(page, 'Question 1 of 2')).toBeVisible();
  // There is no version before the first one, so the focus moves to the button for the next one.
  await expect(button(page, 'Next question')).toBeFocused();
  await page.reload();
  await prompts(page, 'Name a river', 'And a lake');
  await button(page, 'Next question').click();
  await prompts(page, 'Name a mountain', 'And a hill');
});

test('an answer is regenerated, and the first one stays', async ({ page }) => {
  await sendPrompt(page, 'Show me a table');
  await button(page, 'Regenerate answer').click();
  await expect(version(page, 'Answer 2 of 2')).toBeVisible();
  await stopped(page);
  await prompts(page, 'Show me a table');
  await page.reload();
  await expect(version(page, 'Answer 2 of 2')).toBeVisible();
});

test('an edit survives a lost connection, and is sent once the connection is back', async ({ page, context }) => {
  await sendPrompt(page, 'Name a river');
  await edit(page, 0);
  await edited(page).fill('Name a mountain');
  await context.setOffline(true);
  await edited(page).press('Enter');
  await expect(
    page.getByText('Your device is offline. Please try again when the connection is restored.'),
  ).toBeVisible();
  await expect(edited(page)).toHaveValue('Name a mountain');
  await context.setOffline(false);
  await edited(page).press('Enter');
  await prompts(page, 'Name a mountain');
  await stopped(page);
  await expect(version(page, 'Question 2 of 2')).toBeVisible();
});

test('an edit survives a reload and another page', async ({ page }) => {
  await sendPrompt(page, 'Name a river');
  await stopped(page);
  await edit(page, 0);
  await edited(page).fill('Name a mountain');
  await page.reload();
  await expect(edited(page)).toHaveValue('Name a mountain');
  await page.goto('about:blank');
  await page.goBack();
  await expect(edited(page)).toHaveValue('Name a mountain');
  await button(page, 'Save & Send').click();
  await prompts(page, 'Name a mountain');
  // Nothing is streaming right after the press, either.
  await expect(version(page, 'Question 2 of 2')).toBeVisible();
  await stopped(page);
  await page.reload();
  await expect(version(page, 'Question 2 of 2')).toBeVisible();
  await expect(edited(page)).toBeHidden();
});

test('an answer is copied as Markdown', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await sendPrompt(page, 'Show me a table');
  await button(page, 'Copy as Markdown').click();
  await expect(page.getByText('Copied to clipboard')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^\| .*\|\n\| ?:?-+/m);
});

test('a message waits for the answer before it, through a reload, and is sent after it', async ({ page }) => {
  await composer(page).fill('A long answer of 1800 words about rivers');
  await composer(page).press('Enter');
  await expect(page).toHaveURL(/\?chat=[0-9a-f]{24}$/);
  await composer(page).fill('And what about lakes');
  await composer(page).press('Enter');
  await expect(queued(page)).toContainText('And what about lakes');
  await expect(composer(page)).toHaveValue('');
  await page.reload();
  await expect(queued(page)).toContainText('And what about lakes');
  await expect(exchanges(page)).toHaveCount(1);
  await expect(exchanges(page)).toHaveCount(2, { timeout: 60_000 });
  await expect(queued(page)).toBeEmpty();
  await stopped(page);
  await prompts(page, 'rivers', 'And what about lakes');
});

test('a queued message returns to the composer when it is canceled', async ({ page }) => {
  await composer(page).fill('A long answer of 3000 words about rivers');
  await composer(page).press('Enter');
  await expect(button(page, 'Stop')).toBeVisible();
  await composer(page).fill('Never mind');
  await button(page, 'Queue message').click();
  await button(page, 'Cancel queued message').click();
  await expect(composer(page)).toHaveValue('Never mind');
  await expect(queued(page)).toBeEmpty();
  await button(page, 'Stop').click();
  await stopped(page);
  await expect(exchanges(page)).toHaveCount(1);
});
