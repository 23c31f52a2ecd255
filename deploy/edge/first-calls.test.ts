import type { PinnedRelease, ReleaseSet } from '@atrium/shared-kernel/contracts/release-set';
import { expect, test } from 'vitest';
import { firstCalls, withFirstCalls } from './page.ts';

const release = (name: string, surface: Partial<PinnedRelease['contract']>): PinnedRelease => ({
  name,
  version: '1.0.0',
  base: `/assets/${name}/1.0.0/`,
  entry: { file: 'remoteEntry.js', integrity: '' },
  kernel: '0.1.0',
  contract: { version: '1', routes: [], fills: [], dialogs: [], ...surface },
  modules: {},
});
const setWith = (first?: PinnedRelease['contract']['first']): ReleaseSet => ({
  environment: 'local',
  id: '1',
  shell: { name: 'shell', version: '1.0.0', base: '/assets/shell/1.0.0/', kernel: '0.1.0' },
  remotes: [
    release('mf-chat', { fills: [{ slot: 'shell.main', expose: './page' }], ...(first ? { first } : {}) }),
    release('mf-teams', {
      routes: [{ path: '/team', title: 'Team', expose: './page' }],
      first: [{ expose: './page', url: '/teams' }],
    }),
  ],
});

test('a path has the first calls of the modules that it shows, each once, and of no others', () => {
  const set = setWith([
    { expose: './page', url: '/chat?chatId={chat}&part=end' },
    { expose: './page', url: '/globalChats' },
    { expose: './page', url: '/globalChats' },
    { expose: './dialog', url: '/memories' },
  ]);
  expect(firstCalls(set, '/', true)).toEqual(['/chat?chatId={chat}&part=end', '/globalChats']);
  expect(firstCalls(set, '/team', true)).toEqual(['/teams']);
  expect(firstCalls(set, '/no/such/page', true)).toEqual([]);
});

test('a visitor’s page has those of what visitors see, and none of the bars', () => {
  const set = setWith([{ expose: './page', url: '/sharedChat?messageId={id}' }]);
  const bar = release('mf-workspace', {
    fills: [{ slot: 'shell.left', expose: './bar' }],
    first: [{ expose: './bar', url: '/globalChats' }],
  });
  expect(firstCalls({ ...set, remotes: [...set.remotes, bar] }, '/', false)).toEqual(['/sharedChat?messageId={id}']);
});

test('a release without first calls has none, and neither has one whose areas belong to another', () => {
  expect(firstCalls(setWith(), '/', true)).toEqual([]);
  const owners = { 'slot shell.main': ['mf-other'] };
  expect(firstCalls({ ...setWith([{ expose: './page', url: '/globalChats' }]), owners }, '/', true)).toEqual([]);
});

test.each(['//example.com', 'https://example.com', '/../admin', '/chat#x', '/chat?a=<b>', ''])(
  '%j is not a call of the service, and is omitted',
  (url) => {
    expect(firstCalls(setWith([{ expose: './page', url }]), '/', true)).toEqual([]);
  },
);

test('they are inserted where the page of the shell marks it; the page of an older shell is unchanged', () => {
  expect(withFirstCalls('<head><!--first-calls--></head>', ['/chat?a=$&'])).toBe(
    '<head><script type="application/json" id="first-calls">["/chat?a=$&"]</script></head>',
  );
  expect(withFirstCalls('<head></head>', ['/chat'])).toBe('<head></head>');
});
