import { expect, type Locator, type Page, test } from 'playwright/test';
import { sendPrompt } from './fixtures.ts';
import { childOf } from './product.ts';

/** Kills the service's process, as in a crash, and waits for the one that replaces it. */
const crashService = async (url: string, productPid: number): Promise<void> => {
  const before = childOf(productPid, 'service/src/main.ts');
  if (before === undefined) throw new Error('The service does not run.');
  process.kill(before, 'SIGKILL');
  await expect
    .poll(() => childOf(productPid, 'service/src/main.ts') ?? before, { timeout: 30_000, intervals: [100] })
    .not.toBe(before);
  await expect
    .poll(async () => (await fetch(new URL('/api/ping', url))).status, { timeout: 60_000, intervals: [100] })
    .toBe(200);
};

interface Journey {
  readonly url: string;
  readonly productPid: number;
  readonly prompt: string;
  readonly title: RegExp;
  /** The part of the answer that is expected. */
  readonly answer: (page: Page) => Locator;
}

/**
 * A first chat: its answer streams, it gets a title, and it is still there after a reload and after a crash of the
 * service.
 */
export const chatJourney = async (
  page: Page,
  { url, productPid, prompt, title, answer }: Journey,
): Promise<Locator> => {
  const link = page.getByRole('complementary', { name: 'Chats' }).getByRole('link', { name: title });
  const isStillThere = async () => {
    await expect(page.getByText(prompt).first()).toBeVisible();
    await expect(answer(page)).toBeVisible();
  };

  await test.step('the first chat streams and its title is typed out', async () => {
    await sendPrompt(page, prompt);
    await isStillThere();
    await expect(page).toHaveURL(/\?chat=[0-9a-f]{24}$/);
    await expect(link).toBeVisible();
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  });
  await test.step('a reload shows it', async () => {
    await page.reload();
    await isStillThere();
  });
  await test.step('a crash of the service loses nothing', async () => {
    await crashService(url, productPid);
    await page.reload();
    await isStillThere();
    await expect(link).toBeVisible();
  });
  return link;
};
