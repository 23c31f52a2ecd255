import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright';
import { browserPath } from '../ci/browser.ts';
import { chromiumFlags } from '../ci/browser-flags.ts';

export interface Load {
  /** Milliseconds from the navigation to a composer that takes text. */
  readonly usable: number;
  /** Bytes of scripts, as they are sent, that had come by then. */
  readonly scriptBytes: number;
  /** Requests that had begun by then. */
  readonly requests: number;
}

const slowLine = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const slowProcessor = 4;

/** 1.6 Mbps, 150 ms, CPU x4, from here on. */
export const slowDown = async (devtools: CDPSession): Promise<void> => {
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', slowLine);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowProcessor });
};

export const openBrowser = async (say: (text: string) => void): Promise<Browser> =>
  chromium.launch({ executablePath: await browserPath(say), args: [...chromiumFlags] });

/** Milliseconds in which a window that was just opened has loaded the browser's own interface. */
const windowSettles = 1200;

/**
 * A page in a window that has settled. A new window loads the browser's own interface, in processes that share the
 * processors with the page: a load that begins at once measures both.
 */
export const openSettledPage = async (context: BrowserContext): Promise<Page> => {
  const page = await context.newPage();
  await wait(windowSettles);
  return page;
};

/** Runs in the page: the moment from which on the composer takes text. */
const watch = () => {
  const look = () => {
    const field = document.querySelector('#app :is(textarea:enabled, [contenteditable=true])');
    if (field?.checkVisibility({ visibilityProperty: true })) Object.assign(globalThis, { usable: performance.now() });
    else requestAnimationFrame(look);
  };
  look();
};

/** Runs in the page: what had come by that moment. A page says it late where the machine is busy. */
const read = () => {
  const usable: unknown = Reflect.get(globalThis, 'usable');
  if (typeof usable !== 'number') return undefined;
  const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const scripts = resources.filter(({ name, responseEnd }) => name.endsWith('.js') && responseEnd <= usable);
  return {
    usable,
    scriptBytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    // The page itself is one more.
    requests: 1 + resources.filter(({ startTime }) => startTime <= usable).length,
  };
};

/** One cold load of the main screen, signed in, in a context of its own; `slow`: 1.6 Mbps, 150 ms, CPU x4. */
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
