import type { Browser, BrowserContextOptions, CDPSession } from 'playwright';

/** What a page answers to a command. */
interface Answer {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** A page that is controlled through the browser's protocol alone. */
export interface BarePage {
  /** Sends a command; rejects with the browser's message if it fails. */
  send(method: string, params?: object): Promise<unknown>;
  /** Runs a function in the page before the page's own scripts, with JSON as its argument. */
  runFirst<Argument>(run: (argument: Argument) => void, argument: Argument): Promise<void>;
  /** The JSON value of an expression in the page; undefined if there is none. */
  value(expression: string): Promise<unknown>;
  close(): Promise<void>;
}

interface BarePageOptions {
  /** CSS pixels. */
  readonly viewport: { readonly width: number; readonly height: number };
  /** What the browser has stored, as Playwright reports it for one of its own contexts. */
  readonly storage?: BrowserContextOptions['storageState'];
}

/** Sends commands to one page, and receives their answers, over the browser's own session. */
const commandsTo = (devtools: CDPSession, sessionId: string): BarePage['send'] => {
  const waiting = new Map<number, (answer: Answer) => void>();
  let last = 0;
  devtools.on('Target.receivedMessageFromTarget', (received) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the browser's protocol
    const answer = JSON.parse(received.message) as Answer;
    if (received.sessionId !== sessionId || answer.id === undefined) return;
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  return async (method, params = {}) => {
    last += 1;
    const id = last;
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    await devtools.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method, params }) });
    const { result, error } = await answered;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };
};

/** Runs in the page: what its origin has stored. */
const fillStorage = (origins: readonly { readonly origin: string; readonly localStorage: readonly Item[] }[]) => {
  for (const { origin, localStorage: items } of origins)
    if (origin === location.origin) for (const { name, value } of items) localStorage.setItem(name, value);
};
interface Item {
  readonly name: string;
  readonly value: string;
}

/**
 * Opens an empty page, in a browser context of its own, that no debugger is attached to, as for anybody who visits a page.
 * Playwright attaches to the pages of its contexts. For the first error that a script creates there, V8 parses all scripts
 * on the stack again to know the lines, which keeps a page on a slow processor waiting for a tenth of a second.
 */
export const openBarePage = async (
  browser: Browser,
  { viewport: { width, height }, storage }: BarePageOptions,
): Promise<BarePage> => {
  const devtools = await browser.newBrowserCDPSession();
  const { browserContextId } = await devtools.send('Target.createBrowserContext');
  const { targetId } = await devtools.send('Target.createTarget', {
    url: 'about:blank',
    browserContextId,
    width,
    height,
  });
  const { sessionId } = await devtools.send('Target.attachToTarget', { targetId, flatten: false });
  const send = commandsTo(devtools, sessionId);
  const runFirst: BarePage['runFirst'] = async (run, argument) => {
    const source = `(${String(run)})(${JSON.stringify(argument)})`;
    await send('Page.addScriptToEvaluateOnNewDocument', { source });
  };
  await send('Page.enable');
  // Above the page of a browser with a user interface are its address bar and tabs.
  await send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
  if (typeof storage === 'object') {
    await devtools.send('Storage.setCookies', { browserContextId, cookies: storage.cookies });
    await runFirst(fillStorage, storage.origins);
  }
  return {
    send,
    runFirst,
    async value(expression) {
      const answer = await send('Runtime.evaluate', { expression, returnByValue: true });
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the browser's protocol
      return (answer as { readonly result: { readonly value?: unknown } }).result.value;
    },
    async close() {
      await devtools.send('Target.disposeBrowserContext', { browserContextId });
      await devtools.detach();
    },
  };
};
