import { createContext, runInContext } from 'node:vm';
import { expect, test } from 'vitest';
import { inspectable } from './inspectable.ts';

/** A page that is being parsed, in a tab whose storage contains `stored`. */
const openPage = (path: string, stored: Record<string, string> = {}) => {
  const storage = new Map(Object.entries(stored));
  const reads: string[] = [];
  const location = new URL(path, 'http://localhost');
  const document = Object.assign(new EventTarget(), { documentElement: { dataset: {} } });
  const context = createContext({
    document,
    location,
    URL,
    addEventListener: () => undefined,
    history: { state: null, replaceState: (_: unknown, __: string, url: URL) => (location.href = url.href) },
    sessionStorage: {
      getItem: (key: string) => {
        reads.push(key);
        return storage.get(key) ?? null;
      },
      setItem: (key: string, value: string) => storage.set(key, value),
    },
  });
  runInContext(inspectable.replaceAll(/<\/?script>/g, ''), context);
  return { document, location, reads, storage };
};

test('the storage is not read during parsing, which would delay the first paint', () => {
  const { document, reads } = openPage('/');
  expect(reads).toEqual([]);
  document.dispatchEvent(new Event('readystatechange'));
  document.dispatchEvent(new Event('readystatechange'));
  expect(reads).toEqual(['atrium.inspect']);
  expect(document.documentElement.dataset).toEqual({});
});

test('before the shell runs the page knows whether the inspector was requested, now or earlier in that tab', () => {
  const page = openPage('/?chat=1&inspect');
  page.document.dispatchEvent(new Event('readystatechange'));
  expect(page.location.search).toBe('?chat=1');
  expect(page.document.documentElement.dataset).toEqual({ inspect: '' });
  const again = openPage('/', Object.fromEntries(page.storage));
  again.document.dispatchEvent(new Event('readystatechange'));
  expect(again.document.documentElement.dataset).toEqual({ inspect: '' });
});
