import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReleaseSet } from '@atrium/shared-kernel/contracts/release-set';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEdge } from '../../edge/edge.ts';
import { resolveReleaseSet } from '../../release/release-set.ts';
import { writeSignedSet } from '../../release/hand-signed.ts';
import { openStore, type Store } from '../../release/store.ts';
import { publishRemote, publishShell } from '../../testing/release.ts';
import type { SourceBuild } from './compiler.ts';
import { createOverrideServer } from './override-server.ts';
import { parseOverride, startOverride } from './start-override.ts';

const template =
  '<html><head><!--release-set--><!--preloads--><script defer src="/assets/shell/1.0.0/static/index.js"></script></head></html>';
const hash = `sha256-${'b'.repeat(43)}=`;
const on = 'atrium_override=mf-chat';
let data = '';
let store: Store;
let edge = '';
let origin = '';
const servers: Server[] = [];
const output: string[] = [];

const listen = async (server: Server): Promise<string> => {
  servers.push(server);
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
const source = (): SourceBuild => ({
  folder: join(data, 'source'),
  release: () => ({
    name: 'mf-chat',
    version: '1.0.0-source',
    base: '/__override/files/',
    entry: { file: 'entry.js', integrity: hash },
    kernel: '',
    contract: { version: '2', routes: [], fills: [{ slot: 'shell.main', expose: './new' }], dialogs: [] },
    modules: {},
  }),
  script: () => hash,
  listen: (response) => response.end(),
  stop: () => Promise.resolve(),
});
const start = async (environment: string, service: RequestListener = (_, response) => response.end('{}')) => {
  const upstream = new URL(await listen(createServer(service)));
  const pinned = {
    environment,
    shell: { version: '1.0.0' },
    service: { version: '1.0.0' },
    remotes: { 'mf-chat': { version: '1.0.0' }, 'mf-teams': { version: '1.0.0' } },
    configuration: { 'mf-chat': { notice: 'Staging' } },
  };
  writeSignedSet(data, resolveReleaseSet(pinned, store));
  edge = await listen(
    createEdge({ data, environment, service: { host: upstream.hostname, port: Number(upstream.port) } }),
  );
  const options = {
    against: new URL(edge),
    remote: 'mf-chat',
    source: source(),
    log: (line: string) => output.push(line),
  };
  origin = await listen(createOverrideServer(options));
};
const get = (from: string, path: string, headers: Record<string, string> = {}) =>
  fetch(from + path, { redirect: 'manual', headers: { accept: 'text/html', ...headers } });
const setOf = (html: string) => JSON.parse(/id="release-set">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '') as ReleaseSet;
const versions = (html: string) => setOf(html).remotes.map(({ name, version }) => `${name}@${version}`);

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'atrium-override-'));
  store = openStore(join(data, 'store'));
  output.length = 0;
  publishShell(store, '1.0.0', template);
  publishRemote(store, 'mf-chat', '1.0.0', {
    contract: { configuration: { properties: { notice: { type: 'string' } } } },
    surface: { fills: [{ slot: 'shell.main', expose: './page' }] },
  });
  const routes = [{ path: '/team', title: 'Team', expose: './page' }];
  publishRemote(store, 'mf-teams', '1.0.0', { surface: { routes } });
  mkdirSync(join(data, 'source/files'), { recursive: true });
  writeFileSync(join(data, 'source/files/entry.js'), 'source();');
});
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
  rmSync(data, { recursive: true });
});

test('a browser without the override gets the environment’s own page, byte for byte', async () => {
  await start('staging');
  const [theirs, ours] = await Promise.all([get(edge, '/'), get(origin, '/')]);
  expect(await ours.text()).toBe(await theirs.text());
  for (const name of ['content-security-policy', 'integrity-policy'])
    expect(ours.headers.get(name), name).toBe(theirs.headers.get(name));
});

test('the address of the override sets a session cookie, which Reset removes', async () => {
  await start('staging');
  const response = await get(origin, '/__override/start');
  expect([response.status, response.headers.get('location')]).toEqual([303, '/']);
  expect(response.headers.get('set-cookie')).toBe(`${on}; Path=/; HttpOnly; SameSite=Lax`);
  const reset = await get(origin, '/__override/reset?to=%2Fteam%3Fa%3D1');
  expect([reset.status, reset.headers.get('location')]).toEqual([303, '/team?a=1']);
  expect(reset.headers.get('set-cookie')).toContain('atrium_override=; Max-Age=0;');
});

