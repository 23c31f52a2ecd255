import type { Locator, Page } from 'playwright/test';
import { sendPrompt, composer, expect, test, url } from './fixtures.ts';

const stop = (page: Page) => page.getByRole('button', { name: 'Stop' });
const conversation = (page: Page) => page.getByRole('list', { name: 'Conversation' });
const answers = (page: Page) => conversation(page).locator('[aria-busy]');
const offlineText = 'Your device is offline, response will be fetched when connection is restored.';

/** The part that a text and its rendering have in common: letters and digits only. */
const lettersAndDigits = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '');

const send = async (page: Page, prompt: string): Promise<void> => {
  await composer(page).fill(prompt);
  await composer(page).press('Enter');
};

/** Sends a prompt and waits until a good part of its answer has arrived. */
const startReply = async (page: Page, prompt: string): Promise<void> => {
  await send(page, prompt);
  await expect(answers(page).last().getByRole('paragraph').nth(3)).toBeVisible();
  await expect(page).toHaveURL(/\?chat=[0-9a-f]{24}$/);
};

/** The element's distance from the top of the window once scrolling has ended. The wheel scrolls over many frames. */
const settledTop = async (element: Locator): Promise<number | undefined> => {
  const tops: (number | undefined)[] = [];
  await expect
    .poll(async () => {
      tops.push((await element.boundingBox())?.y);
      return tops.length > 2 && tops.slice(-3).every((one) => one === tops.at(-1));
    })
    .toBe(true);
  return tops.at(-1);
};

interface Stored {
  readonly _id: string;
  readonly content: string;
  readonly pending: boolean;
}

/** The chat's newest message as the service stores it. */
const stored = async (page: Page): Promise<Stored> => {
  const chatId = new URL(page.url()).searchParams.get('chat') ?? '';
  const chat = await page.request.get(url(`/api/chat?chatId=${chatId}`));
  const { messages } = (await chat.json()) as { messages: readonly Stored[] };
  const message = await page.request.get(url(`/api/chatMessage?id=${messages.at(-1)?._id}`));
  return (await message.json()) as Stored;
};

/** Expects that the answer on the screen equals the stored one, with nothing missing or doubled. */
const expectAsStored = async (page: Page): Promise<void> => {
  await expect(stop(page)).toBeHidden({ timeout: 60_000 });
  const { content, pending } = await stored(page);
  expect(pending).toBe(false);
  expect(content.length).toBeGreaterThan(100);
  await expect
    .poll(async () => lettersAndDigits((await answers(page).last().textContent()) ?? ''))
    .toContain(lettersAndDigits(content));
};

