import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright';

/** Milliseconds from a click on the chat in the bar until its newest answer is in sight. */
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
        const look = () => {
          const answers = [...document.querySelectorAll('[data-markdown]')];
          const found = answers.find(({ textContent }) => textContent?.includes(text));
          const { bottom = -1 } = found?.getBoundingClientRect() ?? {};
          if (since > 0 && bottom > 0 && bottom <= innerHeight) resolve(performance.now() - since);
          else requestAnimationFrame(look);
        };
        look();
      }),
    [chatId, newest] as const,
  );
  await link.click();
  return opened;
};

export const nodesOf = (page: Page): Promise<number> => page.evaluate(() => document.querySelectorAll('*').length);

/** Types so many characters into the composer; milliseconds from each key to what it paints. */
export const typeIn = async (page: Page, count: number): Promise<number[]> => {
  await page.evaluate(() => {
    const spent = new Map<number, number>();
    Object.assign(globalThis, { keysSpent: spent });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
        if (entry.interactionId > 0)
          spent.set(entry.interactionId, Math.max(spent.get(entry.interactionId) ?? 0, entry.duration));
    }).observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit);
  });
  const composer = page.locator('textarea:visible:enabled');
  await composer.focus();
  for (let at = 0; at < count; at += 1) {
    await page.keyboard.press('abcdefghij'[at % 10] ?? 'a');
    await pause(60);
  }
  await pause(500);
  const slow = await page.evaluate(() => [
    ...(globalThis as unknown as { keysSpent: Map<number, number> }).keysSpent.values(),
  ]);
  // What is painted within a frame is not reported.
  return [...slow, ...Array.from({ length: Math.max(0, count - slow.length) }, () => 16)];
};

/** The text at the middle of what is in sight, and where it stands. */
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

/** Scrolls up by the wheel, screen by screen; the most pixels that a line jumped beyond that, and the most nodes. */
export const scrollUp = async (page: Page, steps: number): Promise<{ jump: number; nodes: number }> => {
  let jump = 0;
  let nodes = 0;
  const box = page.locator('ol[aria-label="Conversation"]');
  const { x = 0 } = (await box.boundingBox()) ?? {};
  await page.mouse.move(x + 200, 400);
  for (let at = 0; at < steps; at += 1) {
    const before = await middle(page);
    await page.mouse.wheel(0, -200);
    // Until the wheel's own motion is over.
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

/** How far the reader's line moves by itself in so many milliseconds, in pixels. */
export const restless = async (page: Page, ms: number): Promise<number> => {
  const before = await middle(page);
  let most = 0;
  for (const since = Date.now(); Date.now() - since < ms; await pause(50))
    most = Math.max(most, Math.abs((await watched(page)) - before));
  return most;
};
