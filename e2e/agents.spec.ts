import type { Page } from 'playwright/test';
import { sendPrompt, expect, test } from './fixtures.ts';

const premium = 'premium@atrium.test';
const conversation = (page: Page) => page.getByRole('list', { name: 'Conversation' });

test('Guide Me interviews the user, fills in the form, and the saved agent shapes an answer', async ({
  page,
  login,
  navigate,
}) => {
  const name = 'Answer letters of customers politely';
  await login(premium);
  await navigate('/');
  await page.getByRole('button', { name: 'Build agent' }).click();
  await page.getByRole('button', { name: 'Guide Me' }).click();
  await expect(page.getByText('What should your agent do for you?')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Research mode' })).toBeHidden();
  await sendPrompt(page, name);
  await expect(conversation(page)).toContainText('Who will it talk to');
  await sendPrompt(page, 'Upset people, calmly');
  await expect(conversation(page)).toContainText('always do, or never do');
  await sendPrompt(page, 'Never promise money');

  const form = page.getByRole('dialog');
  await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue(name);
  await expect(form.getByRole('textbox', { name: 'Instructions' })).toHaveValue(/Never promise money/);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole('region', { name: 'Your agent' })).toContainText('Saved.');

  const chat = page.getByRole('region', { name: 'Chats' }).getByRole('link', { name }).first();
  await chat.hover();
  await chat.locator('..').getByRole('button').click();
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Share' })).toBeHidden();
  await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeHidden();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: `${name} (New)` }).click();
  const agent = page.getByRole('button', { name, exact: true });
  await expect(page).toHaveTitle(`${name} – Atrium`);
  await page.reload();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await sendPrompt(page, 'My parcel is late.');
  await expect(conversation(page)).toContainText(`I answer as the agent “${name}”`);
  await agent.hover();
  await page
    .getByRole('button', { name: `Options for ${name}`, exact: true })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(agent).toBeHidden();
});

test('a collection lists its chats; a chat is started in it, and another one is removed from it', async ({
  page,
  login,
  navigate,
}) => {
  await login(premium);
  await navigate('/');
  await page.getByRole('button', { name: 'Create collection' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Harbours');
  await page.getByRole('button', { name: 'Save' }).click();
  const collection = page.getByRole('button', { name: 'Harbours', exact: true });
  await collection.click();
  const view = page.getByRole('region', { name: 'Chats in Harbours' });
  await expect(view.getByText('No chats in this collection yet')).toBeVisible();
  await sendPrompt(page, 'Which piers are the longest?');
  await collection.click();
  const chat = view.getByRole('link', { name: /^Which piers are the longest/ });
  await expect(chat).toBeVisible();
  await chat.click();
  await expect(conversation(page)).toContainText('Which piers are the longest?');
  await page.goBack();
  await view.getByRole('button', { name: /^Options for Which piers/ }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect(view.getByText('No chats in this collection yet')).toBeVisible();
  await page.reload();
  await collection.click();
  await expect(view.getByText('No chats in this collection yet')).toBeVisible();
  await collection.hover();
  await page.getByRole('button', { name: 'Options for Harbours' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(collection).toBeHidden();
});
