import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, CDPSession, Page } from 'playwright';
import { median, quantile } from 'simple-statistics';
import { workspace } from '../release/data-folder.ts';
import { fixedLayout, fixedTypingPage, onReference, serveFixedPage } from './calibration.ts';
import { type Figure, figure } from './figure.ts';
import { nodesOf, openChat, drift, scrollUp, typeIn } from './long-chat-page.ts';
import { startModel } from './model-server.ts';
import { openBrowser, openSettledPage } from './page-load.ts';
import { measureRounds } from './rounds.ts';
import { signIn, stage } from './stage.ts';

const exchanges = 2000;
const account = 'premium@atrium.test';
/** Key presses of one round, in the chat and in the fixed page. */
const keys = 30;
/**
 * Fixed layouts of one round. On a slow processor one takes half as long as another, and the median of a few would vary
 * more than what it is there to correct. Most run after the chat has opened, so that the click comes early.
 */
const layoutsBefore = 5;
const layoutsOfRound = 20;
const slowProcessor = 4;
const atMost = { open: 500, nodes: 3000, key: 50, jump: 2, drift: 1 } as const;

const viewport = { width: 1440, height: 900 };
/**
 * A viewport that is larger than the browser's window is not fully drawn, and a key press in the hidden part waits for
 * some other paint.
 */
const window = { width: viewport.width + 160, height: viewport.height + 200 };

interface Target {
  readonly url: string;
  readonly cookie: string;
}

/** Opens a page with a processor that is `rate` times slower. */
const openAt = async (page: Page, url: string, rate: number): Promise<CDPSession> => {
  const devtools = await page.context().newCDPSession(page);
  const { windowId } = await devtools.send('Browser.getWindowForTarget');
  await devtools.send('Browser.setWindowBounds', { windowId, bounds: window });
  await page.goto(url);
  await page.locator('#frame').waitFor({ state: 'detached' });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate });
  return devtools;
};

const withPage = async <T>(
  browser: Browser,
  { url, cookie }: Target,
  rate: number,
  work: (page: Page, devtools: CDPSession) => Promise<T>,
): Promise<T> => {
  const context = await browser.newContext({ viewport });
  try {
    const [name = '', value = ''] = cookie.split(/=(.*)/s);
    await context.addCookies([{ name, value, url }]);
    const page = await openSettledPage(context);
    return await work(page, await openAt(page, url, rate));
  } finally {
    await context.close();
  }
};

/** Opens the chat in a new page in each round, after some fixed layouts. */
const openFigure = async (browser: Browser, where: Target, chatId: string, newest: string) => {
  let nodes = 0;
  const { open } = await measureRounds(
    {
      figures: {
        open: {
          name: `${exchanges} exchanges, opened at CPU x4`,
          unit: 'ms',
          limit: atMost.open,
          beside: onReference.layout,
        },
      },
      rounds: [8, 20],
      seconds: 150,
    },
    () =>
      withPage(browser, where, slowProcessor, async (page) => {
        const layouts: number[] = [];
        while (layouts.length < layoutsBefore) layouts.push(await fixedLayout(page));
        const value = await openChat(page, chatId, newest);
        nodes = Math.max(nodes, await nodesOf(page));
        while (layouts.length < layoutsOfRound) layouts.push(await fixedLayout(page));
        return { open: { value, beside: median(layouts) } };
      }),
  );
  return { open, nodes };
};

const send = async (page: Page) => {
  await page.locator('textarea:visible:enabled').fill('Go on.');
  await page.keyboard.press('Enter');
  await page.locator('[data-streaming]').waitFor();
};

/** Types below a streaming reply and, in turns, into the fixed page. The chat's page is hidden meanwhile. */
const keyFigure = async (chat: Page, devtools: CDPSession) => {
  const fixed = await serveFixedPage(fixedTypingPage);
  const page = await chat.context().newPage();
  try {
    const fixedTools = await openAt(page, fixed.url, slowProcessor);
    const { key } = await measureRounds(
      {
        figures: {
          key: {
            name: 'keystroke while a reply streams, CPU x4 (p95)',
            unit: 'ms',
            limit: atMost.key,
            beside: onReference.key,
          },
        },
        // The 95th percentile of 30 keys varies more than a median does, so it needs more rounds to become stable.
        rounds: [8, 80],
        seconds: 480,
      },
      async () => {
        await page.bringToFront();
        const beside = await typeIn(page, fixedTools, keys);
        await page.locator('textarea').fill('');
        await chat.bringToFront();
        if ((await chat.locator('[data-streaming]').count()) === 0) await send(chat);
        await chat.waitForTimeout(500);
        const spent = await typeIn(chat, devtools, keys);
        return { key: { value: quantile(spent, 0.95), beside: quantile(beside, 0.95) } };
      },
    );
    return key;
  } finally {
    await page.close();
    fixed.end();
  }
};

/** A chat of 2,000 exchanges: how long it takes to open, how large it is, and how it reads and types. */
export const longChat = async (log: (text: string) => void): Promise<Figure[]> => {
  const model = await startModel('--mode', 'slow', '--delay', '25', '--words', '6000');
  const product = await stage(log, { MODEL_BASE_URL: model.url, MODEL_NAME: 'upstream-model' });
  const browser = await openBrowser(log);
  try {
    const script = join(workspace, 'service/src/testing/long-chat.ts');
    const { stdout } = await promisify(execFile)(process.execPath, [script, product.data, account, String(exchanges)]);
    const chatId = stdout.trim();
    const where = { url: product.url, cookie: await signIn(product.url, account) };
    const newest = `Answer ${exchanges}.`;
    const opened = await openFigure(browser, where, chatId, newest);
    const read = await withPage(browser, where, 1, async (page) => {
      await openChat(page, chatId, newest);
      return scrollUp(page, 40);
    });
    const typed = await withPage(browser, where, slowProcessor, async (page, devtools) => {
      await openChat(page, chatId, newest);
      await send(page);
      const key = await keyFigure(page, devtools);
      const most = await nodesOf(page);
      await scrollUp(page, 5);
      return { key, most, moved: await drift(page, 3000) };
    });
    return [
      opened.open,
      figure('nodes of the page: opened', opened.nodes, '', atMost.nodes),
      figure('nodes of the page: most on the way up', read.nodes, '', atMost.nodes),
      figure('nodes of the page: while a reply streams', typed.most, '', atMost.nodes),
      typed.key,
      figure('most that a line jumps on the way up', read.jump, 'px', atMost.jump),
      figure('most that a line moves while a reply streams below', typed.moved, 'px', atMost.drift),
    ];
  } finally {
    await browser.close();
    await product.end();
    model.stop();
  }
};
