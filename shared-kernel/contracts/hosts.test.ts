import { expect, test } from 'vitest';
import { isLoopback, isOwnMachine, listensToItself } from './hosts.ts';

test.each(['localhost', 'atrium.localhost', '127.0.0.1', '127.1.2.3', '127.10.200.30', '[::1]'])(
  '%s is this machine',
  (host) => {
    expect(isLoopback(host)).toBe(true);
  },
);

test.each([
  '0.0.0.0',
  '[::]',
  '192.168.0.7',
  'localhost.example.com',
  '127.0.0.1.example.com',
  'notlocalhost',
  'localhosts',
  'x127.0.0.1',
  '127.0.0',
  '127.0.0.1.2',
  '127.0.0.1234',
  '127.a.0.1',
  '.localhost',
  '/.localhost',
  'x[::1]',
  '[::1]x',
  'a.test',
])('%s is not only this machine', (host) => {
  expect(isLoopback(host)).toBe(false);
});

test('origins are local only if all of them are', () => {
  expect(isOwnMachine(['http://localhost:8080', 'http://atrium.test'])).toBe(true);
  expect(isOwnMachine(['http://localhost:8080', 'https://chat.example.com'])).toBe(false);
  for (const other of [
    'https://a.test.example.com',
    'https://test',
    'https://atest',
    'https://a.testing',
    'https://a!b.test',
  ])
    expect(isOwnMachine([other]), other).toBe(false);
});

test('a server on every address does not listen to itself', () => {
  expect(['127.0.0.1', '::1', 'localhost'].map(listensToItself)).toEqual([true, true, true]);
  expect(['0.0.0.0', '::', '192.168.0.7'].map(listensToItself)).toEqual([false, false, false]);
});
