import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, BrowserContextOptions } from 'playwright';
import { type BarePage, openBarePage } from './bare-page.ts';
import { slowLine, slowProcessor, windowSettles } from './page-load.ts';

/** The typed text. Each character occurs once, so the text in the field shows which key presses have arrived. */
const characters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'.split('');
/** The user starts to type after `first` milliseconds, and types a character every `each` milliseconds. */
const pace = { first: 300, each: 120 } as const;
/** Milliseconds that a page may take until its text can be sent. */
const patience = 60_000;

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

/** What the page itself knows about its load. */
interface Shown {
  /** Whether a text field has the focus. */
  readonly focused: boolean;
  /** When Send was enabled; 0 before that. */
  readonly send: number;
  readonly shift: number;
  readonly paint: number;
  /** What the field contains. */
  readonly text: string;
}

/** Runs in the page: notes when a field gets the focus and when Send is enabled, and adds up layout shifts. */
const watch = ({ field, send }: Pick<TypedPage, 'field' | 'send'>) => {
  const shown = {
    focused: false,
    send: 0,
    shift: 0,
    get paint() {
      return performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
    },
    get text() {
      return document.querySelector<HTMLTextAreaElement>(field)?.value ?? '';
    },
  };
  Object.assign(globalThis, { shown });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shown.shift += (entry as PerformanceEntry & { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
  for (const kind of ['focusin', 'focusout'])
    addEventListener(kind, ({ target }) => {
      if (target instanceof HTMLTextAreaElement) shown.focused = kind === 'focusin';
    });
  const check = () => {
    const button = document.querySelector<HTMLButtonElement>(send);
    if (button && !button.disabled && button.checkVisibility({ visibilityProperty: true }))
      shown.send = performance.now();
    else requestAnimationFrame(check);
  };
  check();
};

const shownIn = async (page: BarePage, what: string): Promise<Partial<Shown>> =>
  ((await page.value(`globalThis.shown && (({ ${what} }) => ({ ${what} }))(shown)`)) as Partial<Shown> | undefined) ??
  {};

const press = (page: BarePage, character: string) =>
  page.send('Input.dispatchKeyEvent', { type: 'char', text: character });
const click = async (page: BarePage, { x, y }: TypedPage['point']) => {
  const at = { x, y, button: 'left', clickCount: 1 };
  await Promise.all(
    ['mousePressed', 'mouseReleased'].map((type) => page.send('Input.dispatchMouseEvent', { type, ...at })),
  );
};

/** Types at a human pace until Send is enabled, without waiting for the page. */
const typeInto = async (page: BarePage, point: TypedPage['point'], since: number) => {
  const pressed: { readonly character: string; readonly at: number }[] = [];
  const sent = new Array<Promise<unknown>>();
  let [focused, ready] = [false, false];
  const look = async () => {
    const shown = await shownIn(page, 'focused, send');
    focused = shown.focused === true;
    ready = (shown.send ?? 0) > 0;
  };
  for (const [at, character] of characters.entries()) {
    await wait(Math.max(0, since + pace.first + at * pace.each - performance.now()));
    if (ready) break;
    if (!focused) sent.push(click(page, point));
    pressed.push({ character, at: performance.now() - since });
    sent.push(press(page, character), look());
  }
  await Promise.allSettled(sent);
  return pressed;
};

/** One cold load during which someone types from the start: 1.6 Mbps, 150 ms, CPU x4. */
export const loadAndType = async (browser: Browser, of: TypedPage): Promise<TypedLoad> => {
  const { url, field, send, point, storage } = of;
  const page = await openBarePage(browser, { viewport: { width: 1440, height: 900 }, storage });
  try {
    await wait(windowSettles);
    await page.send('Network.enable');
    await page.send('Network.emulateNetworkConditions', slowLine);
    await page.send('Emulation.setCPUThrottlingRate', { rate: slowProcessor });
    await page.runFirst(watch, { field, send });
    const since = performance.now();
    const typing = typeInto(page, point, since);
    await page.send('Page.navigate', { url });
    const pressed = await typing;
    let shown = await shownIn(page, 'send, text, paint, shift');
    while (!shown.send) {
      if (performance.now() - since > patience) throw new Error(`${url} could not send a text within a minute.`);
      await wait(pace.each);
      shown = await shownIn(page, 'send, text, paint, shift');
    }
    const { text = '', paint, shift = 0 } = shown;
    const first = pressed.findIndex(({ character }) => text.includes(character));
    const delivered = first === -1 ? [] : pressed.slice(first);
    return {
      paint: paint || Infinity,
      key: delivered[0]?.at ?? Infinity,
      send: shown.send,
      lost: delivered.filter(({ character }) => !text.includes(character)).length,
      shift,
    };
  } finally {
    await page.close();
  }
};
