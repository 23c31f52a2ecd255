import { expect, type Locator, type Page } from 'playwright/test';

/** Milliseconds that a page waits before it repeats a failed load, and what they are in a journey. */
const retries: Readonly<Record<number, number>> = { 400: 40, 1600: 160 };
/** Until a page loads what its first screen does not need, and between its reports on remotes. */
const startup: Readonly<Record<number, number>> = { 5000: 500 };

/**
 * Shortens these pauses in pages that are opened from now on, because a journey would only wait. Their real lengths are
 * tested with the code that waits. RxJS waits by `setInterval`, so limits of time by `setTimeout` stay.
 */
export const shortenPauses = (pages: Pick<Page, 'addInitScript'>): Promise<unknown> =>
  pages.addInitScript(
    (shorter) => {
      for (const name of ['setTimeout', 'setInterval'] as const) {
        const start = globalThis[name].bind(globalThis);
        Object.assign(globalThis, {
          [name]: (work: () => void, ms = 0, ...values: never[]) => start(work, shorter[name][ms] ?? ms, ...values),
        });
      }
    },
    { setTimeout: retries, setInterval: startup },
  );

/** Moves the clock of the page, which has to be installed, until this is shown. */
export const passTimeUntil = (page: Page, shown: Locator): Promise<void> =>
  expect(async () => {
    await page.clock.fastForward(500);
    await expect(shown).toBeVisible({ timeout: 200 });
  }).toPass({ timeout: 20_000, intervals: [0] });
