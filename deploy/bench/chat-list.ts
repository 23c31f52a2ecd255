import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, CDPSession, Page } from 'playwright';
import { workspace } from '../release/data-folder.ts';
import { fixedTask, onReference } from './calibration.ts';
import { type Figure, figure, line } from './figure.ts';
import { openBrowser } from './page-load.ts';
import { measureRounds, type Timed } from './rounds.ts';
import { signIn, stage } from './stage.ts';
import { longestTask } from './trace.ts';

const account = 'premium@atrium.test';
const chats = Number(process.env['ATRIUM_BENCH_CHATS'] ?? 10_000);
/** Chats that are loaded in one round. */
const perRound = 500;
const rowHeight = 36;
const slowProcessor = 4;
const atMost = { task: 50, nodes: 600 } as const;
/** Milliseconds in which the browser collects what the page no longer uses. */
const cleanupMs = 25_000;
const step = { pixels: 900, every: 100 } as const;

const scroller = (page: Page) => page.locator('[data-scrolled]').first().locator('..');

interface Scroll {
  readonly by: number;
  /** Steps without movement after which the list counts as scrolled to its end. */
  readonly until: number;
  /** Pixels by which the list has to grow before scrolling stops. */
  readonly more?: number;
}

/** Scrolls the list in steps, as a mouse wheel does. Gives the largest number of nodes seen in it. */
const scrollThrough = (page: Page, { by, until, more = Number.MAX_SAFE_INTEGER }: Scroll): Promise<number> =>
  scroller(page).evaluate(
    async (element, { by, every, until, more }) => {
      let most = 0;
      let still = 0;
      const enough = element.scrollHeight + more;
      const wait = () =>
        new Promise((resolve) => {
          setTimeout(resolve, every);
        });
      while (still < until && element.scrollHeight < enough) {
        const before = element.scrollTop;
        element.scrollTop += by;
        await wait();
        most = Math.max(most, element.querySelectorAll('*').length);
        still = element.scrollTop === before ? still + 1 : 0;
      }
      return most;
    },
    { by, every: step.every, until, more },
  );

const openList = async (browser: Browser, url: string, cookie: string) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const [name = '', value = ''] = cookie.split(/=(.*)/s);
  await context.addCookies([{ name, value, url }]);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await page.goto(url);
  await page.getByRole('region', { name: 'Chats', exact: true }).getByRole('link').first().waitFor();
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowProcessor });
  return { page, devtools };
};

const taskFigure = (name: string): Timed => ({
  name: `longest task ${name}, x4`,
  unit: 'ms',
  limit: atMost.task,
  beside: onReference.task,
});

/** Scrolls down while more chats are loaded, then up and down through all of them. Fixed tasks run in between. */
const scrollFigures = async (page: Page, devtools: CDPSession, log: (text: string) => void) => {
  let nodes = 0;
  const run = async (scroll: Scroll) => {
    nodes = Math.max(nodes, await scrollThrough(page, scroll));
  };
  let before = await fixedTask(page, devtools);
  /** The longest task of one scroll, with the fixed tasks measured before and after it. */
  const sampleOf = async (scroll: Scroll) => {
    const value = await longestTask(devtools, () => run(scroll));
    const after = await fixedTask(page, devtools);
    const beside = (before + after) / 2;
    before = after;
    return { value, beside };
  };
  const down = { by: 100_000, until: 30, more: perRound * rowHeight };
  // Playwright adds its own script to the page at its first call, so that one is not measured.
  await run({ by: 0, until: 1 });
  await run(down);
  const { loading } = await measureRounds(
    {
      figures: { loading: taskFigure('while pages load') },
      rounds: [8, Math.max(8, Math.floor(chats / perRound) - 2)],
      seconds: 120,
    },
    async () => ({ loading: await sampleOf(down) }),
  );
  log(line(loading));
  log('Loading the other chats.');
  await run({ by: 100_000, until: 30 });
  const links = await page.evaluate(() => document.querySelectorAll('[data-chat], [data-scrolled] li').length);
  // The browser cleans up after loading once scrolling has stopped, which would otherwise count as a task of the next
  // scroll.
  await page.waitForTimeout(cleanupMs);
  const { up, back } = await measureRounds(
    {
      figures: { up: taskFigure('scrolling up'), back: taskFigure('scrolling down') },
      rounds: [8, 20],
      seconds: 90,
    },
    async () => ({
      up: await sampleOf({ by: -step.pixels * 10, until: 5 }),
      back: await sampleOf({ by: step.pixels * 10, until: 5 }),
    }),
  );
  return { nodes, links, tasks: [loading, up, back] };
};

/**
 * Scrolls 10,000 chats with a processor four times slower: first while their pages are loaded, then up and down through
 * all that are loaded.
 */
export const chatList = async (log: (text: string) => void): Promise<Figure[]> => {
  const product = await stage(log);
  const browser = await openBrowser(log);
  try {
    const cookie = await signIn(product.url, account);
    const script = join(workspace, 'service/src/testing/many-chats.ts');
    await promisify(execFile)(process.execPath, [script, product.data, account, String(chats)]);
    const { page, devtools } = await openList(browser, product.url, cookie);
    log(`Loading ${chats} chats by scrolling.`);
    const { nodes, links, tasks } = await scrollFigures(page, devtools, log);
    const height = await scroller(page).evaluate((element) => element.scrollHeight);
    return [
      figure(`rows of ${rowHeight} px in the list, loaded`, Math.floor(height / rowHeight), 'rows'),
      figure('rows in the document', links, 'rows'),
      figure('nodes of the list at most', nodes, 'nodes', atMost.nodes),
      ...tasks,
    ];
  } finally {
    await browser.close();
    await product.end();
  }
};
