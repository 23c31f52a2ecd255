import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Browser, BrowserContext, Locator, Page, Route } from 'playwright';
import { crashingTab } from '../testing/crashing-tab.ts';
import type { Part, Failure } from './own-canary-failures.ts';

export const remote = 'mf-news';

/** One visit: who opens which page, and the version that they may get. */
export interface Visit {
  readonly browser: Browser;
  readonly url: string;
  /** The visitor's session, as `name=value`. */
  readonly session: string;
  readonly failure: Failure;
  /** Folders with the files of the version on trial, and of the version before it if there is one. */
  readonly of: { readonly version: string; readonly files: string; readonly before?: string };
}

/** What the visitor saw in the end, a version or `panel`, and after how many seconds. */
export interface Seen {
  /** The version that the page named before any of it ran; undefined if the remote had been taken out by then. */
  readonly given?: string | undefined;
  readonly what: string;
  readonly seconds: number;
}

const timeoutMs = 60_000;
const filesIn = (folder: string | undefined) => (folder ? globSync('**/*.{js,css}', { cwd: folder }) : []);

/** Whether a URL is one of the files of this version whose response the failure replaces. */
const faulty = ({ failure: { fault }, of }: Visit): ((url: URL) => boolean) => {
  const before = new Set(filesIn(of.before).map((file) => basename(file)));
  const own = filesIn(of.files).filter((file) => !before.has(basename(file)));
  const entry = /^remoteEntry\./;
  const chosen = own.filter((file) => {
    if (fault?.of === 'entry') return entry.test(basename(file));
    if (fault?.of === 'style') return file.endsWith('.css');
    if (entry.test(basename(file)) || !file.endsWith('.js')) return false;
    return fault?.of === 'script' || readFileSync(join(of.files, file), 'utf8').includes('Loaded later');
  });
  if (fault && chosen.length === 0) throw new Error(`${of.version} has no ${fault.of} of its own.`);
  const names = new Set(chosen.map((file) => basename(file)));
  return ({ pathname }) => pathname.startsWith(`/assets/${remote}/`) && names.has(basename(pathname));
};

const answerOf =
  (answer: NonNullable<Failure['fault']>['answer']) =>
  async (route: Route): Promise<void> => {
    if (answer === 'hang') return;
    if (answer === 'abort') return route.abort();
    if (answer !== 'cut') return route.fulfill(answer);
    const text = await (await route.fetch()).text();
    return route.fulfill({ contentType: 'text/javascript', body: text.slice(0, text.length / 2) });
  };

const release = (page: Page) => page.locator(`[data-release^="${remote}@"]`);
/** What appears in each location, to see which version it is of. */
const locators: { readonly [P in Part]: (page: Page) => Locator } = {
  page: (page) => release(page).filter({ has: page.getByRole('heading', { name: 'News', exact: true }) }),
  action: (page) => release(page).filter({ has: page.getByRole('button', { name: 'Insert a greeting' }) }),
  settings: (page) => release(page).filter({ hasText: 'Greetings are friendly.' }),
};
const buttons = { page: 'Say hello', action: 'Insert a greeting', settings: '' } as const;

/** Opens the page. Gives the version that the page names. */
const load = async (page: Page, url: string, part: Part): Promise<string | undefined> => {
  const answer = await page.goto(part === 'page' ? `${url}/news` : url);
  return new RegExp(`"name":"${remote}","version":"([^"]+)"`).exec((await answer?.text()) ?? '')?.[1];
};

const open = async (page: Page, part: Part): Promise<void> => {
  if (part === 'action')
    await page.getByRole('button', { name: 'Greeting', exact: true }).click({ timeout: timeoutMs });
  if (part !== 'settings') return;
  await page.getByRole('button', { name: /Settings$/ }).click({ timeout: timeoutMs });
  await page.getByRole('tab', { name: 'Greetings' }).click({ timeout: timeoutMs });
};

const report = (page: Page) =>
  page.waitForResponse((one) => one.url().endsWith('/api/reportReleases'), { timeout: timeoutMs });

const leave = (page: Page) =>
  page.evaluate(() => {
    history.pushState({}, '', '/');
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  });

/** Opens the location of the failure, watches what works, waits until the page has reported how it went, and leaves. */
const visitOnce = async (visit: Visit, context: BrowserContext): Promise<Seen> => {
  const { failure, url, of } = visit;
  const { part = 'page', fault } = failure;
  const page = await context.newPage();
  if (fault) await page.route(faulty(visit), answerOf(fault.answer));
  const since = performance.now();
  const given = await load(page, url, part);
  if (given !== of.version) return { given, what: 'another', seconds: 0 };
  const loads = failure.act ? undefined : report(page);
  // If nothing appears, that is the error to report, not this one.
  loads?.catch(() => undefined);
  await open(page, part);
  const shown = locators[part](page);
  const panel = page.getByText(/^(This part of Atrium|Greetings?) is not available$/);
  await shown.or(panel).first().waitFor({ timeout: timeoutMs });
  const seconds = (performance.now() - since) / 1000;
  const what = ((await shown.count()) > 0 && (await shown.first().getAttribute('data-release'))) || 'panel';
  await loads;
  if (failure.act) {
    const reported = report(page);
    if (failure.act === 'leave') await leave(page);
    else await shown.getByRole('button', { name: buttons[part] }).click();
    await reported;
    const next = failure.act === 'leave' ? page.getByRole('textbox', { name: 'Message' }) : shown;
    if (part === 'page') await next.first().waitFor({ timeout: timeoutMs });
  }
  return { given, what, seconds };
};

const hasReported = "performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/api/reportReleases'))";
const press = `[...document.querySelectorAll('button')].find((one) => one.innerText.trim() === 'Greeting' && one.ariaExpanded === 'false')?.click()`;
const found = (part: Part) =>
  `[...document.querySelectorAll('[data-release^="${remote}@"]')].find((one) => one.querySelector('${
    part === 'page' ? 'h1' : 'button'
  }'))?.dataset.release ?? ''`;

/** The same for a version that hangs the tab: the user closes the tab and opens it again until it works. */
const visitHanging = async ({ failure, url, of }: Visit, context: BrowserContext): Promise<Seen> => {
  const { part = 'page' } = failure;
  const page = await context.newPage();
  const tab = await crashingTab(page);
  await page.goto(part === 'page' ? `${url}/news` : url, { waitUntil: 'commit' });
  const since = performance.now();
  for (let loads = 1; loads < 8; loads += 1) {
    let shown: unknown = '';
    while (shown === '') {
      // A busy machine can answer late, so it is tried twice.
      shown = (await tab.value(found(part))) ?? (await tab.value(found(part)));
      if (shown === '' && part === 'action') await tab.value(press);
      if (shown === '') await new Promise((done) => setTimeout(done, 300));
    }
    if (shown === undefined) await tab.endAndReload();
    else if (typeof shown === 'string') {
      const seconds = (performance.now() - since) / 1000;
      while ((await tab.value(hasReported)) !== true) await new Promise((done) => setTimeout(done, 300));
      return { given: of.version, what: shown, seconds };
    }
  }
  throw new Error(`The page still hangs at its eighth load: ${failure.name}.`);
};

export const visitPage = async (visit: Visit): Promise<Seen> => {
  const context = await visit.browser.newContext();
  const [name = '', value = ''] = visit.session.split(/=(.*)/s);
  await context.addCookies([{ name, value, url: visit.url }]);
  try {
    return await (visit.failure.hangs ? visitHanging(visit, context) : visitOnce(visit, context));
  } finally {
    await context.close();
  }
};