test('with it the page has the one remote from source, and every other line of the environment', async () => {
  await start('staging');
  const theirs = await get(edge, '/').then((answer) => answer.text());
  const answer = await get(origin, '/', { cookie: `a=1; ${on}` });
  const html = await answer.text();
  expect(versions(theirs)).toEqual(['mf-chat@1.0.0', 'mf-teams@1.0.0']);
  expect(versions(html)).toEqual(['mf-chat@1.0.0-source', 'mf-teams@1.0.0']);
  expect(setOf(html).remotes[1]).toEqual(setOf(theirs).remotes[1]);
  expect(setOf(html).remotes[0]?.configuration).toEqual({ notice: 'Staging' });
  expect(setOf(html).id).toBe(setOf(theirs).id);
  expect(theirs).toContain('href="/assets/mf-chat/1.0.0/');
  expect(html).not.toContain('href="/assets/mf-chat/1.0.0/');
  const team = await get(origin, '/team', { cookie: on }).then((page) => page.text());
  expect(team).toContain('href="/assets/mf-teams/1.0.0/');
  expect(html).toContain('"remote":"mf-chat","environment":"staging","pinned":"1.0.0"');
  expect(html.indexOf('/__override/page/page.js')).toBeLessThan(html.indexOf('/assets/shell/1.0.0/static/index.js'));
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('its policy adds the script before the shell and one path, and nothing else', async () => {
  await start('staging');
  const [theirs, ours] = await Promise.all([get(edge, '/'), get(origin, '/', { cookie: on })]);
  const added = (ours.headers.get('content-security-policy') ?? '').replace(` '${hash}' ${origin}/__override/`, '');
  expect(added).toBe(theirs.headers.get('content-security-policy'));
  const file = await get(origin, '/__override/files/entry.js');
  expect([file.headers.get('cache-control'), await file.text()]).toEqual(['no-store', 'source();']);
  for (const path of ['/__override/files/none.js', '/__override/..%2f..%2fstore', '/__override/%00', '/__override/%zz'])
    expect((await get(origin, path)).status, path).toBe(404);
});

test('a foreign page can set no override, and an override redirects to no foreign page', async () => {
  await start('staging');
  for (const site of ['cross-site', 'same-site'])
    expect((await get(origin, '/__override/start', { 'sec-fetch-site': site })).status).toBe(403);
  for (const to of ['//other.test', 'https://other.test', '/%5Cother.test'])
    expect((await get(origin, `/__override/reset?to=${to}`)).headers.get('location')).toBe('/');
});

test('the service behind is called as by the environment’s own page, and its cookies work on this origin', async () => {
  let origins: (string | undefined)[] = [];
  await start('staging', (request, response) => {
    origins = [request.headers.origin, request.headers.referer];
    response.setHeader('set-cookie', 'atrium_session=1; Path=/; Secure; HttpOnly; Domain=staging.test; SameSite=Lax');
    request.pipe(response);
  });
  const headers = { origin, referer: `${origin}/team` };
  const answer = await fetch(`${origin}/api/x`, { method: 'POST', body: 'told', headers });
  expect(await answer.text()).toBe('told');
  expect(origins).toEqual([edge, `${edge}/team`]);
  expect(answer.headers.get('set-cookie')).toBe('atrium_session=1; Path=/; HttpOnly; SameSite=Lax');
});

test('an unreachable environment is reported in one sentence', async () => {
  await start('staging');
  const gone = servers.find((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}` === edge);
  gone?.closeAllConnections();
  gone?.close();
  const answer = await get(origin, '/', { cookie: on });
  expect([answer.status, await answer.text()]).toEqual([502, `${edge} cannot be reached.\n`]);
});

test('a page of production stays unchanged, even for a browser with an override', async () => {
  await start('production');
  const theirs = await get(edge, '/');
  const ours = await get(origin, '/', { cookie: on });
  expect(await ours.text()).toBe(await theirs.text());
  expect(ours.headers.get('content-security-policy')).toBe(theirs.headers.get('content-security-policy'));
  expect(ours.headers.get('integrity-policy')).toBe(theirs.headers.get('integrity-policy'));
  expect(output).toEqual(['The environment production allows no overrides: it runs exactly what is pinned.']);
});

test('an edge knows no override: neither the cookie nor the path changes what it serves', async () => {
  for (const environment of ['staging', 'production']) {
    await start(environment);
    const plain = await get(edge, '/');
    const html = await plain.text();
    const response = await get(edge, '/', { cookie: on });
    expect(await response.text()).toBe(html);
    expect(response.headers.get('content-security-policy')).toBe(plain.headers.get('content-security-policy'));
    expect((await get(edge, '/__override/start')).headers.get('set-cookie') ?? '').not.toContain('atrium_override');
    expect((await get(edge, '/__override/files/entry.js')).status).toBe(404);
  }
});

test('production is refused by its name, and by what an address serves', async () => {
  await start('production');
  const options = { remote: 'mf-chat', port: 0, data, log: () => {} };
  for (const against of ['production', edge])
    await expect(startOverride({ ...options, against })).rejects.toThrow(
      'The environment production allows no overrides',
    );
  await expect(startOverride({ ...options, against: 'nowhere' })).rejects.toThrow(
    'nowhere is neither an environment nor an address that starts with http.',
  );
  await expect(startOverride({ ...options, remote: 'mf-none', against: edge })).rejects.toThrow(
    'There is no remote mf-none.',
  );
});

test('the options are parsed from the command', () => {
  expect(parseOverride(['--dev'])).toBeUndefined();
  expect(parseOverride(['--dev', 'mf-chat'])).toEqual({ remote: 'mf-chat', against: 'local' });
  const both = { remote: 'mf-chat', against: 'staging' };
  expect(parseOverride(['--dev', 'mf-chat', '--against', 'staging'])).toEqual(both);
  expect(parseOverride(['--dev', '--against', 'staging', 'mf-chat'])).toEqual(both);
  for (const wrong of [
    ['--against', 'staging'],
    ['mf-chat', '--against'],
    ['mf-chat', 'mf-auth'],
  ])
    expect(() => parseOverride(wrong)).toThrow('Specify a remote and what to run it against');
});
