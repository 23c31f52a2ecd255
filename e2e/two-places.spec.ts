import type { Page } from 'playwright/test';
import { signUp } from './device-journey.ts';
import { sendPrompt, expect, test, url } from './fixtures.ts';
import { shortenPauses } from './pauses.ts';
import { follows, paidTeam } from './sync-stage.ts';
import { change } from './team-journey.ts';

const bar = (page: Page) => page.getByRole('complementary', { name: 'Chats' });

test('a chat that is deleted in one tab closes in the others and is restored; ending all sessions is shown everywhere', async ({
  page,
  context,
  browser,
}) => {
  test.slow();
  await shortenPauses(context);
  await signUp(page, 'places');
  await paidTeam(page, 'Vela', 2);
  const elsewhere = await browser.newContext({ storageState: await context.storageState() });
  await shortenPauses(elsewhere);
  const [tab, other] = [await context.newPage(), await elsewhere.newPage()];
  await Promise.all([page, tab, other].map((one) => one.goto(url('/'))));
  await Promise.all([page, other].map(follows));

  await sendPrompt(page, 'Which tea is green?');
  const chatId = new URL(page.url()).searchParams.get('chat') ?? '';
  await change(page, '/renameChat', { chatId, title: 'Leaves and water' });
  for (const one of [tab, other]) await bar(one).getByRole('link', { name: 'Leaves and water' }).click();
  await change(page, '/clearChat', { chatId });
  for (const one of [tab, other]) {
    await expect(one.getByText('This chat was deleted in another tab or on another device.')).toBeVisible();
    await expect(bar(one).getByRole('link', { name: 'Leaves and water' })).toBeHidden();
  }
  await other.getByRole('button', { name: 'Undo' }).click();
  for (const one of [page, tab, other])
    await expect(bar(one).getByRole('link', { name: 'Leaves and water' })).toBeVisible();

  // Ending all sessions signs the user out everywhere.
  await change(page, '/endAllSessions', {});
  for (const one of [tab, other]) await expect(one.getByRole('link', { name: 'Login' }).first()).toBeVisible();
  await elsewhere.close();
});
