import { afterEach, beforeEach, expect, test } from 'vitest';
import { release } from '../testing/release.ts';
import { createStyles } from './styles.ts';

const settings = (globalThis as unknown as { happyDOM: { settings: { handleDisabledFileLoadingAsSuccess: boolean } } })
  .happyDOM.settings;
beforeEach(() => {
  settings.handleDisabledFileLoadingAsSuccess = true;
});
afterEach(() => document.head.replaceChildren());

/** In happy-dom, links have no sheet. In browsers they lose it with their place in the page. */
const addSheet = (href: string, sheet: object | null = {}) => {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  Object.defineProperty(link, 'sheet', { get: () => (link.isConnected ? sheet : null) });
  document.head.append(link);
  return link;
};
const sheets = () => [...document.head.querySelectorAll('link')].map((link) => link.getAttribute('href'));
const chat = release('mf-chat', '1.0.0');
const newer = release('mf-chat', '1.0.0-w.2');

test('stylesheets of a release leave with its last mount, those of others stay', () => {
  const styles = createStyles();
  for (const base of [chat.base, newer.base]) addSheet(`${base}a.css`);
  const [first, second] = [styles.hold(chat), styles.hold(chat)];
  first();
  first();
  expect(sheets()).toHaveLength(2);
  second();
  expect(sheets()).toEqual([`${newer.base}a.css`]);
});

test('they are back and loaded before the next mount', async () => {
  const styles = createStyles();
  addSheet(`${chat.base}a.css`);
  styles.hold(chat)();
  await styles.restored(chat);
  expect(sheets()).toEqual([`${chat.base}a.css`]);
});

test('those that left before a failed load come back with its own', async () => {
  const styles = createStyles();
  for (const file of ['first.css', 'second.css']) {
    addSheet(`${chat.base}${file}`);
    // The part to which it belongs ends, or does not load.
    styles.hold(chat)();
  }
  await styles.restored(chat);
  expect(sheets()).toEqual([`${chat.base}first.css`, `${chat.base}second.css`]);
});

test('a stylesheet that had not loaded comes back, and the version before at the same address does not wait', async () => {
  const styles = createStyles();
  const [broken, before] = [chat, { ...newer, base: chat.base }];
  addSheet(`${chat.base}good.css`);
  const hanging = addSheet(`${chat.base}hangs.css`, null);
  hanging.dispatchEvent = () => true;
  styles.hold(broken)();
  expect(sheets()).toEqual([]);
  await styles.restored(before);
  expect(sheets()).toEqual([`${chat.base}good.css`, `${chat.base}hangs.css`]);
});
