import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import type { EarlyField } from './pass-on.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const page = readFileSync(join(import.meta.dirname, '../../index.html'), 'utf8');
const scripts = [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text);
/** The page's scripts: before the frame, for the fields of the frame, and for what is requested and run afterwards. */
const [first = '', fields = '', files = ''] = scripts;
const root = document.documentElement;

const field = () => document.querySelector('textarea')!;
const form = () => document.querySelector('form')!;
const send = () => document.querySelector('button')!;
const open = (extra = '') => {
  document.body.innerHTML = `<div id="frame"><form data-early-form="composer" method="post"><div><textarea data-early="message"
    data-early-focus data-placeholders="One|Two|Three"></textarea></div><button type="submit" disabled>Send</button></form>
    ${extra}</div>`;
  runInThisContext(fields);
};
const type = (text: string) => {
  field().value = text;
  field().dispatchEvent(new Event('input', { bubbles: true }));
};
const press = (init: KeyboardEventInit) => {
  const event = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...init });
  field().dispatchEvent(event);
  return event.defaultPrevented;
};

beforeEach(() => {
  localStorage.clear();
  for (const name of ['access', 'session', 'left', 'right', 'query']) delete root.dataset[name];
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.stubGlobal('CSS', { supports: () => true });
});
afterEach(() => {
  document.body.innerHTML = '';
  vi.unstubAllGlobals();
});

test('the page restores the last user and the bars from what the browser stores', () => {
  localStorage.setItem('atrium.access', 'free');
  localStorage.setItem('atrium.bar.right', 'closed');
  window.history.replaceState(null, '', '/?chat=1&x-y=2&id=3');
  runInThisContext(first);
  expect(root.dataset).toMatchObject({ access: 'free', left: 'open', right: 'closed', query: 'chat id' });
});

test.each([
  ['a visitor, where the edge sees no session', 'none', 'premium', 'visitor'],
  ['nobody knows who, where a visitor has signed in elsewhere', 'user', 'visitor', undefined],
  ['nobody knows who, where nothing is stored', 'user', undefined, undefined],
  ['nobody knows who, where nonsense is stored', 'user', 'admin', undefined],
])('the page is for %s', (_, session, stored, access) => {
  root.dataset['session'] = session;
  if (stored) localStorage.setItem('atrium.access', stored);
  runInThisContext(first);
  expect(root.dataset['access']).toBe(access);
});

test('one can type at once: the field has the focus, one of the suggestions, and Send when something is written', () => {
  open();
  expect(document.activeElement).toBe(field());
  expect(['One', 'Two', 'Three']).toContain(field().placeholder);
  expect(send().disabled).toBe(true);
  type('Hello');
  expect(send().disabled).toBe(false);
  type('  ');
  expect(send().disabled).toBe(true);
});

test('a finger that has to call a keyboard first is not met by one', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  open();
  expect(document.activeElement).toBe(document.body);
});

test('Enter is remembered with the chat that the address names, and sends nothing anywhere', () => {
  window.history.replaceState(null, '', '/?chat=1');
  open();
  type('Hello');
  expect(press({})).toBe(true);
  expect(form().dataset['submitted']).toBe('?chat=1');
  expect(form().getAttribute('aria-busy')).toBe('true');
});

test('Enter with Shift, of an input method, or with nothing written, is not', () => {
  open();
  press({});
  type('Hello');
  expect(press({ shiftKey: true })).toBe(false);
  press({ isComposing: true });
  press({ keyCode: 229 });
  press({ ctrlKey: true });
  expect(form().dataset['submitted']).toBeUndefined();
  expect(field().value).toBe('Hello\n');
});

test('text typed after Enter is not lost: all of it is sent with the next Enter', () => {
  open();
  type('Hello');
  press({});
  field().dispatchEvent(new InputEvent('beforeinput', { inputType: 'insertText', bubbles: true }));
  expect(form().dataset['submitted']).toBeUndefined();
  expect(field().value).toBe('Hello\n');
});

