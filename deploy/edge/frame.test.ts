import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeSignedSet } from '../release/hand-signed.ts';
import { resolveReleaseSet } from '../release/release-set.ts';
import { openStore, type Store } from '../release/store.ts';
import { publishRemote, publishShell } from '../testing/release.ts';
import { createEdge } from './edge.ts';

const template = `<html lang="en"><head><script>first();</script><!--frame-style--></head>
<body><!--frame--><div id="app"><i></i></div><!--release-set--></body></html>`;
const oldTemplate = '<html lang="en"><head><!--release-set--></head><body><div id="app"><i></i></div></body></html>';
const shellParts = {
  './main-screen': {
    html: '<aside><slot name="shell.left"><b>left</b></slot></aside><main><slot name="shell.main"><b>main</b></slot></main>',
    css: '.shell{color:red}',
  },
  './page': { html: '<main><slot name="page"><b>page</b></slot></main>', css: '.page{color:red}' },
};
const chatPart = { html: '<form><textarea></textarea></form>', css: '.chat{color:red}' };
const loginPart = { html: '<form><input></form>', css: '.login{color:red}' };

let data = '';
let store: Store;
let origin = '';
const servers: Server[] = [];
const problems: string[] = [];

const listen = async (server: Server) => {
  servers.push(server);
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  return (server.address() as AddressInfo).port;
};
const start = async () => {
  const service = await listen(createServer((_, response) => response.end('{}')));
  const edge = createEdge({
    data,
    environment: 'local',
    service: { host: '127.0.0.1', port: service },
    report: (problem) => problems.push(problem),
  });
  origin = `http://127.0.0.1:${await listen(edge)}`;
};
const pin = (versions: Record<string, string>, shell = '1.0.0') => {
  const remotes = Object.fromEntries(Object.entries(versions).map(([name, version]) => [name, { version }]));
  writeSignedSet(
    data,
    resolveReleaseSet(
      { environment: 'local', shell: { version: shell }, service: { version: '1.0.0' }, remotes },
      store,
    ),
  );
};
const get = (path: string, cookie = '') => fetch(origin + path, { headers: { cookie } });
const page = async (path: string, cookie = '') => (await get(path, cookie)).text();
const frameIn = (html: string) => /<div id="frame">([\s\S]*)<\/div><div id="app">/.exec(html)?.[1];
const member = 'atrium_session=abc';
const versions = { 'mf-chat': '1.0.0', 'mf-workspace': '1.0.0', 'mf-auth': '1.0.0' };

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'atrium-frame-'));
  store = openStore(join(data, 'store'));
  problems.length = 0;
  publishShell(store, '1.0.0', template, shellParts);
  publishShell(store, '0.1.0', oldTemplate);
  publishRemote(store, 'mf-chat', '1.0.0', {
    surface: { fills: [{ slot: 'shell.main', expose: './page' }] },
    parts: { './page': chatPart },
  });
  publishRemote(store, 'mf-workspace', '1.0.0', {
    surface: { fills: [{ slot: 'shell.left', expose: './page' }] },
    parts: { './page': { html: '<nav></nav>', css: '.bar{color:red}' } },
  });
  publishRemote(store, 'mf-auth', '1.0.0', {
    surface: { routes: [{ path: '/auth/login', title: 'Log in', expose: './page' }] },
    parts: { './page': loginPart },
  });
  pin(versions);
});
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
  rmSync(data, { recursive: true });
});

test('the page contains the static parts of its path, with their styles, before the product', async () => {
  await start();
  const main = await page('/', member);
  expect(frameIn(main)).toBe(
    '<aside><div data-part="mf-workspace ./page"><nav></nav></div></aside>' +
      `<main><div data-part="mf-chat ./page">${chatPart.html}</div></main>`,
  );
  expect(main).toContain('<style>.shell{color:red}.bar{color:red}.chat{color:red}</style>');
  const login = await page('/auth/login');
  expect(frameIn(login)).toBe(`<main><div data-part="mf-auth ./page">${loginPart.html}</div></main>`);
  expect(login).toContain('<style>.page{color:red}.login{color:red}</style>');
});

test.each([
  ['where the shell’s page says that it has seen to all of it', '<template id="framed"></template>', '#framed'],
  ['where an earlier shell’s page has no such place, once it begins', '', '#frame'],
])('nothing is painted before the frame is there: %s', async (_, mark, awaited) => {
  publishShell(store, '1.1.0', template.replace('<!--frame-->', `<!--frame-->${mark}`), shellParts);
  pin(versions, '1.1.0');
  await start();
  expect(await page('/', member)).toContain(`<link rel="expect" blocking="render" href="${awaited}">`);
});

test('a visitor’s page is marked as such, and contains nothing of the bars', async () => {
  await start();
  const visitor = await page('/');
  expect(visitor).toContain('<html data-session="none" lang="en">');
  expect(frameIn(visitor)).toContain('<aside><b>left</b></aside>');
  expect(await page('/', member)).toContain('<html data-session="user" lang="en">');
});

