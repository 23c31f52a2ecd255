import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { release, releaseSet } from '../testing/release.ts';
import { ownerOf, ownerOfInteraction, firstKeyVitals, measureVitals } from './vitals.ts';
import type { Vital } from './health.model.ts';

type Options = { generateTarget: (node: Node | null) => string };
type Callback = (metric: { value: number; attribution: object }) => void;
const library = vi.hoisted(() => ({ registered: new Map<string, [callback: unknown, options: unknown]>() }));
vi.mock('web-vitals/attribution', () => {
  const on = (metric: string) => (callback: unknown, options: unknown) =>
    void library.registered.set(metric, [callback, options]);
  return { onLCP: on('lcp'), onCLS: on('cls'), onINP: on('inp'), onTTFB: on('ttfb') };
});

const set = releaseSet(release('mf-chat', '1.2.0'), release('mf-auth', '2.0.0+a.1'));
const shell = 'shell@1.0.0';
const at = (selector: string) => document.querySelector(selector);
const script = (remote: string, version: string) => `https://atrium.test/assets/${remote}/${version}/static/js/a.js`;

beforeEach(() => {
  document.body.innerHTML = `
    <main><div data-release="mf-chat@1.3.0"><p><b id="inner">secret text</b></p></div><i id="bar"></i></main>
    <div data-part="mf-auth ./auth-page"><input id="early"></div><div data-part="mf-gone ./page"><s></s></div>`;
});
afterEach(() => {
  performance.clearMarks();
  vi.restoreAllMocks();
});

describe('what a page took belongs to', () => {
  test('the release that is mounted around what was shown, else the remote of its static part, else the shell', () => {
    expect(ownerOf(set, at('#inner'))).toBe('mf-chat@1.3.0');
    expect(ownerOf(set, at('#inner')?.firstChild ?? null)).toBe('mf-chat@1.3.0');
    expect(ownerOf(set, at('#early'))).toBe('mf-auth@2.0.0+a.1');
    for (const none of [at('s'), at('#bar'), document, null]) expect(ownerOf(set, none)).toBe(shell);
  });

  test.each([
    ['the remote whose script ran longest', script('mf-chat', '1.2.0'), 'mf-auth@1', 'mf-chat@1.2.0'],
    ['the owner of what was touched, where React ran it', script('shell', '1.0.0'), 'mf-auth@1', 'mf-auth@1'],
    ['the owner of what was touched, without a script', undefined, 'mf-auth@1', 'mf-auth@1'],
    ['the owner of what was touched, where an extension ran', 'chrome-extension://x/a.js', 'mf-auth@1', 'mf-auth@1'],
    ['the shell, where nobody else is known', script('shell', '1.0.0'), undefined, shell],
  ])('%s', (_, source, touched, owner) => {
    expect(ownerOfInteraction(set, touched, source)).toBe(owner);
  });
});

test('measurements of web-vitals are reported with their owner only: no selector and no address', () => {
  const reported: Vital[] = [];
  const measuring = measureVitals(set, window).subscribe((vital) => reported.push(vital));
  const measure = (metric: string, value: number, attribution: object) => {
    const [callback, options] = library.registered.get(metric) ?? [];
    // As in the library: the result of `generateTarget` stands for the element.
    const named = (node: Node | null) => (options as Options).generateTarget(node);
    (callback as Callback)({
      value,
      attribution: typeof attribution === 'function' ? attribution(named) : attribution,
    });
  };
  measure('lcp', 1200.5, (named: (node: Node | null) => string) => ({ target: named(at('#inner')), url: '/c/123' }));
  measure('cls', 0.02, (named: (node: Node | null) => string) => ({ largestShiftTarget: named(at('#early')) }));
  measure('inp', 80, {
    interactionTarget: 'mf-auth@1',
    longestScript: { entry: { sourceURL: script('mf-chat', '7') } },
  });
  measure('ttfb', 1e9, {});
  const vital = { kind: 'vital' };
  expect(reported).toEqual([
    { ...vital, remote: 'mf-chat', version: '1.3.0', metric: 'lcp', value: 1200.5 },
    { ...vital, remote: 'mf-auth', version: '2.0.0+a.1', metric: 'cls', value: 0.02 },
    { ...vital, remote: 'mf-chat', version: '7', metric: 'inp', value: 80 },
    { ...vital, remote: 'shell', version: '1.0.0', metric: 'ttfb', value: 600_000 },
  ]);
  measuring.unsubscribe();
});

