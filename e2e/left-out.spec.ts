import type { Page } from 'playwright/test';
import { sendPrompt, composer, expect, test } from './fixtures.ts';

const leftOut = (page: Page) => page.getByRole('list', { name: 'Left out of this answer' });

test('a message that is too long is sent in part, and the next answer shows what was left out', async ({
  page,
  login,
  navigate,
  browser,
}) => {
  test.slow();
  await login('premium@atrium.test');
  await navigate('/');
  const time = /The middle of your message from .*\d.* was left out: there is more than the model can read at once\./;
  await composer(page).fill(`Begin ${'river '.repeat(40_000)}finish`);
  await composer(page).press('Enter');
  const conversation = page.getByRole('list', { name: 'Conversation' });
  await expect(conversation.getByText('wrote: “Begin river')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden({ timeout: 60_000 });
  await expect(leftOut(page)).toHaveCount(0);

  await sendPrompt(page, 'And where does it end?');
  await expect(leftOut(page)).toHaveText(time);
  await page.reload();
  await expect(leftOut(page)).toHaveText(time);

  const { id } = await page.evaluate(async () => {
    const chatId = new URL(location.href).searchParams.get('chat');
    return (await (await fetch(`/api/shareChatLink?chatId=${chatId}`)).json()) as { id: string };
  });
  const visitor = await browser.newPage();
  await visitor.goto(new URL(`/?id=${id}`, page.url()).href);
  await expect(leftOut(visitor)).toHaveText(time);
  await visitor.close();
});
