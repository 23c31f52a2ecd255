import type { Page } from 'playwright/test';

/** Milliseconds that a page waits before it repeats a failed load, and what they are in a journey. */
const retries: Readonly<Record<number, number>> = { 400: 40, 1600: 160 };
/** Until a page loads what its first screen does not need, and between its reports on remotes. */
const startup: Readonly<Record<number, number>> = { 5000: 500 };

/** How long a page waits for what hangs, and until it says so. What a slow machine loads comes well before. */
const limits: Readonly<Record<number, number>> = { 15_000: 8000, 4000: 1000 };

const shorten = (pages: Pick<Page, 'addInitScript'>, shorter: Readonly<Record<string, typeof limits>>) =>
  pages.addInitScript((times) => {
    for (const name of ['setTimeout', 'setInterval'] as const) {
      const start = globalThis[name].bind(globalThis);
      Object.assign(globalThis, {
        [name]: (work: () => void, ms = 0, ...values: never[]) => start(work, times[name]?.[ms] ?? ms, ...values),
      });
    }
  }, shorter);

/**
 * Shortens these pauses in pages that are opened from now on, because a journey would only wait. Their real lengths are
 * tested with the code that waits. RxJS waits by `setInterval`, so limits of time by `setTimeout` stay.
 */
export const shortenPauses = (pages: Pick<Page, 'addInitScript'>): Promise<unknown> =>
  shorten(pages, { setTimeout: retries, setInterval: startup });

/**
 * Shortens these limits in pages that are opened from now on. A moved clock would also end the requests that a page
 * sends to find out whether there is a network, and load everything again once there is one.
 */
export const shortenLimits = (pages: Pick<Page, 'addInitScript'>): Promise<unknown> =>
  shorten(pages, { setTimeout: limits });
