import type { Browser, BrowserContextOptions, CDPSession } from 'playwright';
import { openSettledPage, slowDown } from './page-load.ts';

/** The typed text. Each character occurs once, so the text in the field shows which key presses have arrived. */
const characters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'.split('');
/** The user starts to type after `first` milliseconds, and types a character every `each` milliseconds. */
const pace = { first: 300, each: 120 } as const;

/** A page that is loaded while someone types. */
export interface TypedPage {
  readonly url: string;
  /** The field that has to contain the text in the end, and the button that sends it. */
  readonly field: string;
  readonly send: string;
  /** Where the user clicks to start typing. */
  readonly point: { readonly x: number; readonly y: number };
  readonly storage?: BrowserContextOptions['storageState'];
}

/** Milliseconds since the navigation. */
export interface TypedLoad {
  readonly paint: number;
  /** When the first character was typed that is in the field in the end. */
  readonly key: number;
  readonly send: number;
  /** Characters that were typed after that one and are missing in the field. */
  readonly lost: number;
  /** Sum of all layout shifts. */
  readonly shift: number;
}

/** Runs in the page: reports when a field gets the focus and when Send is enabled, and adds up layout shifts. */
const watch = (send: string) => {
  const report = (text: string) =>
    Reflect.apply(Reflect.get(globalThis, 'reportToBench') as (text: string) => void, undefined, [text]);
  const shown = { shift: 0 };
  Object.assign(globalThis, { shown });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shown.shift += (entry as PerformanceEntry & { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
  for (const kind of ['focusin', 'focusout'])
    addEventListener(kind, ({ target }) => {
      if (target instanceof HTMLTextAreaElement) report(kind);
    });
  const check = () => {
    const button = document.querySelector<HTMLButtonElement>(send);
    if (button && !button.disabled && button.checkVisibility({ visibilityProperty: true }))
      report(`send ${performance.now()}`);
    else requestAnimationFrame(check);
  };
  check();
};

const press = (devtools: CDPSession, character: string) =>
  devtools.send('Input.dispatchKeyEvent', { type: 'char', text: character }).catch(() => undefined);
const click = async (devtools: CDPSession, { x, y }: TypedPage['point']) => {
  const at = { x, y, button: 'left', clickCount: 1 } as const;
  await Promise.all(
    (['mousePressed', 'mouseReleased'] as const).map((type) =>
      devtools.send('Input.dispatchMouseEvent', { type, ...at }),
    ),
  ).catch(() => undefined);
};

/** Types at a human pace until Send is enabled, without waiting for the page. */
const typeInto = async (
  devtools: CDPSession,
  point: TypedPage['point'],
  since: number,
  reported: { focused: boolean; send: number },
) => {
  const pressed: { readonly character: string; readonly at: number }[] = [];
  const sent = new Array<Promise<unknown>>();
  for (const [at, character] of characters.entries()) {
    await new Promise((resolve) => {
      setTimeout(resolve, Math.max(0, since + pace.first + at * pace.each - performance.now()));
    });
    if (reported.send > 0) break;
    if (!reported.focused) sent.push(click(devtools, point));
    pressed.push({ character, at: performance.now() - since });
    sent.push(press(devtools, character));
  }
  await Promise.all(sent);
  return pressed;
};

/** One cold load during which someone types from the start: 1.6 Mbps, 150 ms, CPU x4. */
export const loadAndType = async (browser: Browser, of: TypedPage): Promise<TypedLoad> => {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    ...(of.storage === undefined ? {} : { storageState: of.storage }),
  });
  try {
    const page = await openSettledPage(context);
    const devtools = await context.newCDPSession(page);
    await slowDown(devtools);
    const reported = { focused: false, send: 0 };
    await page.exposeBinding('reportToBench', (_, text: string) => {
      if (text.startsWith('send')) reported.send = Number(text.slice(5));
      else reported.focused = text === 'focusin';
    });
    await page.addInitScript(watch, of.send);
    const since = performance.now();
    const typing = typeInto(devtools, of.point, since, reported);
    await page.goto(of.url, { waitUntil: 'commit', timeout: 60_000 });
    const pressed = await typing;
    await page.locator(`${of.send}:enabled`).waitFor({ timeout: 60_000 });
    const text = await page.locator(of.field).inputValue();
    const { paint, shift } = await page.evaluate(() => ({
      paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
      shift: (Reflect.get(globalThis, 'shown') as { shift: number }).shift,
    }));
    const first = pressed.findIndex(({ character }) => text.includes(character));
    const delivered = first === -1 ? [] : pressed.slice(first);
    return {
      paint,
      key: delivered[0]?.at ?? Infinity,
      send: reported.send,
      lost: delivered.filter(({ character }) => !text.includes(character)).length,
      shift,
    };
  } finally {
    await context.close();
  }
};
