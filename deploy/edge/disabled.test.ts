import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReleaseSet } from '@atrium/shared-kernel/contracts/release-set';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeSignedSet } from '../release/hand-signed.ts';
import type { Pin } from '../release/environment.ts';
import { resolveReleaseSet } from '../release/release-set.ts';
import { openStore, type Store } from '../release/store.ts';
import { publishRemote, publishShell } from '../testing/release.ts';
import { createCohorts } from './cohort.ts';
import { createEdge } from './edge.ts';
import { reportKey } from './report-token.ts';

const template = `<html lang="en"><head><!--first-calls--><template id="preloads"><!--preloads--></template></head>
<body><!--frame--><div id="app"></div><!--release-set--></body></html>`;
let data = '';
let store: Store;
let origin = '';
let edge: Server | undefined;

const pin = (remotes: Readonly<Record<string, Pin>>, environment = 'local') =>
  writeSignedSet(
    data,
    resolveReleaseSet({ environment, shell: { version: '1' }, service: { version: '1' }, remotes }, store),
  );
const start = async (environment = 'local') => {
  edge = createEdge({ data, environment, service: { host: '127.0.0.1', port: 9 } });
  await new Promise<void>((done) => {
    edge?.listen(0, '127.0.0.1', done);
  });
  origin = `http://127.0.0.1:${(edge.address() as AddressInfo).port}`;
};
const get = (path: string, cookie = '') => fetch(origin + path, { headers: { cookie }, redirect: 'manual' });
const setOf = async (cookie = '') => (await (await get('/release-set.json', cookie)).json()) as ReleaseSet;
const names = ({ remotes }: ReleaseSet) => remotes.map(({ name, version }) => `${name}@${version}`);
const all: Record<string, Pin> = { 'mf-chat': { version: '1' }, 'mf-teams': { version: '1' } };

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'atrium-disabled-'));
  store = openStore(join(data, 'store'));
  const main = { html: '<main><slot name="shell.main"><b>main</b></slot></main>', css: '' };
  publishShell(store, '1', template, { './main-screen': main });
  publishRemote(store, 'mf-chat', '1', {
    surface: {
      fills: [{ slot: 'shell.main', expose: './page' }],
      first: [{ expose: './page', url: '/chats' }],
      whenDisabled: { 'slot shell.main': 'Chat is <off>.' },
    },
    parts: { './page': { html: '<form>chat</form>', css: '' } },
  });
  publishRemote(store, 'mf-teams', '1', {
    surface: {
      routes: [{ path: '/team/:id', title: 'Team', expose: './page' }],
      dialogs: [{ dialog: 'teams.admin', title: 'Admin', size: 'large', expose: './page', shortcut: 'Mod+j' }],
    },
  });
});
afterEach(() => {
  edge?.closeAllConnections();
  edge?.close();
  rmSync(data, { recursive: true });
});

test('a disabled remote is in no page: no preload, no first call, no static part; its areas are named', async () => {
  pin(all);
  await start();
  const session = 'atrium_session=1';
  const before = await (await get('/', session)).text();
  expect([
    before.includes('mf-chat/1/remoteEntry.js'),
    before.includes('/chats'),
    before.includes('chat</form>'),
  ]).toEqual([true, true, true]);
  const { id } = await setOf();
  pin({ ...all, 'mf-chat': { version: '1', disabled: true } });
  const page = await (await get('/', session)).text();
  expect(page).not.toContain('mf-chat/1/');
  expect(page).not.toContain('/chats');
  expect(page).toContain('<b>main</b>');
  expect(page).toContain('Chat is \\u003coff>.');
  const set = await setOf();
  expect([names(set), set.disabled]).toEqual([['mf-teams@1'], { 'slot shell.main': 'Chat is <off>.' }]);
  // Open pages are offered the new set, and still have the files of the one before.
  expect(set.id).not.toBe(id);
  expect((await get('/assets/mf-chat/1/remoteEntry.js')).status).toBe(200);
});

