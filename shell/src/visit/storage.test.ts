import { afterEach, expect, test, vi } from 'vitest';
import { createStorage } from './storage.ts';

afterEach(() => void vi.unstubAllGlobals());

test('a storage that is full or denied loses the value and does not throw', () => {
  const denied = () => {
    throw new DOMException('denied', 'QuotaExceededError');
  };
  vi.stubGlobal('localStorage', { getItem: denied, setItem: denied, removeItem: denied });
  const { local } = createStorage();
  local.set('theme', 'dark');
  local.remove('theme');
  expect(local.get('theme')).toBeUndefined();
});

test('the cookies of attribution live for a year, an intent for an hour', () => {
  const written: string[] = [];
  vi.spyOn(document, 'cookie', 'set').mockImplementation((cookie) => void written.push(cookie));
  const { cookies } = createStorage();
  cookies.set('aT', 'a b');
  cookies.set('spockUuid', 'u');
  cookies.set('joinTeamId', 't');
  expect(written.map((cookie) => /^(.*); Path=\/; Max-Age=(\d+); SameSite=Lax/.exec(cookie)?.slice(1))).toEqual([
    ['aT=a%20b', '31536000'],
    ['spockUuid=u', '31536000'],
    ['joinTeamId=t', '3600'],
  ]);
});

test('a cookie that another page wrote without encoding is read as it is', () => {
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('aT=50%; spockUuid=a%20b');
  const { cookies } = createStorage();
  expect([cookies.get('aT'), cookies.get('spockUuid')]).toEqual(['50%', 'a b']);
});

test('what is stored is found again under the product’s own prefix', () => {
  const { session } = createStorage();
  session.set('draft', 'hello');
  expect(sessionStorage.getItem('atrium.draft')).toBe('hello');
  expect(session.get('draft')).toBe('hello');
  session.remove('draft');
  expect(session.get('draft')).toBeUndefined();
});