test.describe('a subscriber', () => {
  test.beforeEach(async ({ login, navigate }) => {
    await login('premium@atrium.test');
    await navigate('/');
  });

  test('stops a reply, whose text stays, even after a reload', async ({ page }) => {
    await startReply(page, 'A long answer of 3000 words about rivers');
    await stop(page).click();
    await expect(page.getByText('You stopped this answer.')).toBeVisible();
    await expectAsStored(page);
    await page.reload();
    await expect(page.getByText('You stopped this answer.')).toBeVisible();
    await expectAsStored(page);
  });

  test('reloads while a reply streams and reads it to its end', async ({ page }) => {
    await startReply(page, 'A long answer of 1800 words about hills');
    await page.reload();
    await expect(stop(page)).toBeVisible();
    await expectAsStored(page);
  });

  test('loses the connection midway, is notified, and gets the whole answer when it is back', async ({
    page,
    context,
  }) => {
    await page.reload();
    // A browser's offline mode does not affect a response in progress, so a short response cuts the stream instead.
    await page.route('**/api/aiControllerStream', async (route) => {
      const answer = await route.fetch();
      const lines = (await answer.text()).split('\n');
      await context.setOffline(true);
      await route.fulfill({ response: answer, body: lines.slice(0, Math.ceil(lines.length / 3)).join('\n') });
    });
    await send(page, 'A long answer of 300 words about lakes');
    await expect(page.getByText(offlineText)).toBeVisible({ timeout: 30_000 });
    await context.setOffline(false);
    await expectAsStored(page);
  });

  test('sees the finished answer in a second tab', async ({ page, context }) => {
    await startReply(page, 'A long answer of 1000 words about winds');
    const second = await context.newPage();
    await second.goto(page.url());
    await expect(stop(second)).toBeVisible();
    await expectAsStored(second);
    await expectAsStored(page);
  });

  test('adds lines with Shift and Ctrl, and sends with Enter', async ({ page }) => {
    await composer(page).fill('one');
    await composer(page).press('Shift+Enter');
    await composer(page).pressSequentially('two');
    await composer(page).press('Control+Enter');
    await composer(page).pressSequentially('three');
    await expect(composer(page)).toHaveValue('one\ntwo\nthree');
    await composer(page).press('Enter');
    await expect(composer(page)).toHaveValue('');
    await expect(conversation(page).getByText('one\ntwo\nthree').first()).toBeVisible();
    await expect(stop(page)).toBeHidden({ timeout: 60_000 });
  });

  test('gets the text back when it could not be sent, with the reason', async ({ page }) => {
    await page.route('**/api/aiControllerStream', (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
    );
    await send(page, 'Keep this');
    await expect(page.getByText('An error occurred while sending the message.')).toBeVisible();
    await expect(conversation(page).getByText(/^Error: /)).toBeVisible();
    await expect(conversation(page).getByText('Failed to generate response. Please try again.')).toBeVisible();
    await expect(composer(page)).toHaveValue('Keep this');
  });

  test('copies a block of code, and sees that it is copied', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await sendPrompt(page, 'Show me code');
    await page.getByRole('button', { name: 'Copy code' }).first().click();
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
    const code = await page.locator('figure pre').first().innerText();
    expect((await page.evaluate(() => navigator.clipboard.readText())).trim()).toBe(code.trim());
    await expect(page.getByRole('button', { name: 'Copied' })).toBeHidden();
  });

  test('keeps the reading position while a reply streams, and jumps to the newest', async ({ page }) => {
    await startReply(page, 'A long answer of 3000 words about coasts');
    const jump = page.getByRole('button', { name: 'Jump to newest' });
    const first = conversation(page).getByText('A long answer of 3000 words about coasts').first();
    await expect(first).not.toBeInViewport({ timeout: 30_000 });
    await conversation(page).hover();
    await page.mouse.wheel(0, -20_000);
    await expect(first).toBeInViewport();
    const top = await settledTop(first);
    const length = (await conversation(page).innerText()).length;
    await expect.poll(async () => (await conversation(page).innerText()).length).toBeGreaterThan(length + 400);
    expect((await first.boundingBox())?.y).toBe(top);
    await jump.click();
    await expect(jump).toBeHidden();
    await expect(first).not.toBeInViewport();
    await stop(page).click();
    await expect(page.getByText('You stopped this answer.')).toBeInViewport();
  });

  test('opens an empty screen without the renderer of answers', async ({ page }) => {
    const scripts: string[] = [];
    page.on('response', (answer) => scripts.push(answer.url()));
    await page.reload();
    await expect(page.locator('#frame')).toHaveCount(0);
    await expect(composer(page)).toBeVisible();
    await page.waitForLoadState('networkidle');
    const before = scripts.filter((one) => /mf-chat.*\.js$/.test(one)).length;
    await composer(page).pressSequentially('H');
    await expect.poll(() => scripts.filter((one) => /mf-chat.*\.js$/.test(one)).length).toBeGreaterThan(before);
  });
});

test('a visitor sees how to join instead of the composer', async ({ page, navigate }) => {
  await navigate('/');
  const join = page.getByRole('navigation', { name: 'Join Atrium' });
  await expect(join.getByRole('link')).toHaveText(['Join Today', 'Create a Team', 'Login']);
  await expect(composer(page)).toBeHidden();
});

test('a user without a plan sees Join Today and Create a Team instead of the composer', async ({
  page,
  login,
  navigate,
}) => {
  await login('free@atrium.test');
  await navigate('/');
  const join = page.getByRole('navigation', { name: 'Join Atrium' });
  await expect(join.getByRole('link')).toHaveText(['Join Today', 'Create a Team']);
  await expect(composer(page)).toBeHidden();
});
