import type { Page } from 'playwright/test';
import { sendPrompt, expect, test } from './fixtures.ts';
import { shortenPauses } from './pauses.ts';
import { follows } from './sync-stage.ts';

const gauge = (page: Page) => page.getByRole('button', { name: /^Context: \d+% full/ });
const first = 'What makes the tides?';

test('a chat shows how full its context is, and a pinned message is marked in two tabs', async ({
  page,
  context,
  login,
  navigate,
}) => {
  await shortenPauses(context);
  await login('premium@atrium.test');
  await navigate('/');
  await expect(gauge(page)).toHaveCount(0);
  await sendPrompt(page, first);
  await expect(gauge(page)).toBeVisible();

  const tab = await context.newPage();
  await tab.goto(page.url());
  await Promise.all([page, tab].map(follows));
  await expect(gauge(tab)).toBeVisible();
  await page.getByRole('list', { name: 'Conversation' }).getByText(first, { exact: true }).hover();
  await page.getByRole('button', { name: 'Keep in context' }).click();
  await expect(tab.getByRole('button', { name: 'Don’t keep in context' })).toBeVisible();
});
