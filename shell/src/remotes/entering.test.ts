import { expect, test, vi } from 'vitest';
import { release } from '../testing/release.ts';
import { createEntering } from './entering.ts';
import type { Entering, Leave } from './marks.ts';

const chat = release('mf-chat', '2.0.0');
const bars = release('mf-workspace', '3.0.0');
const titles = { chat: 'mf-chat@2.0.0/screen', bars: 'mf-workspace@3.0.0/screen' };

/** A tab's storage, and the pages that it shows one after another. */
const openTab = () => {
  const values = new Map<string, string>();
  const storage = {
    get: (key: string) => values.get(key),
    set: (key: string, value: string) => void values.set(key, value),
    remove: (key: string) => void values.delete(key),
  };
  const load = () => {
    const document = { visibilityState: 'visible' };
    const page = Object.assign(new EventTarget(), { document });
    const hide = (visibilityState: string) => {
      document.visibilityState = visibilityState;
      page.dispatchEvent(new Event('visibilitychange'));
    };
    const entering = createEntering(storage, page as unknown as Window);
    return { entering, hide, leave: () => page.dispatchEvent(new Event('pagehide')) };
  };
  const copy = (into: Map<string, string>) => {
    for (const [key, value] of values) into.set(key, value);
  };
  return { load, values, copy, mark: () => values.get('entering') };
};
const failureOf = async (entering: Entering, of = chat): Promise<unknown> => {
  try {
    await entering.enter(of, './screen');
    return undefined;
  } catch (error) {
    return error;
  }
};
/** The modules that have entered so far; the others wait. */
const settled = async () => {
  await vi.dynamicImportSettled();
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
};
const watch = (promise: Leave | Promise<Leave>) => {
  const seen: { leave?: Leave } = {};
  void Promise.resolve(promise).then((leave) => (seen.leave = leave));
  return seen;
};

test('a starting module is marked, and one that has run is not', async () => {
  const { load, mark } = openTab();
  const { entering } = load();
  const leaveChat = await entering.enter(chat, './screen');
  const leaveBars = await entering.enter(bars, './screen');
  expect(mark()).toBe(`${titles.chat} ${titles.bars}`);
  leaveChat();
  expect(mark()).toBe(titles.bars);
  leaveBars();
  expect(mark()).toBeUndefined();
});

test('a mounted module is marked a moment longer: the first renders count as well', async () => {
  vi.useFakeTimers();
  const { load, mark } = openTab();
  (await load().entering.enter(chat, './screen'))(true);
  expect(mark()).toBe(titles.chat);
  vi.runAllTimers();
  expect(mark()).toBeUndefined();
  vi.useRealTimers();
});

test('a page that is left or hidden has no mark, and gets it again when it is visible', async () => {
  const { load, mark } = openTab();
  const page = load();
  const leave = await page.entering.enter(chat, './screen');
  page.hide('hidden');
  expect(mark()).toBeUndefined();
  page.hide('visible');
  expect(mark()).toBe(titles.chat);
  // A reload in the middle of a slow load is no hang.
  page.leave();
  expect(mark()).toBeUndefined();
  leave();
});

test('a hang at two loads in a row names the release, which is then not run in this tab', async () => {
  const { load } = openTab();
  await load().entering.enter(chat, './screen');
  const second = load().entering;
  expect(await failureOf(second)).toBeUndefined();
  const third = load().entering;
  expect(await failureOf(third)).toMatchObject({ phase: 'mount', timedOut: true, hung: true });
  expect(await failureOf(third, release('mf-chat', '1.0.0'))).toBeUndefined();
  // It is still known after another load.
  expect(await failureOf(load().entering)).toMatchObject({ hung: true });
});

test('of two starting modules, the one that hangs is found: the next load starts them one after another', async () => {
  const { load, mark } = openTab();
  const first = load().entering;
  await first.enter(chat, './screen');
  await first.enter(bars, './screen');

  const second = load().entering;
  const [one, other] = [watch(second.enter(chat, './screen')), watch(second.enter(bars, './screen'))];
  await settled();
  expect([one.leave, other.leave, mark()]).toEqual([expect.any(Function), undefined, titles.chat]);
  one.leave?.();
  await settled();
  expect(other.leave).toBeDefined();
  expect(mark()).toBe(titles.bars);

  const third = load().entering;
  expect(await failureOf(third, bars)).toMatchObject({ hung: true });
  expect(await failureOf(third, chat)).toBeUndefined();
});

test('where another one entered beside the suspect, it may have been either: the load after next names it', async () => {
  const { load } = openTab();
  await load().entering.enter(chat, './screen');
  const second = load().entering;
  await second.enter(chat, './screen');
  await second.enter(bars, './screen');
  const third = load().entering;
  const [one, other] = [watch(third.enter(chat, './screen')), watch(third.enter(bars, './screen'))];
  await settled();
  expect([one.leave, other.leave]).toEqual([expect.any(Function), undefined]);
  one.leave?.();
  await settled();
  const fourth = load().entering;
  expect(await failureOf(fourth, chat)).toBeUndefined();
  expect(await failureOf(fourth, bars)).toMatchObject({ hung: true });
});

test('a module that hangs whenever it is opened is found, whatever else of its release runs at each load', async () => {
  const { load } = openTab();
  const open = async () => {
    const { entering } = load();
    (await entering.enter(chat, './section'))();
    await entering.enter(chat, './action');
  };
  await open();
  await open();
  // Nothing of the release runs then, because opening it again would hang the page once more.
  expect(await failureOf(load().entering)).toMatchObject({ hung: true });
});

test('a module that has run in between is no longer a suspect, nor is one that never started', async () => {
  const { load, values } = openTab();
  await load().entering.enter(chat, './screen');
  (await load().entering.enter(chat, './screen'))();
  expect(values.size).toBe(0);
  await load().entering.enter(chat, './screen');
  // The page ends before any module enters.
  load();
  await settled();
  expect(await failureOf(load().entering)).toBeUndefined();
});

test('a tab that is duplicated while it loads copies the mark, which alone proves nothing', async () => {
  const [tab, duplicate] = [openTab(), openTab()];
  await tab.load().entering.enter(chat, './screen');
  tab.copy(duplicate.values);
  expect(await failureOf(duplicate.load().entering)).toBeUndefined();
});

test('a user can request another try', async () => {
  const { load, values } = openTab();
  await load().entering.enter(chat, './screen');
  await load().entering.enter(chat, './screen');
  await settled();
  // The second load recorded the suspect. The third one decides.
  const page = load();
  expect(await failureOf(page.entering)).toMatchObject({ hung: true });
  page.entering.forgive?.(chat);
  const leave = await page.entering.enter(chat, './screen');
  leave();
  expect(values.size).toBe(0);
});

test('denied storage marks no module and delays none', async () => {
  const nothing = { get: () => undefined, set: () => {}, remove: () => {} };
  const entering = createEntering(nothing, window);
  expect(await failureOf(entering)).toBeUndefined();
});
