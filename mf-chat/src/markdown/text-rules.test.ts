import { expect, test } from 'vitest';
import { csvOf } from './table.tsx';
import { hostOf, ownPath, safeUrl } from '../links/safe-url.ts';

test('only web and mail addresses are links', () => {
  for (const bad of [
    'javascript:alert(1)',
    'data:text/html,x',
    '/auth/logout',
    'vbscript:x',
    'blob:https://a.test/x',
    '',
  ])
    expect(safeUrl(bad), bad).toBeUndefined();
  expect(safeUrl('https://a.test/x')?.href).toBe('https://a.test/x');
  expect(hostOf('https://www.a.test/x')).toBe('a.test');
});

test('only addresses of the product itself are its own', () => {
  expect(ownPath('/objects/k?s=1', 'https://atrium.test')).toBe('/objects/k?s=1');
  for (const foreign of ['https://a.test/x', '//a.test/x', 'javascript:1'])
    expect(ownPath(foreign, 'https://atrium.test'), foreign).toBeUndefined();
});

test('a table becomes quoted CSV whose cells are never formulas', () => {
  const table = document.createElement('table');
  for (const row of [
    ['Name', 'Note'],
    ['=1+1', 'a "b", c'],
    ['-5', ''],
  ]) {
    const line = table.insertRow();
    for (const text of row) line.insertCell().textContent = text;
  }
  expect(csvOf(table)).toBe('Name,Note\r\n\'=1+1,"a ""b"", c"\r\n-5,');
});
