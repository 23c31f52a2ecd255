import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReleaseSet } from '@atrium/shared-kernel/contracts/release-set';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeSignedSet } from '../release/hand-signed.ts';
import { resolveReleaseSet } from '../release/release-set.ts';
import { openStore, type Store } from '../release/store.ts';
import { publishRemote, publishShell } from '../testing/release.ts';
import { createEdge } from './edge.ts';

let data = '';
let store: Store;
let origin = '';
const servers: Server[] = [];

const listen = async (server: Server): Promise<number> => {
  servers.push(server);
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  return (server.address() as AddressInfo).port;
};
const pin = (chat: { readonly version: string; readonly previous?: string }) =>
  writeSignedSet(
    data,
    resolveReleaseSet(
      {
        environment: 'local',
        shell: { version: '1.0.0' },
        service: { version: '1.0.0' },
        remotes: { 'mf-chat': chat, 'mf-teams': { version: '1.0.0' } },
      },
      store,
    ),
  );
const page = async (path: string) => (await fetch(origin + path)).text();

beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'atrium-served-'));
  store = openStore(join(data, 'store'));
  publishShell(store, '1.0.0', '<html><head><!--release-set--><!--preloads--></head></html>');
  for (const version of ['1.0.0', '2.0.0'])
    publishRemote(store, 'mf-chat', version, { surface: { fills: [{ slot: 'shell.main', expose: './page' }] } });
  publishRemote(store, 'mf-teams', '1.0.0');
  pin({ version: '1.0.0' });
  const port = await listen(createServer((_, response) => response.end('run();')));
  const edge = createEdge({ data, environment: 'local', service: { host: '127.0.0.1', port } });
  origin = `http://127.0.0.1:${await listen(edge)}`;
});
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
  rmSync(data, { recursive: true, force: true });
});

test('uploads and responses of the service are never served as a script', async () => {
  const status = async (path: string, dest: string) =>
    (await fetch(origin + path, { headers: { 'sec-fetch-dest': dest } })).status;
  for (const path of ['/objects/a.js', '/api/chat'])
    expect([await status(path, 'script'), await status(path, 'empty')]).toEqual([404, 200]);
});

test('a file is never a page of its own, of no release and not of the shell; scripts, which workers may be, have no policy', async () => {
  publishRemote(store, 'mf-chat', '7.0.0', { files: { 'x.html': '<script>run();</script>' } });
  const policy = async (path: string) => (await fetch(origin + path)).headers.get('content-security-policy');
  for (const path of ['/assets/mf-chat/7.0.0/x.html', '/assets/shell/1.0.0/index.html', '/manifest.webmanifest'])
    expect(await policy(path), path).toMatch(/^sandbox; default-src 'none';/);
  for (const path of ['/assets/mf-chat/7.0.0/remoteEntry.js', '/static/index.js'])
    expect(await policy(path), path).toBeNull();
});

test.each([
  ['cross-site', 'same-origin-allow-popups'],
  ['same-site', 'same-origin-allow-popups'],
  ['', 'same-origin-allow-popups'],
  ['none', null],
  ['same-origin', null],
])('a page that comes from “%s” is cut off from an opener by “%s”; caches keep both apart', async (site, policy) => {
  const { headers } = await fetch(origin, { headers: site === '' ? {} : { 'sec-fetch-site': site } });
  expect(headers.get('cross-origin-opener-policy')).toBe(policy);
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('vary')).toContain('sec-fetch-site');
});

test('operators see which served releases use what of which others', async () => {
  const used = { name: 'chat.share', version: 1 };
  publishRemote(store, 'mf-chat', '1.3.0', { contract: { supplies: [used] } });
  publishRemote(store, 'mf-teams', '1.3.0', { contract: { opens: [used] } });
  const pins = { 'mf-chat': { version: '1.3.0' }, 'mf-teams': { version: '1.3.0' } };
  const version = '1.0.0';
  writeSignedSet(
    data,
    resolveReleaseSet({ environment: 'local', shell: { version }, service: { version }, remotes: pins }, store),
  );
  const port = await listen(createServer((_, response) => response.end('{}')));
  const edge = createEdge({ data, environment: 'local', service: { host: '127.0.0.1', port }, operatorKey: '' });
  const operators = `http://127.0.0.1:${await listen(edge)}/operator`;
  expect(await (await fetch(`${operators}.json`)).json()).toMatchObject({
    uses: { uses: [{ by: 'mf-teams', of: 'mf-chat', kind: 'dialog', name: 'chat.share' }] },
  });
  expect(await (await fetch(operators)).text()).toContain('<title>mf-teams uses mf-chat: opens chat.share</title>');
});

