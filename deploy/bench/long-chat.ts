import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright';
import { workspace } from '../release/data-folder.ts';
import { type Figure, figure, median, percentile } from './figure.ts';
import { nodesOf, openChat, restless, scrollUp, typeIn } from './long-chat-page.ts';
import { startModel } from './model-server.ts';
import { openBrowser } from './page-load.ts';
import { signIn, stage } from './stage.ts';

const exchanges = 2000;
const account = 'premium@atrium.test';
const rounds = process.env['ATRIUM_BENCH_SHORT'] === '1' ? 1 : 5;
const keys = 60;
const slowProcessor = 4;
const atMost = { open: 1000, nodes: 3000, key: 50, jump: 2, restless: 1 } as const;

const viewport = { width: 1440, height: 900 };
/** What lies outside the browser's own window is never drawn, and a key there waits for some other drawing. */
const window = { width: viewport.width + 160, height: viewport.height + 200 };

const withPage = async <T>(
  browser: Browser,
  { url, cookie }: { url: string; cookie: string },
  rate: number,
  work: (page: Page) => Promise<T>,
): Promise<T> => {
  const context = await browser.newContext({ viewport });
  const [name = '', value = ''] = cookie.split(/=(.*)/s);
  await context.addCookies([{ name, value, url }]);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const { windowId } = await devtools.send('Browser.getWindowForTarget');
  await devtools.send('Browser.setWindowBounds', { windowId, bounds: window });
  await page.goto(url, { waitUntil: 'networkidle' });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate });
  try {
    return await work(page);
  } finally {
    await context.close();
  }
};

/** A chat of 2,000 exchanges: how long it takes to open, what it weighs, and how it reads and types in it. */
export const longChat = async (say: (text: string) => void): Promise<Figure[]> => {
  const model = await startModel('--mode', 'slow', '--delay', '25', '--words', '6000');
  const product = await stage(say, { MODEL_BASE_URL: model.url, MODEL_NAME: 'upstream-model' });
  const browser = await openBrowser(say);
  try {
    const script = join(workspace, 'service/src/testing/long-chat.ts');
    const { stdout } = await promisify(execFile)(process.execPath, [script, product.data, account, String(exchanges)]);
    const chatId = stdout.trim();
    const where = { url: product.url, cookie: await signIn(product.url, account) };
    const newest = `Answer ${exchanges}.`;
    const opened: number[] = [];
    const nodes: number[] = [];
    for (let round = 0; round < rounds; round += 1)
      await withPage(browser, where, slowProcessor, async (page) => {
        opened.push(await openChat(page, chatId, newest));
        nodes.push(await nodesOf(page));
      });
    const read = await withPage(browser, where, 1, async (page) => {
      await openChat(page, chatId, newest);
      return scrollUp(page, 40);
    });
    const typed = await withPage(browser, where, slowProcessor, async (page) => {
      await openChat(page, chatId, newest);
      await page.locator('textarea:visible:enabled').fill('Go on.');
      await page.keyboard.press('Enter');
      await page.locator('[data-streaming]').waitFor();
      const spent = await typeIn(page, keys);
      const most = await nodesOf(page);
      await scrollUp(page, 5);
      return { spent, most, moved: await restless(page, 3000) };
    });
    return [
      figure(`${exchanges} exchanges, opened at CPU x4 (median)`, median(opened), 'ms', atMost.open),
      figure('nodes of the page: opened', Math.max(...nodes), '', atMost.nodes),
      figure('nodes of the page: most on the way up', read.nodes, '', atMost.nodes),
      figure('nodes of the page: while a reply streams', typed.most, '', atMost.nodes),
      figure('keystroke while a reply streams, CPU x4 (p95)', percentile(typed.spent, 0.95), 'ms', atMost.key),
      figure('keystroke while a reply streams, CPU x4 (median)', median(typed.spent), 'ms'),
      figure('most that a line jumps on the way up', read.jump, 'px', atMost.jump),
      figure('most that a line moves while a reply streams below', typed.moved, 'px', atMost.restless),
    ];
  } finally {
    await browser.close();
    await product.end();
    model.stop();
  }
};
