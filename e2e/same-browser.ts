import type { BrowserContext } from 'playwright/test';
import { test as base, url } from './fixtures.ts';

/** The browser context of this worker. */
let kept: BrowserContext | undefined;

/** Deletes everything that a journey has left, except for cached files, and closes its pages. */
const empty = async (context: BrowserContext, permissions: readonly string[]): Promise<void> => {
  await context.setOffline(false);
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.clearPermissions();
  if (permissions.length > 0) await context.grantPermissions([...permissions]);
  const [page, ...others] = context.pages();
  await Promise.all(others.map((one) => one.close()));
  if (page) {
    const devtools = await context.newCDPSession(page);
    await devtools.send('Storage.clearDataForOrigin', { origin: new URL(url()).origin, storageTypes: 'all' });
    await page.close();
  }
  await context.clearCookies();
};

/**
 * Journeys of users who return: they find what the page has loaded and compiled for the journeys before them, but
 * nothing that these stored. Not for a journey that changes its context in ways that stay, such as `page.clock`.
 */
export const test = base.extend({
  context: async ({ browser, permissions }, provide) => {
    kept ??= await browser.newContext();
    await provide(kept);
    await empty(kept, permissions ?? []);
  },
});
