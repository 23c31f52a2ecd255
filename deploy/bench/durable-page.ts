import { setTimeout as pause } from 'node:timers/promises';
import { chromium, type Page } from 'playwright';
import { browserPath } from '../ci/browser.ts';
import { freePort } from '../testing/free-port.ts';
import { type Line, openLine } from './durable-line.ts';
import { compare, type Outcome, whenEnded } from './durable-outcome.ts';
import { modelAnswer } from './model-server.ts';

export const pageFaults = ['dropped connection', 'frozen tab', 'chat switch', 'reload'] as const;
export type PageFault = (typeof pageFaults)[number];

export interface Reader {
  readonly page: Page;
  readonly line: Line;
  end(): Promise<void>;
}

/**
 * Opens a browser with the session of `cookie`, behind a network connection of its own. It is a full browser: in a
 * context that Playwright makes, tabs are always visible and never freeze.
 */
export const openReader = async (url: string, cookie: string, log: (text: string) => void): Promise<Reader> => {
  const line = await openLine();
  const port = await freePort();
  const launched = await chromium.launch({
    executablePath: await browserPath(log),
    proxy: { server: line.proxy },
    args: ['--no-sandbox', '--disable-gpu', '--window-size=1440,900', `--remote-debugging-port=${port}`],
  });
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`, { noDefaults: true });
  const context = browser.contexts()[0] ?? (await browser.newContext());
  const [name = '', value = ''] = cookie.split(/=(.*)/s);
  await context.addCookies([{ name, value, url }]);
  const page = await context.newPage();
  return {
    page,
    line,
    async end() {
      await browser.close();
      await launched.close();
      line.end();
    },
  };
};

const composer = 'textarea:visible:enabled';
const words = (text: string) => text.replaceAll(/\s+/g, '');

/** The text of the newest answer on the screen, without spaces. */
const shownIn = (page: Page): Promise<string> =>
  page.evaluate(() => [...document.querySelectorAll('[data-markdown]')].at(-1)?.textContent ?? '').then(words);

/** Sends a prompt in a new chat. Gives the chat's id as soon as there is one. */
export const startReply = async (page: Page, url: string, prompt: string): Promise<string> => {
  await page.goto(url);
  await page.locator(composer).fill(prompt);
  await page.locator(composer).press('Enter');
  await page.waitForURL(/[?&]chat=[0-9a-f]{24}/, { timeout: 60_000 });
  return new URL(page.url()).searchParams.get('chat') ?? '';
};

/** Whether the screen shows exactly this text before the time is over. */
const showsInTime = async (page: Page, text: string): Promise<boolean> => {
  for (const since = Date.now(); Date.now() - since < 20_000; await pause(200))
    if ((await shownIn(page)) === words(text)) return true;
  return false;
};

/** Whether the reader's screen shows the message's text, and what it shows otherwise. */
export const readerOf = async (page: Page, text: string): Promise<Pick<Outcome, 'shown' | 'seen'>> => {
  if (await showsInTime(page, text)) return { shown: true };
  return { shown: false, seen: await page.evaluate(() => document.querySelector('main')?.innerText ?? '') };
};

const freeze = async ({ page, line }: Reader, ms: number, cut: boolean) => {
  const devtools = await page.context().newCDPSession(page);
  await page.evaluate(() => {
    document.addEventListener('freeze', () => document.documentElement.setAttribute('data-frozen', ''));
  });
  // A tab can only freeze behind another tab.
  const other = await page.context().newPage();
  await other.bringToFront();
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
  if (cut) line.cut(ms / 2);
  await pause(ms);
  await devtools.send('Page.setWebLifecycleState', { state: 'active' });
  await page.bringToFront();
  await other.close();
  await devtools.detach();
  const frozen = await page.evaluate(() => document.documentElement.hasAttribute('data-frozen'));
  if (!frozen) throw new Error('The tab did not freeze.');
};

/** A page that is being replaced at this moment rejects commands, so the reload is retried. */
const reload = async (page: Page): Promise<void> => {
  try {
    await page.reload({ waitUntil: 'commit' });
  } catch (error) {
    if (!String(error).includes('Not attached to an active page')) throw error;
    await pause(50);
    await reload(page);
  }
};

/** `chance` (0 to 1) differs between the runs of one benchmark, and is the same when the benchmark is repeated. */
const injectFault = async (reader: Reader, fault: PageFault, chance: number) => {
  const { page, line } = reader;
  if (fault === 'dropped connection') line.cut(chance < 0.5 ? 0 : 4000 * chance);
  if (fault === 'frozen tab') await freeze(reader, 1000 + 4000 * chance, chance > 0.5);
  if (fault === 'chat switch') {
    await page
      .getByRole('link', { name: 'New Chat' })
      .or(page.getByRole('button', { name: 'New Chat' }))
      .first()
      .click();
    await page.waitForURL((address) => !address.searchParams.has('chat'));
    await pause(3000 * chance);
    await page.goBack();
  }
  if (fault === 'reload') {
    await reload(page);
    if (chance > 0.5) await reload(page);
  }
};

export interface Trial {
  readonly url: string;
  readonly cookie: string;
  /** Words of the answer, and milliseconds between two words. */
  readonly words: number;
  readonly everyMs: number;
}

/** Follows one reply in a browser, with one fault at some moment of the reply. */
export const pageTrial = async (reader: Reader, trial: Trial, fault: PageFault, run: number): Promise<Outcome> => {
  const chance = ((run * 61) % 97) / 97;
  const prompt = `Run ${run}: ${fault} 漢字 👩‍👩‍👧 é`;
  const since = performance.now();
  const chatId = await startReply(reader.page, trial.url, prompt);
  await pause(trial.words * trial.everyMs * (((run * 37) % 89) / 89));
  await injectFault(reader, fault, chance);
  const stored = await whenEnded(trial.url, trial.cookie, chatId);
  const ended = performance.now() - since;
  return {
    fault,
    ended: stored.pending ? Infinity : ended,
    failed: stored.failed,
    ...compare(stored.content, modelAnswer(prompt, trial.words), true),
    ...(await readerOf(reader.page, stored.content)),
  };
};
