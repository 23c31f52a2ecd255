import type { Browser } from 'playwright';
import { startChatUi } from './chat-ui.ts';
import { type Figure, figure } from './figure.ts';
import { film } from './film.ts';
import { loadAndType, type TypedLoad, type TypedPage } from './first-paint-load.ts';
import { openBrowser } from './page-load.ts';
import { serveRecordedPage } from './recorded-page.ts';
import { measureRounds } from './rounds.ts';
import { signIn, stage } from './stage.ts';

const field = '#app textarea[aria-label="Message"]';
const send = '#app form[aria-label="Message Atrium"] button[aria-label="Send"]';

/** What a browser has stored after a visit, and where the composer is, for a cold load by a returning user. */
export const visited = async (browser: Browser, url: string, cookie: string): Promise<TypedPage> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const [name = '', value = ''] = cookie.split(/=(.*)/s);
  await context.addCookies([{ name, value, url }]);
  const page = await context.newPage();
  await page.goto(url);
  const composer = page.locator(field);
  await composer.waitFor();
  const box = await composer.boundingBox();
  if (!box) throw new Error('The composer is not on the screen.');
  const storage = await context.storageState();
  await context.close();
  return { url, field, send, storage, point: { x: box.x + box.width - 4, y: box.y + box.height / 2 } };
};

/** Transferred bytes of a page, in kB. */
const pageSize = async (url: string, cookie: string): Promise<number> => {
  const answer = await fetch(url, { headers: { cookie, 'accept-encoding': 'br' } });
  await answer.body?.cancel();
  return Number(answer.headers.get('content-length')) / 1000;
};

/** Built from its sources, where ATRIUM_BENCH_CHAT_UI names a folder with them; otherwise the recorded page. */
const openPeer = async (log: (text: string) => void) => {
  const sources = process.env['ATRIUM_BENCH_CHAT_UI'];
  if (sources !== undefined) return { name: 'chat-ui', ...(await startChatUi(sources, log)) };
  const recorded = await serveRecordedPage();
  const page: TypedPage = { url: recorded.url, field: 'textarea', send: '#send', point: { x: 720, y: 830 } };
  return { name: 'the recorded page', page, end: () => recorded.end() };
};

/** The peer's times on the reference machine, in milliseconds. README.md says how they were measured. */
const figuresBeside = (name: string) => {
  const paint = { calibration: `the first paint of ${name}`, reference: 1100 };
  const send = { calibration: `Send of ${name}`, reference: 3200 };
  return {
    paint: { name: 'first paint, cold, 1.6 Mbps, 150 ms, CPU x4', unit: 'ms', limit: 600, beside: paint },
    key: { name: 'first key that reaches the field', unit: 'ms', limit: 800, beside: paint },
    send: { name: 'Send ready', unit: 'ms', limit: 2000, beside: send },
    paintRatio: { name: `first paint over ${name}`, unit: 'ms', limit: 0.6, beside: { peer: name } },
    sendRatio: { name: `Send ready over ${name}`, unit: 'ms', limit: 0.6, beside: { peer: name } },
  } as const;
};

/**
 * What a signed-in user with an empty cache sees and can do while the product loads. Loads alternate with those of a
 * server-rendered chat. With `--film` it records frames instead.
 */
export const firstPaint = async (log: (text: string) => void): Promise<Figure[]> => {
  const peer = await openPeer(log);
  const product = await stage(log).catch((error: unknown) => {
    peer.end();
    throw error;
  });
  const browser = await openBrowser(log);
  try {
    const cookie = await signIn(product.url);
    const own = await visited(browser, product.url, cookie);
    if (process.argv.includes('--film')) return await film(browser, own, log);
    // The first loads fill the caches of the edge and the services, so they are not measured.
    for (const page of [own, peer.page]) await loadAndType(browser, page);
    const loads: TypedLoad[] = [];
    const measured = await measureRounds(
      { figures: figuresBeside(peer.name), rounds: [8, 60], seconds: 480 },
      async () => {
        const [load, beside] = [await loadAndType(browser, own), await loadAndType(browser, peer.page)];
        loads.push(load);
        return {
          paint: { value: load.paint, beside: beside.paint },
          key: { value: load.key, beside: beside.paint },
          send: { value: load.send, beside: beside.send },
          paintRatio: { value: load.paint, beside: beside.paint },
          sendRatio: { value: load.send, beside: beside.send },
        };
      },
    );
    const most = (what: 'lost' | 'shift') => Math.max(...loads.map((load) => load[what]));
    return [
      ...Object.values(measured),
      figure('characters lost after the first one in the field, at most', most('lost'), 'characters', 0),
      figure('the page of a member, brotli', await pageSize(product.url, cookie), 'kB', 25),
      figure('the page of the login, brotli', await pageSize(`${product.url}/auth/login`, ''), 'kB', 25),
      figure('layout shift, at most', Math.round(most('shift') * 10_000), '1/10,000', 0),
    ];
  } finally {
    await browser.close();
    peer.end();
    await product.end();
  }
};
