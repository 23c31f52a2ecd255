import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright';
import { keyTimes } from './trace.ts';

/** Milliseconds from a click on the chat in the sidebar until its newest answer is visible. */
export const openChat = async (page: Page, chatId: string, newest: string): Promise<number> => {
  const link = page.locator(`a[href*="${chatId}"]`).first();
  await link.waitFor();
  const opened = page.evaluate(
    ([id, text]) =>
      new Promise<number>((resolve) => {
        let since = 0;
        document.querySelector(`a[href*="${id}"]`)?.addEventListener('click', () => (since = performance.now()), {
          once: true,
          capture: true,
        });
        const poll = () => {
          const answers = [...document.querySelectorAll('[data-markdown]')];
          const found = answers.find(({ textContent }) => textContent?.includes(text));
          const { bottom = -1 } = found?.getBoundingClientRect() ?? {};
          if (since > 0 && bottom > 0 && bottom <= innerHeight) resolve(performance.now() - since);
          else requestAnimationFrame(poll);
        };
        poll();
      }),
    [chatId, newest] as const,
  );
  await link.click();
  return opened;
};

export const nodesOf = (page: Page): Promise<number> => page.evaluate(() => document.querySelectorAll('*').length);

/** Types this many characters into the field. Gives the milliseconds from each key press to the paint it causes. */
export const typeIn = async (page: Page, devtools: CDPSession, count: number): Promise<number[]> => {
  await page.locator('textarea:visible:enabled').focus();
  const times = await keyTimes(devtools, async () => {
    for (let at = 0; at < count; at += 1) {
      await page.keyboard.press('abcdefghij'[at % 10] ?? 'a');
      await pause(60);
    }
    await pause(500);
  });
  if (times.length < count) throw new Error(`Of ${count} keys the browser reported ${times.length}.`);
  return times;
};

/** The text in the middle of the screen, and its position. */
const middle = (page: Page) =>
  page.evaluate(() => {
    const { left, top, width, height } = document
      .querySelector('ol[aria-label="Conversation"]')!
      .parentElement!.parentElement!.getBoundingClientRect();
    const range = document.caretRangeFromPoint(left + width / 2, top + height / 2);
    const element = range?.startContainer.parentElement;
    Object.assign(globalThis, { watched: element });
    return element?.getBoundingClientRect().top ?? Number.NaN;
  });
const watched = (page: Page) =>
  page.evaluate(() => {
    const { watched: element } = globalThis as unknown as { watched: Element };
    return element.isConnected ? element.getBoundingClientRect().top : Number.NaN;
  });

/**
 * Scrolls up with the wheel, screen by screen. Gives the largest jump of a line beyond the scrolled distance in pixels,
 * and the largest number of nodes.
 */
export const scrollUp = async (page: Page, steps: number): Promise<{ jump: number; nodes: number }> => {
  let jump = 0;
  let nodes = 0;
  const box = page.locator('ol[aria-label="Conversation"]');
  const { x = 0 } = (await box.boundingBox()) ?? {};
  await page.mouse.move(x + 200, 400);
  for (let at = 0; at < steps; at += 1) {
    const before = await middle(page);
    await page.mouse.wheel(0, -200);
    // Waits until the wheel's own scroll animation has ended.
    let last = Number.NaN;
    for (let now = await watched(page); now !== last; now = await watched(page)) {
      last = now;
      await pause(80);
    }
    if (!Number.isNaN(last)) jump = Math.max(jump, Math.abs(last - before - 200));
    nodes = Math.max(nodes, await nodesOf(page));
  }
  return { jump, nodes };
};

/** Pixels by which the line in the middle moves on its own within `ms` milliseconds. */
export const drift = async (page: Page, ms: number): Promise<number> => {
  const before = await middle(page);
  let most = 0;
  for (const since = Date.now(); Date.now() - since < ms; await pause(50))
    most = Math.max(most, Math.abs((await watched(page)) - before));
  return most;
};