test('the manifest of a version is served at an address to which the files that it names are relative', async () => {
  const manifest = (entry: string, file: string) =>
    JSON.stringify({
      metaData: { publicPath: 'auto', remoteEntry: { name: entry } },
      exposes: [{ assets: { js: { sync: [file] } } }],
    });
  const entry = '1.2.0/remoteEntry.00000012.js';
  const file = 'static/part.0a1b2c3e.js';
  const files = { [entry]: 'entry();', [file]: 'part();', 'mf-manifest.json': manifest(entry, file) };
  publishRemote(store, 'mf-chat', '1.2.0', { files });
  const address = `${origin}/assets/mf-chat/1.2.0/mf-manifest.json`;
  expect(await (await fetch(address)).json()).toMatchObject({ metaData: { publicPath: 'auto' } });
  const text = async (path: string) => (await fetch(new URL(path, address))).text();
  expect([await text(entry), await text(file)]).toEqual(['entry();', 'part();']);
});

test('a file by its content has one address in all versions that have it, and each version has its own copy', async () => {
  const files = { 'static/part.0a1b2c3d.js': 'part();' };
  publishRemote(store, 'mf-chat', '1.1.0', { files: { ...files, '1.1.0/remoteEntry.00000011.js': 'one' } });
  publishRemote(store, 'mf-chat', '1.2.0', { files: { ...files, '1.2.0/remoteEntry.00000012.js': 'two' } });
  const get = async (path: string) => {
    const answer = await fetch(`${origin}/assets/mf-chat/${path}`);
    return answer.ok ? [await answer.text(), answer.headers.get('cache-control')] : answer.status;
  };
  const cached = 'public, max-age=31536000, immutable';
  expect(await get('content/static/part.0a1b2c3d.js')).toEqual(['part();', cached]);
  expect(await get('content/1.1.0/remoteEntry.00000011.js')).toEqual(['one', cached]);
  expect(await get('content/1.2.0/remoteEntry.00000012.js')).toEqual(['two', cached]);
  expect(await get('content/1.2.0/static/part.0a1b2c3d.js')).toEqual(['part();', cached]);
  // A name without a hash may mean another file in each version.
  const none = [
    'static/later.js',
    'static/part.0a1b2c3d.js.br',
    'static/part.ffffffff.js',
    '..%2f1.1.0%2frelease.json',
  ];
  for (const path of [...none, '9.9.9/static/part.0a1b2c3d.js', '1.2.0/..%2f..%2frelease.json'])
    expect([path, await get(`content/${path}`)]).toEqual([path, 404]);
  publishRemote(store, 'mf-chat', '1.3.0', { files: { 'static/part.11111111.js': 'new();' } });
  expect(await get('content/static/part.11111111.js')).toEqual(['new();', cached]);
});

test('a page contains what it needs of each remote, and nothing that is only for the edge', async () => {
  const set = JSON.parse(/id="release-set">([^<]+)/.exec(await page('/'))?.[1] ?? '') as ReleaseSet;
  expect(set.remotes.map(({ name, modules }) => [name, modules])).toEqual([
    ['mf-chat', {}],
    ['mf-teams', {}],
  ]);
  expect(set.remotes[0]?.contract.fills).toEqual([{ slot: 'shell.main', expose: './page' }]);
  pin({ version: '2.0.0', previous: '1.0.0' });
  const next = JSON.parse(/id="release-set">([^<]+)/.exec(await page('/'))?.[1] ?? '') as ReleaseSet;
  const { contract, entry, modules } = next.remotes[0]?.previous ?? {};
  expect({ ...contract, entry: entry?.file, modules }).toEqual({
    version: '1',
    routes: [],
    fills: [],
    dialogs: [],
    entry: 'remoteEntry.js',
    modules: {},
  });
});
