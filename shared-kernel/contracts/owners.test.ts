import { expect, test } from 'vitest';
import { ownerOfName, ownersOfRoute, pathsOverlap, routeOwners, shortcutOwners, slotFillers } from './owners.ts';

test.each([
  ['/auth/login', '/auth/login'],
  ['/AUTH/Login/', '/auth/login'],
  ['/%61uth/login', '/auth/login'],
  ['/:area/login', '/auth/login'],
  ['/auth/:page', '/auth/login'],
  ['/auth/:page?', '/auth'],
  ['/x?/auth/login', '/auth/login'],
  ['/auth?/login', '/auth/login'],
  ['/auth/*', '/auth'],
  ['/auth*', '/auth/login'],
  ['*', '/auth/login'],
  ['/auth/%E0%A4%A', '/auth/login'],
  ['//auth//login', '/auth/login'],
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
  ['/news/:id', '/news/1/2'],
  ['/news/1?/2', '/news/3/2'],
  ['/a?/b?/c', '/x?/y?/z'],
  ['/x/:id/y', '/x/1/z'],
  ['/x*y', '/x/*y'],
  ['/wh?at', '/what'],
])('%s and %s have none', (one, other) => {
  expect([pathsOverlap(one, other), pathsOverlap(other, one)]).toEqual([false, false]);
});

test('a route that reaches into several areas names all of their owners, and one of its own none', () => {
  expect(ownersOfRoute('/:page/login')).toEqual(expect.arrayContaining(['mf-auth', 'mf-teams', 'service']));
  expect(ownersOfRoute('/subscribe')).toEqual(['mf-billing']);
  expect(ownersOfRoute('/late-news')).toEqual([]);
});

test('areas, and who may fill the slots of the main screen', () => {
  expect(slotFillers).toEqual({
    'shell.left': ['mf-workspace'],
    'shell.main': ['mf-chat'],
    'shell.right': ['mf-workspace'],
  });
  expect(routeOwners).toMatchObject({
    '/': 'shell',
    '/app/*': 'shell',
    '/__ui': 'shell',
    '/auth/*': 'mf-auth',
    '/onboarding/*': 'mf-auth',
    '/subscribe/*': 'mf-billing',
    '/subscribed/*': 'mf-billing',
    '/integrations/*': 'mf-billing',
    '/team/*': 'mf-teams',
    '/join/*': 'mf-teams',
    '/api/*': 'service',
    '/local/*': 'service',
    '/objects/*': 'service',
    '/assets/*': 'edge',
    '/healthz': 'edge',
    '/operator/*': 'edge',
    '/operator.json': 'edge',
    '/release-set.json': 'edge',
    '/__override/*': 'edge',
  });
});

test('no area reaches into that of another owner', () => {
  for (const [area, owner] of Object.entries(routeOwners)) expect(ownersOfRoute(area), area).toEqual([owner]);
});

test('the first word of a name identifies its owner; other names are free', () => {
  const names = ['auth.terms', 'billing.settings', 'chat.created', 'shell.left', 'teams.joined', 'workspace.help'];
  expect(names.map(ownerOfName)).toEqual(['mf-auth', 'mf-billing', 'mf-chat', 'shell', 'mf-teams', 'mf-workspace']);
  expect(['chats.created', 'constructor.x', '', 'Chat.created'].map(ownerOfName)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(shortcutOwners).toEqual({ 'Mod+k': 'mf-workspace', '?': 'mf-workspace' });
});
