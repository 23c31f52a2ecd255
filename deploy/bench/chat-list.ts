import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright';
import { workspace } from '../release/data-folder.ts';
import { fixedTask, onReference } from './calibration.ts';
import { type Figure, figure } from './figure.ts';
import { openBrowser } from './page-load.ts';
import { measureRounds, type Timed } from './rounds.ts';
import { signIn, stage } from './stage.ts';
import { longestTask } from './trace.ts';

const account = 'premium@atrium.test';
const chats = 10_000;
const slowProcessor = 4;
const atMost = { task: 50, nodes: 600 } as const;
/** Milliseconds in which the browser collects what a page has left that does nothing any more. */
const atRest = 25_000;
const step = { pixels: 900, every: 100 } as const;

const scroller = (page: Page) => page.locator('[data-scrolled]').first().locator('..');

/** Scrolls the list in steps, as a wheel does, until it has moved no more for a while. Gives the most nodes seen in it. */
const scrollThrough = (page: Page, by: number, until: number): Promise<number> =>
  scroller(page).evaluate(
    async (element, { by, every, until }) => {
      let most = 0;
      let still = 0;
      const wait = () =>
        new Promise((resolve) => {
          setTimeout(resolve, every);
        });
      while (still < until) {
        const before = element.scrollTop;
        element.scrollTop += by;
        await wait();
        most = Math.max(most, element.querySelectorAll('*').length);
        still = element.scrollTop === before ? still + 1 : 0;
      }
      return most;
    },
    { by, every: step.every, until },
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

/**
 * Scrolling 10,000 chats at a processor four times slower: first while their pages come, then through all of them that are
 * there, up and down. Each round is a page of its own.
 */
export const chatList = async (say: (text: string) => void): Promise<Figure[]> => {
  const product = await stage(say);
  const browser = await openBrowser(say);
  try {
    const cookie = await signIn(product.url, account);
    const script = join(workspace, 'service/src/testing/many-chats.ts');
    await promisify(execFile)(process.execPath, [script, product.data, account, String(chats)]);
    const most = { nodes: 0, links: 0, height: 0 };
    const round = async () => {
      const { page, devtools } = await openList(browser, product.url, cookie);
      const run = async (by: number, until: number) => {
        most.nodes = Math.max(most.nodes, await scrollThrough(page, by, until));
      };
      // The first time, Playwright brings its own script into the page.
      await run(0, 1);
      const beside = [await fixedTask(page, devtools)];
      const loading = await longestTask(devtools, () => run(100_000, 30));
      const links = await page.evaluate(() => document.querySelectorAll('[data-chat], [data-scrolled] li').length);
      beside.push(await fixedTask(page, devtools));
      // What the loading left is cleared away once nobody scrolls: that is no task of the scrolling.
      await page.waitForTimeout(atRest);
      const up = await longestTask(devtools, () => run(-step.pixels * 10, 5));
      const down = await longestTask(devtools, () => run(step.pixels * 10, 5));
      beside.push(await fixedTask(page, devtools));
      const height = await scroller(page).evaluate((element) => element.scrollHeight);
      most.links = Math.max(most.links, links);
      most.height = Math.max(most.height, height);
      await page.context().close();
      const [before = 0, between = 0, after = 0] = beside;
      say(`loading ${loading}, up ${up}, down ${down}, beside ${beside.join(' ')}`);
      return {
        loading: { value: loading, beside: (before + between) / 2 },
        up: { value: up, beside: (between + after) / 2 },
        down: { value: down, beside: (between + after) / 2 },
      };
    };
    const tasks = await measureRounds(
      {
        figures: {
          loading: taskFigure('while pages load'),
          up: taskFigure('scrolling up'),
          down: taskFigure('scrolling down'),
        },
        rounds: [6, 12],
        seconds: 400,
      },
      round,
    );
    return [
      figure('rows of 36 px in the list, loaded', Math.floor(most.height / 36), 'rows'),
      figure('rows in the document', most.links, 'rows'),
      figure('nodes of the list at most', most.nodes, 'nodes', atMost.nodes),
      tasks.loading,
      tasks.up,
      tasks.down,
    ];
  } finally {
    await browser.close();
    await product.end();
  }
};
