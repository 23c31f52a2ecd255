import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { CDPSession, Page } from 'playwright';
import { workspace } from '../release/data-folder.ts';
import { type Figure, figure } from './figure.ts';
import { openBrowser } from './page-load.ts';
import { signIn, stage } from './stage.ts';

const account = 'premium@atrium.test';
const chats = 10_000;
const slowProcessor = 4;
const atMost = { task: 50, nodes: 600 } as const;
/** Milliseconds in which the browser collects what a page has left that does nothing any more. */
const atRest = 25_000;
const step = { pixels: 900, every: 100 } as const;

/** What a trace says of a thread or a task; `tdur` in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly args?: { readonly name?: string };
  /** Of processor: other work on the machine counts less. */
  readonly tdur?: number;
}

/** The longest task of the page's main thread while `act` runs, in milliseconds of processor time. */
const longestTask = async (devtools: CDPSession, act: () => Promise<void>): Promise<number> => {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: object[] }) => {
    for (const event of value as TraceEvent[])
      if (event.name === 'RunTask' || event.name === 'thread_name') events.push(event);
  };
  devtools.on('Tracing.dataCollected', collect);
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['disabled-by-default-devtools.timeline'] },
  });
  await act();
  const ended = new Promise<void>((resolve) => {
    devtools.once('Tracing.tracingComplete', () => resolve());
  });
  await devtools.send('Tracing.end');
  await ended;
  devtools.off('Tracing.dataCollected', collect);
  const main = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}-${tid}`),
  );
  const tasks = events.filter(({ name, pid, tid }) => name === 'RunTask' && main.has(`${pid}-${tid}`));
  if (tasks.length === 0) throw new Error('The trace holds no tasks of the page.');
  return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur / 1000), 0);
};

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

/**
 * Scrolling 10,000 chats at a processor four times slower: first while their pages come, then through all of them that are
 * there, up and down.
 */
export const chatList = async (say: (text: string) => void): Promise<Figure[]> => {
  const product = await stage(say);
  const browser = await openBrowser(say);
  try {
    const cookie = await signIn(product.url, account);
    const script = join(workspace, 'service/src/testing/many-chats.ts');
    await promisify(execFile)(process.execPath, [script, product.data, account, String(chats)]);
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const [name = '', value = ''] = cookie.split(/=(.*)/s);
    await context.addCookies([{ name, value, url: product.url }]);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await page.goto(product.url);
    await page.getByRole('region', { name: 'Chats', exact: true }).getByRole('link').first().waitFor();
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowProcessor });
    let nodes = 0;
    const run = async (by: number, until: number) => {
      nodes = Math.max(nodes, await scrollThrough(page, by, until));
    };
    // The first time, Playwright brings its own script into the page.
    await run(0, 1);
    say(`Loading ${chats} chats by scrolling.`);
    const loading = await longestTask(devtools, () => run(100_000, 30));
    const links = await page.evaluate(() => document.querySelectorAll('[data-chat], [data-scrolled] li').length);
    // What the loading left is cleared away once nobody scrolls: that is no task of the scrolling.
    await page.waitForTimeout(atRest);
    const up = await longestTask(devtools, () => run(-step.pixels * 10, 5));
    const down = await longestTask(devtools, () => run(step.pixels * 10, 5));
    const height = await scroller(page).evaluate((element) => element.scrollHeight);
    return [
      figure('rows of 36 px in the list, loaded', Math.floor(height / 36), 'rows'),
      figure('rows in the document', links, 'rows'),
      figure('nodes of the list at most', nodes, 'nodes', atMost.nodes),
      figure('longest task while pages load, x4', loading, 'ms', atMost.task),
      figure('longest task scrolling up, x4', up, 'ms', atMost.task),
      figure('longest task scrolling down, x4', down, 'ms', atMost.task),
    ];
  } finally {
    await browser.close();
    await product.end();
  }
};