test('text that is typed over what Enter was pressed for replaces it', () => {
  open();
  type('Hello');
  press({});
  field().setSelectionRange(0, 5);
  field().dispatchEvent(new InputEvent('beforeinput', { inputType: 'insertText', bubbles: true }));
  expect([field().value, field().selectionStart]).toEqual(['Hello', 0]);
});

test('in a form of several fields, typing into any of them takes Enter back and adds nothing', () => {
  document.body.innerHTML = `<div id="frame"><form data-early-form="login"><input data-early="email" value="a@b.c">
    <input data-early="password" type="password"><button type="submit">Log in</button></form></div>`;
  runInThisContext(fields);
  form().requestSubmit();
  expect(form().dataset['submitted']).toBeDefined();
  const password = document.querySelector<HTMLInputElement>('[type=password]')!;
  password.dispatchEvent(new InputEvent('beforeinput', { inputType: 'insertText', bubbles: true }));
  expect([form().dataset['submitted'], form().getAttribute('aria-busy')]).toEqual([undefined, null]);
  expect(password.value).toBe('');
});

test.each([
  ['dropped', 'drop', ['Files'], 1],
  ['pasted', 'paste', ['Files'], 1],
  ['pasted with their text, which word processors do', 'paste', ['text/plain', 'Files'], 0],
])('files that are %s wait in the field, and no browser leaves the page for them', (_, type, types, count) => {
  HTMLElement.prototype.checkVisibility = () => true;
  open();
  const give = (name: string, given: readonly string[]) => {
    const event = new Event(name, { bubbles: true, cancelable: true });
    const data = { types: given, files: [new File(['1'], 'a.txt')] };
    Object.assign(event, { [name === 'paste' ? 'clipboardData' : 'dataTransfer']: data });
    field().dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect([give('dragover', ['Files']), give('dragover', ['text/plain'])]).toEqual([true, false]);
  expect(give(type, types)).toBe(count === 1);
  give(type, types);
  const { kept } = field() as EarlyField;
  expect(kept?.files.length ?? 0).toBe(2 * count);
});

test('placeholders of parts that this browser did not have last time are removed', () => {
  localStorage.setItem('atrium.auth.providers', 'apple azure');
  open(
    '<i data-stored="teams">1</i><i data-stored="auth.providers~google">2</i><i data-stored="auth.providers~apple">3</i>',
  );
  expect([...document.querySelectorAll('i')].map(({ textContent }) => textContent)).toEqual(['3']);
});

test('parts that need what this browser does not have go', () => {
  vi.stubGlobal('PublicKeyCredential', vi.fn());
  open('<i data-requires="PublicKeyCredential">1</i><i data-requires="NoSuchInterface">2</i>');
  expect([...document.querySelectorAll('i')].map(({ textContent }) => textContent)).toEqual(['1']);
});

test('while an input method composes, the field says so', () => {
  open();
  field().dispatchEvent(new Event('compositionstart', { bubbles: true }));
  expect(field().dataset['composing']).toBe('');
  field().dispatchEvent(new Event('compositionend', { bubbles: true }));
  expect(field().dataset['composing']).toBeUndefined();
});

describe('after the page itself', () => {
  const name = 'http://localhost/assets/shell/content/static/js/index.js';
  // The window of this test loads a stylesheet as soon as it is inserted.
  const styles = () => document.head.querySelectorAll(':scope > link[rel=author]');
  const preloads = () => document.head.querySelectorAll(':scope > link[href="/a.js"]').length;
  const scripts = () => [...document.head.querySelectorAll<HTMLScriptElement>(':scope > script')];
  const ran = () => scripts().length > 0;
  /** What the page waits for, by type. */
  const observers = new Map<string, (names: readonly string[]) => void>();
  const observe = (type: string, names: readonly string[] = []) => observers.get(type)?.(names);
  const react = 'http://localhost/assets/shell/content/static/js/react.js';
  const open = (style = '<link rel="author" href="/a.css">') => {
    document.head.innerHTML = `<link rel="preload" as="script" href="${react}"><link rel="preload" as="script" href="${name}">
      <template id="entry">${style}<script src="${react}"></script><script src="${name}"></script></template>
      <template id="icon"><link rel="icon" href="/a.png"></template>
      <template id="preloads"><link rel="preload" href="/a.js"></template>`;
    runInThisContext(files);
  };
  const is = (what: Partial<Record<'hidden' | 'readyState', unknown>>) => {
    for (const [key, value] of Object.entries(what))
      Object.defineProperty(document, key, { configurable: true, get: () => value });
  };

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('requestAnimationFrame', () => 0);
    vi.stubGlobal('fetch', () => new Promise(() => {}));
    Object.assign(Reflect.get(globalThis, 'happyDOM').settings, { handleDisabledFileLoadingAsSuccess: true });
    vi.stubGlobal(
      'PerformanceObserver',
      class {
        #type = '';
        readonly #listen: PerformanceObserverCallback;
        constructor(listen: PerformanceObserverCallback) {
          this.#listen = listen;
        }
        observe({ type = '' }: PerformanceObserverInit) {
          this.#type = type;
          observers.set(type, (names) => {
            const list = { getEntriesByName: (wanted: string) => names.filter((one) => one === wanted) };
            this.#listen(list as unknown as PerformanceObserverEntryList, this as unknown as PerformanceObserver);
          });
        }
        disconnect() {
          observers.delete(this.#type);
        }
      },
    );
  });
  afterEach(() => {
    // Other test files share this document and would find requests that still wait.
    for (const key of ['hidden', 'readyState']) Reflect.deleteProperty(document, key);
    document.dispatchEvent(new Event('visibilitychange'));
    vi.useRealTimers();
    delete window.firstAnswers;
    vi.restoreAllMocks();
    observers.clear();
    document.head.replaceChildren();
  });

  test.each([react, name])(
    'the files of the route are requested when %s has come, as the first script of the shell, and not before',
    (first) => {
      open();
      observe('resource', ['http://localhost/api/user']);
      expect(preloads()).toBe(0);
      observe('resource', ['http://localhost/api/user', first]);
      expect(preloads()).toBe(1);
      expect(observers.has('resource')).toBe(false);
    },
  );

  test('the scripts run in the order of the page, and find each other’s modules', () => {
    open('');
    observe('paint');
    expect(scripts().map(({ src, async }) => ({ src, async }))).toEqual([
      { src: react, async: false },
      { src: name, async: false },
    ]);
    const [modules, ...others] = scripts().map((script) => Reflect.get(script, 'chunks') as unknown);
    expect(modules).toEqual([]);
    expect(others.every((one) => one === modules)).toBe(true);
  });

  test('the files of the route are requested at once in a browser that had the scripts of the shell already', () => {
    const has = vi.spyOn(performance, 'getEntriesByName');
    has.mockImplementation((wanted) => (wanted === name ? [{} as PerformanceEntry] : []));
    open();
    expect(preloads()).toBe(1);
    expect(observers.has('resource')).toBe(false);
  });

  test('after the first paint come the first calls, the styles, and when they have loaded the script', () => {
    open();
    expect([styles().length, ran(), Object.keys(window.firstAnswers!)]).toEqual([0, false, []]);
    expect(document.head.querySelector(':scope > [rel=icon]')).toBeNull();
    observe('paint');
    expect(document.head.querySelector(':scope > [rel=icon]')).not.toBeNull();
    expect([styles().length, ran(), Object.keys(window.firstAnswers!)]).toEqual([1, false, ['/api/user']]);
    styles()[0]!.dispatchEvent(new Event('load'));
    expect(ran()).toBe(true);
    observe('paint');
    expect([styles().length, ran()]).toEqual([1, true]);
  });

  test('styles that do not load are requested three times, and without them the script does not run', () => {
    const failed = vi.fn((event: ErrorEvent) => [event.filename, event.message]);
    window.addEventListener('error', failed);
    open();
    observe('paint');
    for (let tries = 1; tries <= 3; tries += 1) {
      expect([styles().length, failed.mock.results.length]).toEqual([1, 0]);
      styles()[0]!.dispatchEvent(new Event('error'));
    }
    window.removeEventListener('error', failed);
    expect([styles().length, ran()]).toEqual([0, false]);
    const reason = [new URL('/a.css', location.href).href, 'the styles of the shell were not loaded'];
    expect(failed.mock.results).toMatchObject([{ value: reason }]);
  });

  test('the script runs when a second request for the styles succeeds', () => {
    open();
    observe('paint');
    styles()[0]!.dispatchEvent(new Event('error'));
    styles()[0]!.dispatchEvent(new Event('load'));
    expect([styles().length, ran()]).toEqual([1, true]);
  });

  test('a page without styles of its own runs the script after the first paint', () => {
    open('');
    expect(ran()).toBe(false);
    observe('paint');
    expect(ran()).toBe(true);
  });

  test('a page that is painted before all of it has come waits for the rest', () => {
    is({ readyState: 'loading' });
    open('');
    observe('paint');
    expect(ran()).toBe(false);
    is({ readyState: 'interactive' });
    document.dispatchEvent(new Event('readystatechange'));
    expect(ran()).toBe(true);
  });

  test('a page in the background, which is not painted, waits only for all of it', () => {
    is({ hidden: true });
    open('');
    expect(ran()).toBe(false);
    document.dispatchEvent(new Event('readystatechange'));
    expect(ran()).toBe(true);
  });

  test('a page that goes to the background does not wait for its paint', () => {
    open('');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(ran()).toBe(true);
  });

  test('where a browser reports no paint, the page waits for half a second from its first frame', () => {
    const frames: FrameRequestCallback[] = [];
    vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
    open('');
    vi.advanceTimersByTime(1000);
    expect(ran()).toBe(false);
    frames[0]?.(1000);
    vi.advanceTimersByTime(499);
    expect(ran()).toBe(false);
    vi.advanceTimersByTime(1);
    expect(ran()).toBe(true);
  });

  test('a page that is never painted waits for 3 s', () => {
    open('');
    vi.advanceTimersByTime(2999);
    expect(ran()).toBe(false);
    vi.advanceTimersByTime(1);
    expect(ran()).toBe(true);
  });
});