test('what is gone from the page by the time it is measured counts for the shell, and its id stays in the page', () => {
  const reported: Vital[] = [];
  const measuring = measureVitals(set, window).subscribe((vital) => reported.push(vital));
  const measure = (metric: string, attribution: object) => {
    const [callback] = library.registered.get(metric) ?? [];
    (callback as Callback)({ value: 1, attribution });
  };
  // As in the library, which does not ask for the name of an element that is gone.
  measure('lcp', { target: '#_mf-auth--sign-up-R_0_' });
  measure('cls', { largestShiftTarget: '#chat-42' });
  measure('inp', { interactionTarget: 'button#delete[title="a@b.c"]' });
  measure('inp', { interactionTarget: '' });
  expect(reported.map(({ remote, version }) => `${remote}@${version}`)).toEqual([shell, shell, shell, shell]);
  measuring.unsubscribe();
});

describe('the time to the first key', () => {
  const page = readFileSync(join(import.meta.dirname, '../../index.html'), 'utf8');
  /** Runs the page's own script. Returns a function that types. */
  const opened = () => {
    const listening = vi.spyOn(globalThis, 'addEventListener').mockImplementation(() => undefined);
    const ended = vi.spyOn(globalThis, 'removeEventListener').mockImplementation(() => undefined);
    runInThisContext(/<script>([\s\S]*?)<\/script>/.exec(page)?.[1] ?? '');
    const [, take] = listening.mock.calls.find(([name]) => name === 'input') ?? [];
    listening.mockRestore();
    return (event: object) => {
      if (!ended.mock.calls.some(([, gone]) => gone === take)) (take as (event: object) => void)(event);
    };
  };
  const key = { isTrusted: true, inputType: 'insertText' };
  const marks = () => performance.getEntriesByName('first-key');

  test('is the first key press of a user, and text that a script inserts does not count', () => {
    const type = opened();
    type({ ...key, isTrusted: false });
    type({ isTrusted: true });
    expect(marks()).toHaveLength(0);
    type(key);
    type(key);
    expect(marks()).toMatchObject([{ detail: ['mf-chat@1.3.0', 'mf-auth ./auth-page', 'mf-gone ./page'] }]);
  });

  const timeline = (startTime: number, hiddenAt?: number, detail: unknown = ['mf-chat@1.3.0', 'mf-auth ./auth-page']) =>
    ({
      getEntriesByName: () => [{ startTime, detail }],
      getEntriesByType: () => [
        { name: 'visible', startTime: 0 },
        ...(hiddenAt === undefined ? [] : [{ name: 'hidden', startTime: hiddenAt }]),
      ],
    }) as unknown as Performance;
  const owners = (found: Vital[]) => found.map(({ remote, version }) => `${remote}@${version}`);

  test('counts for each part that was on the screen, and for the shell', () => {
    const found = firstKeyVitals(set, timeline(900.4));
    expect(owners(found)).toEqual(['mf-chat@1.3.0', 'mf-auth@2.0.0+a.1', shell]);
    expect(new Set(found.map(({ metric, value }) => `${metric} ${value}`))).toEqual(new Set(['first-key 900.4']));
    expect(owners(firstKeyVitals(set, timeline(900, 1000)))).toHaveLength(3);
    expect(owners(firstKeyVitals(set, timeline(900, undefined, null)))).toEqual([shell]);
  });

  test('is not reported for a page that was hidden before, nor without typing for a minute', () => {
    expect(firstKeyVitals(set, timeline(900, 400))).toEqual([]);
    expect(firstKeyVitals(set, timeline(60_001))).toEqual([]);
    expect(firstKeyVitals(set, performance)).toEqual([]);
  });

  test('is reported once, when the page is hidden', () => {
    const reported: Vital[] = [];
    const measuring = measureVitals(set, window).subscribe((vital) => reported.push(vital));
    const change = () => window.dispatchEvent(new Event('visibilitychange'));
    change();
    expect(reported).toEqual([]);
    performance.mark('first-key', { detail: ['mf-chat@1.3.0'] });
    for (let times = 0; times < 3; times += 1) change();
    expect(owners(reported)).toEqual(['mf-chat@1.3.0', shell]);
    measuring.unsubscribe();
  });
});