test('its pages exist, with a sentence instead of the remote; pages without an owner do not', async () => {
  pin({ ...all, 'mf-teams': { version: '1', disabled: true } });
  await start();
  expect((await setOf()).disabled).toEqual({ 'route /team/:id': '', 'dialog teams.admin': '' });
  expect([(await get('/team/1')).status, (await get('/nowhere')).status]).toEqual([200, 404]);
});

test('a set in which nothing is disabled does not mention it', async () => {
  pin(all);
  await start();
  expect(await (await get('/release-set.json')).text()).not.toContain('isabled');
});

test('a remote whose first version is a canary is known to its share only', async () => {
  pin({ ...all, 'mf-teams': { version: '1', share: 50 } });
  await start();
  const cohorts = createCohorts(reportKey(data), 'local');
  const seen = await Promise.all(
    Array.from({ length: 40 }, async (_, cohort) => {
      const cookie = cohorts.cookieFor(cohort, false).split(';', 1)[0];
      const [set, page] = await Promise.all([setOf(cookie), get('/team/1', cookie)]);
      return `${names(set).join(' ')} ${page.status}`;
    }),
  );
  expect(new Set(seen)).toEqual(new Set(['mf-chat@1 404', 'mf-chat@1 mf-teams@1 200']));
  // As with any canary, a browser without a cohort gets one.
  expect((await get('/')).headers.getSetCookie().join()).toContain('atrium_cohort=');
});

describe('?disable', () => {
  const cookieOf = (answer: Response) => answer.headers.getSetCookie().join();

  test('gives one browser a page without a remote, until it ends that or is closed', async () => {
    pin(all);
    await start();
    const answer = await get('/team/1?chat=2&disable=mf-chat');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/team/1?chat=2']);
    expect(cookieOf(answer)).toBe('atrium_disabled=mf-chat; Path=/; HttpOnly; SameSite=Lax');
    const cookie = 'atrium_disabled=mf-chat';
    expect([names(await setOf(cookie)), names(await setOf())]).toEqual([['mf-teams@1'], ['mf-chat@1', 'mf-teams@1']]);
    expect((await setOf(cookie)).disabled).toEqual({ 'slot shell.main': 'Chat is <off>.' });
    expect((await setOf(cookie)).id).not.toBe((await setOf()).id);
    const page = await (await get('/', cookie)).text();
    expect(page).toMatch(/<aside aria-label="Disabled remotes".*: mf-chat\. <a href="\?disable="/);
    expect(await (await get('/')).text()).not.toContain('<aside');
    expect(cookieOf(await get('/?disable=', cookie))).toContain(
      'atrium_disabled=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0',
    );
  });

  test('accepts several names, and ignores those that are not in the set or disabled for all', async () => {
    pin({ ...all, 'mf-teams': { version: '1', disabled: true } });
    await start();
    const { location } = Object.fromEntries(
      (await get('/?disable=mf-chat,mf-none,%22%3E%3Cb%3E&disable=mf-teams')).headers,
    );
    expect(location).toBe('/');
    const cookie = 'atrium_disabled=mf-chat.mf-none.mf-teams';
    expect(names(await setOf(cookie))).toEqual([]);
    expect(await (await get('/', cookie)).text()).toContain('Disabled in this browser: mf-chat. ');
    expect(names(await setOf('atrium_disabled=<b>.shell'))).toEqual(['mf-chat@1']);
  });

  test.each(['//evil.test/', '/\\evil.test/', '/..///evil.test/'])(
    'redirects from %s to no other host',
    async (path) => {
      pin(all);
      await start();
      const { hostname, port } = new URL(origin);
      const { request } = await import('node:http');
      const location = await new Promise<string | undefined>((resolve) => {
        request({ hostname, port, path: `${path}?disable=mf-chat` }, (answer) => {
          answer.resume();
          resolve(answer.headers.location);
        }).end();
      });
      expect(location).toMatch(/^\/(?![/\\])/);
    },
  );

  test('does nothing in production', async () => {
    pin(all, 'production');
    await start('production');
    expect((await get('/?disable=mf-chat')).status).toBe(200);
    expect(names(await setOf('atrium_disabled=mf-chat'))).toEqual(['mf-chat@1', 'mf-teams@1']);
  });
});
