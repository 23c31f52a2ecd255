import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { followTheme } from './follow-theme.ts';

const themeWith = (localStorage: object, dark: boolean) => {
  const documentElement = { dataset: { theme: 'light' } };
  runInNewContext(followTheme, { document: { documentElement }, localStorage, matchMedia: () => ({ matches: dark }) });
  return documentElement.dataset.theme;
};
const holding = (theme: string | null) => ({ getItem: (key: string) => (key === 'atrium.theme' ? theme : null) });
const denied = {
  getItem: () => {
    throw new Error('denied');
  },
};

test.each([
  ['the chosen one before the system’s', holding('light'), true, 'light'],
  ['the chosen one', holding('dark'), false, 'dark'],
  ['the system’s where nobody chose', holding(null), true, 'dark'],
  ['light where nobody chose and the system is light', holding(null), false, 'light'],
  ['the system’s where the storage is denied', denied, true, 'dark'],
])('a page beside the product has %s', (_name, storage, dark, theme) => {
  expect(themeWith(storage, dark)).toBe(theme);
});
