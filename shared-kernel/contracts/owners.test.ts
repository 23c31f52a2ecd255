import { expect, test } from 'vitest';
import * as dialogs from './dialogs.ts';
import * as events from './events.ts';
import { ownersOfRoute, pathsOverlap, routeOwners } from './owners.ts';

test.each([
  ['/auth/login', '/auth/login'],
  ['/AUTH/Login/', '/auth/login'],
  ['/%61uth/login', '/auth/login'],
  ['/:area/login', '/auth/login'],
  ['/auth/:page', '/auth/login'],
  ['/auth/:page?', '/auth'],
  ['/x?/auth/login', '/auth/login'],
  ['/auth/*', '/auth'],
  ['/auth*', '/auth/login'],
  ['*', '/auth/login'],
  ['/a?/b?/c?/:d?', '/c'],
])('%s and %s have an address in common', (one, other) => {
  expect([pathsOverlap(one, other), pathsOverlap(other, one)]).toEqual([true, true]);
});

test.each([
  ['/auth/login', '/auth/logins'],
  ['/auth', '/auth/login'],
  ['/news/:id', '/news'],
  ['/news/*', '/newsletter'],
  ['/', '/news'],
])('%s and %s have none', (one, other) => {
  expect([pathsOverlap(one, other), pathsOverlap(other, one)]).toEqual([false, false]);
});

test('a route that reaches into several areas names all of their owners, and one of its own none', () => {
  expect(ownersOfRoute('/:page/login')).toEqual(expect.arrayContaining(['mf-auth', 'mf-teams', 'service']));
  expect(ownersOfRoute('/subscribe')).toEqual(['mf-billing']);
  expect(ownersOfRoute('/late-news')).toEqual([]);
});

test('no area reaches into that of another owner', () => {
  for (const [area, owner] of Object.entries(routeOwners)) expect(ownersOfRoute(area), area).toEqual([owner]);
});

test('the part of a name before its dot belongs to one owner', () => {
  const owners = new Map<string, string>();
  for (const group of [...Object.values(dialogs), ...Object.values(events)])
    for (const { name, owner } of Object.values<{ name: string; owner: string }>(group)) {
      const area = name.split('.')[0] ?? '';
      expect(owners.get(area) ?? owner, name).toBe(owner);
      owners.set(area, owner);
    }
});