test('a page is without the variants of a part that no browser shows there', async () => {
  const [hello, chats] = ['<p data-for="visitor">Hello</p>', '<p data-for="free premium">Chats</p>'];
  publishRemote(store, 'mf-chat', '1.1.0', {
    surface: { fills: [{ slot: 'shell.main', expose: './page' }] },
    parts: { './page': { html: hello + chats, css: '' } },
  });
  pin({ ...versions, 'mf-chat': '1.1.0' });
  await start();
  expect(frameIn(await page('/'))).toContain(`<div data-part="mf-chat ./page">${hello}</div>`);
  expect(frameIn(await page('/', member))).toContain(`<div data-part="mf-chat ./page">${chats}</div>`);
});

test('two users get the same page, byte for byte', async () => {
  await start();
  const [one, other] = [await page('/', 'atrium_session=one; a=1'), await page('/?chat=2', 'b=3; atrium_session=two')];
  expect(one).toBe(other);
});

test('a page that is requested again is compressed best, with the same content', async () => {
  const words = Array.from({ length: 3000 }, (_, at) => `<p class="line-${at % 50}">Row ${at * 7919}</p>`).join('');
  publishShell(store, '1.1.0', template, { ...shellParts, './page': { html: words, css: '' } });
  pin(versions, '1.1.0');
  await start();
  const fetchPage = async () => {
    const answer = await fetch(`${origin}/no/such/page`, { headers: { 'accept-encoding': 'br' } });
    return { bytes: Number(answer.headers.get('content-length')), text: await answer.text() };
  };
  const first = await fetchPage();
  await expect.poll(async () => (await fetchPage()).bytes).toBeLessThan(first.bytes);
  expect((await fetchPage()).text).toBe(first.text);
});

describe('without a static part', () => {
  test('the skeleton of the shell is used for a remote that has none, and for an unknown page', async () => {
    publishRemote(store, 'mf-chat', '0.1.0', { surface: { fills: [{ slot: 'shell.main', expose: './page' }] } });
    pin({ ...versions, 'mf-chat': '0.1.0' });
    await start();
    expect(frameIn(await page('/', member))).toContain('<main><b>main</b></main>');
    expect(frameIn(await page('/no/such/page'))).toBe('<main><b>page</b></main>');
  });

  test('an older shell’s page stays unchanged', async () => {
    pin(versions, '0.1.0');
    await start();
    const old = await page('/', member);
    expect(old).toMatch(/^<html lang="en"><head><script type="application\/json" id="release-set">/);
    expect(old).not.toContain('frame');
  });
});

describe('an invalid static part', () => {
  test('is not shown if it was changed, which is reported', async () => {
    writeFileSync(join(store.files('mf-chat', '1.0.0'), 'static/parts/page.html'), '<form>else</form>');
    await start();
    expect(frameIn(await page('/', member))).toContain('<main><b>main</b></main>');
    expect(problems).toEqual([
      'mf-chat@1.0.0: the static part ./page is not shown: static/parts/page.html was changed after it was published.',
    ]);
  });

  test.each([
    '<script>evil()</script>',
    '<img src=x onerror="evil()">',
    '<style>*{}</style>',
    '</slot>',
    '<link rel="preload">',
    '<a href="javascript:evil()">',
    '<!--release-set-->',
  ])('is not shown if it is more than markup: %s', async (html) => {
    publishRemote(store, 'mf-chat', '3.0.0', {
      surface: { fills: [{ slot: 'shell.main', expose: './page' }] },
      parts: { './page': { html, css: '' } },
    });
    pin({ ...versions, 'mf-chat': '3.0.0' });
    await start();
    const response = await get('/', member);
    expect(frameIn(await response.text())).toContain('<main><b>main</b></main>');
    expect(problems[0]).toContain('which a static part may not');
  });
});

test('the policy allows the styles of the frame by their hash, and no further script', async () => {
  await start();
  const policy = (await get('/', member)).headers.get('content-security-policy') ?? '';
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  expect(/style-src ([^;]*)/.exec(policy)?.[1]).toBe(
    `'self' ${hash('.shell{color:red}.bar{color:red}.chat{color:red}')}`,
  );
  expect(policy).toContain(`script-src ${hash('first();')} `);
});

test('no browser gets a static part by an address of the shell, and none is stored in compressed forms', async () => {
  await start();
  expect((await get('/static/parts/page.html')).status).toBe(404);
  const files = store.read('mf-chat', '1.0.0').files.map(({ file, bytes, brotli }) => [file, bytes === brotli]);
  expect(files).toContainEqual(['static/parts/page.css', true]);
});

test('a form that is submitted without script returns to its page, and no address contains what was typed', async () => {
  await start();
  const body = new URLSearchParams({ email: 'a@atrium.test', password: 'Atrium1!' });
  const answer = await fetch(`${origin}/auth/login?next=1`, { method: 'POST', body, redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/auth/login?next=1']);
  const away = await fetch(`${origin}//evil.test/`, { method: 'POST', body, redirect: 'manual' });
  expect(away.headers.get('location')).toBe('/evil.test/');
  expect((await fetch(`${origin}/assets/mf-chat/1.0.0/remoteEntry.js`, { method: 'POST', body })).status).toBe(405);
});