test('the page is painted once the frame’s script has run, and before any other does', () => {
  const order = [
    '<!--frame-style-->',
    '<!--frame-->',
    'data-early-form',
    '<template id="framed">',
    'rel="icon"',
    '<!--preloads-->',
    '<!--first-calls-->',
    'could not start',
    'PerformanceObserver',
    'id="app"',
  ];
  const found = order.map((text) => page.indexOf(text));
  expect(found).toEqual(found.toSorted((one, other) => one - other));
  expect(found).not.toContain(-1);
});

test('the page may be painted as soon as the frame’s script has run, wherever the parser pauses', () => {
  document.head.innerHTML = '<link rel="expect" blocking="render" href="#framed">';
  open();
  expect(document.querySelector('link')).toBeNull();
});

test('the press of a button is remembered, until it is pressed again; one that is disabled or sends is left alone', () => {
  open('<button type="button"><i></i></button><button type="button" disabled></button>');
  const [sends, works, disabled] = document.querySelectorAll('button');
  const pressed = () => [...document.querySelectorAll('[data-pressed]')];
  for (const button of [sends, disabled]) button!.dispatchEvent(new Event('click', { bubbles: true }));
  expect(pressed()).toEqual([]);
  works!.querySelector('i')!.click();
  expect(pressed()).toEqual([works]);
  works!.click();
  expect(pressed()).toEqual([]);
});
