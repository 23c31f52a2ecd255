import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright';
import { browserPath } from '../ci/browser.ts';
import { chromiumFlags } from '../ci/browser-flags.ts';

export interface Load {
  /** Milliseconds from the navigation until the composer accepts text. */
  readonly usable: number;
  /** Transferred bytes of the scripts that had arrived by then. */
  readonly scriptBytes: number;
  /** Requests that had started by then. */
  readonly requests: number;
}

export const slowLine = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
export const slowProcessor = 4;

/** Slows the page down from now on: 1.6 Mbps, 150 ms, CPU x4. */
export const slowDown = async (devtools: CDPSession): Promise<void> => {
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', slowLine);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowProcessor });
};

export const openBrowser = async (log: (text: string) => void): Promise<Browser> =>
  chromium.launch({ executablePath: await browserPath(log), args: [...chromiumFlags] });

/** Milliseconds in which a window that was just opened has loaded the browser's own interface. */
export const windowSettles = 1200;

/**
 * A page in a window that has settled. A new window loads the browser's own interface, in processes that share the
 * processors with the page: a load that begins at once measures both.
 */
export const openSettledPage = async (context: BrowserContext): Promise<Page> => {
  const page = await context.newPage();
  await wait(windowSettles);
  return page;
};

/** Runs in the page: records the time from which the composer accepts text. */
const watch = () => {
  const poll = () => {
    const field = document.querySelector('#app :is(textarea:enabled, [contenteditable=true])');
    if (field?.checkVisibility({ visibilityProperty: true })) Object.assign(globalThis, { usable: performance.now() });
    else requestAnimationFrame(poll);
  };
  poll();
};

/** Runs in the page: counts what had arrived by that time, since the page may be asked late on a busy machine. */
const read = () => {
  const usable: unknown = Reflect.get(globalThis, 'usable');
  if (typeof usable !== 'number') return undefined;
  const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const scripts = resources.filter(({ name, responseEnd }) => name.endsWith('.js') && responseEnd <= usable);
  return {
    usable,
    scriptBytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    // The page's own request is not a resource entry.
    requests: 1 + resources.filter(({ startTime }) => startTime <= usable).length,
  };
};

/** One cold load of the main screen, signed in, in a new browser context. `slow`: 1.6 Mbps, 150 ms, CPU x4. */
export const loadPage = async (browser: Browser, url: string, cookie: string, slow: boolean): Promise<Load> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const [name = '', value = ''] = cookie.split(/=(.*)/s);
  await context.addCookies([{ name, value, url }]);
  const page = await openSettledPage(context);
  if (slow) await slowDown(await context.newCDPSession(page));
  await page.addInitScript(watch);
  await page.goto(url, { waitUntil: 'commit', timeout: 60_000 });
  await page.locator('#app :is(textarea:enabled, [contenteditable=true]):visible').first().waitFor({ timeout: 60_000 });
  const load = await page.waitForFunction(read);
  const measured = await load.jsonValue();
  await context.close();
  if (!measured) throw new Error('The composer never took text.');
  return measured;
};
