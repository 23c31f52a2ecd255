import { type Browser, type CDPSession, chromium } from 'playwright';
import { browserPath } from '../ci/browser.ts';

export interface Load {
  /** Milliseconds from the navigation to a composer that takes text. */
  readonly usable: number;
  /** Bytes of scripts over the wire until then. */
  readonly scriptBytes: number;
  /** Requests until then. */
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
  chromium.launch({ executablePath: await browserPath(say), args: ['--no-sandbox', '--disable-gpu'] });

/** One cold load of the main screen, signed in, in a context of its own; `slow`: 1.6 Mbps, 150 ms, CPU x4. */
export const loadPage = async (browser: Browser, url: string, cookie: string, slow: boolean): Promise<Load> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const [name = '', value = ''] = cookie.split(/=(.*)/s);
  await context.addCookies([{ name, value, url }]);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  if (slow) await slowDown(devtools);
  /** Bytes of the heads of scripts' answers: a head is no JavaScript. */
  const heads = new Map<string, number>();
  let scriptBytes = 0;
  let requests = 0;
  devtools.on('Network.requestWillBeSent', () => {
    requests += 1;
  });
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.mimeType.includes('javascript')) heads.set(requestId, response.encodedDataLength);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    scriptBytes += heads.has(requestId) ? encodedDataLength - (heads.get(requestId) ?? 0) : 0;
  });
  const since = performance.now();
  await page.goto(url, { waitUntil: 'commit', timeout: 60_000 });
  await page.locator('#app :is(textarea:enabled, [contenteditable=true]):visible').first().waitFor({ timeout: 60_000 });
  const usable = performance.now() - since;
  await context.close();
  return { usable, scriptBytes, requests };
};
