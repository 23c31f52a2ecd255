import type { Page } from 'playwright/test';
import { signUp } from './device-journey.ts';
import { ask, composer, expect, test, url } from './fixtures.ts';
import { buyTeam, change } from './team-journey.ts';

const bar = (page: Page) => page.getByRole('complementary', { name: 'Chats' });
const conversation = (page: Page) => page.getByRole('list', { name: 'Conversation' });

/** Some seconds after the load, a page follows what changes; the tabs of one browser by one connection. */
const follows = async (page: Page): Promise<void> => {
  await expect
    .poll(() => page.evaluate(async () => (await navigator.locks.query()).held?.length ?? 0), { timeout: 20_000 })
    .toBe(1);
};

test('what is done in one tab is seen in another and in another browser, without a reload', async ({
  page,
  context,
  browser,
}) => {
  test.slow();
  await signUp(page, 'places');
  await buyTeam(page, 'Vela', 2);
  const elsewhere = await browser.newContext({ storageState: await context.storageState() });
  const [tab, other] = [await context.newPage(), await elsewhere.newPage()];
  await Promise.all([tab, other].map((one) => one.goto(url('/'))));
  await Promise.all([page, other].map(follows));

  await ask(page, 'Which tea is green?');
  const chatId = new URL(page.url()).searchParams.get('chat') ?? '';
  for (const one of [tab, other]) {
    await expect(bar(one).locator(`a[href*="${chatId}"]`)).toBeVisible();
    await bar(one).locator(`a[href*="${chatId}"]`).click();
    await expect(conversation(one).getByText('Which tea is green?', { exact: true })).toBeVisible();
  }

  await composer(other).fill('Half a sent');
  await ask(page, 'And which one is black?');
  for (const one of [tab, other])
    await expect(conversation(one).getByText('And which one is black?', { exact: true })).toBeVisible({
      timeout: 5000,
    });
  await expect(composer(other)).toHaveValue('Half a sent');

  await change(page, '/renameChat', { chatId, title: 'Leaves and water' });
  for (const one of [page, tab, other]) {
    await expect(bar(one).getByRole('link', { name: 'Leaves and water' })).toBeVisible();
    await expect(one.getByRole('heading', { name: 'Leaves and water', level: 1 })).toBeVisible();
  }
  await change(page, '/createEditChatTag', { name: 'Kitchen' });
  for (const one of [page, tab, other]) await expect(bar(one).getByText('Kitchen')).toBeVisible();

  await other.context().setOffline(true);
  await change(page, '/addMemory', { memory: 'Drinks no coffee.' });
  await change(page, '/createEditChatTag', { name: 'Garden' });
  await other.context().setOffline(false);
  for (const one of [tab, other]) await expect(bar(one).getByText('Garden')).toBeVisible({ timeout: 20_000 });

  await change(page, '/clearChat', { chatId });
  for (const one of [tab, other]) {
    await expect(one.getByText('This chat was deleted in another tab or on another device.')).toBeVisible();
    await expect(bar(one).getByRole('link', { name: 'Leaves and water' })).toBeHidden();
  }
  await other.getByRole('button', { name: 'Undo' }).click();
  for (const one of [page, tab, other])
    await expect(bar(one).getByRole('link', { name: 'Leaves and water' })).toBeVisible();

  // Who ends all sessions is signed out everywhere.
  await change(page, '/endAllSessions', {});
  for (const one of [tab, other]) await expect(one.getByRole('link', { name: 'Login' }).first()).toBeVisible();
  await elsewhere.close();
});
