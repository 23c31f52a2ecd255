import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, CDPSession, Page } from 'playwright';
import { median } from 'simple-statistics';
import type { Beside } from './rounds.ts';
import { longestTask } from './trace.ts';

/**
 * Milliseconds of the fixed pieces of work on the reference machine: 2 cores of an AMD EPYC, Node 24.21, Chromium 156,
 * PostgreSQL 18.4. The limits of the figures were set there. The query was measured on the idle machine, the others
 * with real-time priority next to other work; an idle run gave 45, 52, 63 and 91. Measure them again there when a piece
 * changes. The command and the page are newer than that machine: decision 0191 says how their reference was derived.
 */
export const onReference = {
  query: { calibration: 'the fixed query', reference: 34 },
  operation: { calibration: 'the fixed command and page', reference: 480 },
  layout: { calibration: 'the fixed layout', reference: 50 },
  task: { calibration: 'the fixed layout', reference: 64 },
  key: { calibration: 'the fixed page', reference: 63 },
  read: { calibration: 'the median read without the stall', reference: 3.3 },
} as const satisfies Record<string, Beside>;

/** The service's fixed query on the database of a running product, found by its data folder or its DATABASE_URL. */
export const openFixedQuery = async (data: string) => {
  const program = await import('../../service/src/testing/fixed-query.ts');
  return program.openFixedQuery(data);
};

/** Serves one fixed page on a free port. */
export const serveFixedPage = async (html: string) => {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    end() {
      server.close();
      server.closeAllConnections();
    },
  };
};

/** Milliseconds from the start of a process to its end. */
export const timeProgram = async (file: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> => {
  const since = performance.now();
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (data: Buffer) => {
    output += data.toString();
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`The command ${args.join(' ')} ended with ${code}. ${output.trim()}`);
  return performance.now() - since;
};

/** Runs in the page before its scripts: records the time at which an element is complete, and its text. */
const watchFor = (selector: string) => {
  new MutationObserver((_, observer) => {
    const element = document.querySelector(selector);
    // The element's text is complete once something follows it.
    if (!element || (!element.nextSibling && document.readyState === 'loading')) return;
    observer.disconnect();
    Object.assign(globalThis, { watchedElement: { at: Date.now(), text: element.textContent } });
  }).observe(document, { childList: true, subtree: true });
};

/**
 * Opens a page in a context of its own. Gives the text of an element and the time at which it was in the page, in
 * milliseconds since 1970. The page records the time itself, since an answer to Playwright can be late by as long as
 * the page's scripts run.
 */
export const openPage = async (
  browser: Browser,
  url: string,
  selector: string,
): Promise<{ readonly at: number; readonly text: string }> => {
  const page = await browser.newPage();
  try {
    await page.addInitScript(watchFor, selector);
    await page.goto(url, { waitUntil: 'commit' });
    const handle = await page.waitForFunction(
      () => Reflect.get(globalThis, 'watchedElement') as { at: number; text: string } | undefined,
    );
    const found = await handle.jsonValue();
    if (!found) throw new Error(`${url} has no ${selector}.`);
    return found;
  } finally {
    await page.close();
  }
};

/** Milliseconds of a fixed command, followed by opening a fixed page. */
export const timeFixedOperation = async (
  command: { run(): Promise<number> },
  browser: Browser,
  url: string,
): Promise<number> => {
  const since = Date.now();
  await command.run();
  return (await openPage(browser, url, '#fixed')).at - since;
};

/** Lays out four hundred rows of text in a page, as a new list does. Gives milliseconds of the page's clock. */
export const fixedLayout = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const since = performance.now();
    const list = document.createElement('ol');
    list.style.cssText = 'position:absolute;inset:0;overflow:hidden;visibility:hidden';
    for (let at = 0; at < 400; at += 1) {
      const row = document.createElement('li');
      row.append(Object.assign(document.createElement('a'), { href: '#', textContent: `Row ${at} of the fixed task` }));
      list.append(row);
    }
    document.body.append(list);
    list.getBoundingClientRect();
    list.remove();
    return performance.now() - since;
  });

/** `fixedLayout` as a task of the page: the median of several runs, in milliseconds of processor time. */
export const fixedTask = async (page: Page, devtools: CDPSession): Promise<number> => {
  const times: number[] = [];
  while (times.length < 3)
    times.push(
      await longestTask(devtools, async () => {
        await fixedLayout(page);
      }),
    );
  return median(times);
};

/** A text field above a screen of text, in which each key press changes a fixed part of the text. */
export const fixedTypingPage = `<!doctype html><title>Fixed</title>
<style>body { font: 16px/1.5 sans-serif; } textarea { width: 100%; } span { margin-right: 1em; }</style>
<textarea></textarea><div id="fixed"></div>
<script>
  const words = (key) => Array.from({ length: 600 }, (_, at) => '<span>' + key + ' word' + at + '</span>').join('');
  const text = document.querySelector('#fixed');
  text.innerHTML = words(0);
  document.querySelector('textarea').addEventListener('input', ({ target }) => (text.innerHTML = words(target.value.length)));
</script>`;
