import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { resolveReleaseSet } from '../release/release-set.ts';
import { writeSignedSet } from '../release/hand-signed.ts';
import { openStore } from '../release/store.ts';
import { publishRemote, publishShell } from '../testing/release.ts';
import { createEdge } from './edge.ts';
import { createCohorts } from './cohort.ts';
import { createReportTokens, reportKey } from './report-token.ts';

let data = '';
const servers: Server[] = [];
const passed: { body: string; headers: IncomingHttpHeaders }[] = [];

const listen = async (server: Server) => {
  servers.push(server);
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  return (server.address() as AddressInfo).port;
};
const edge = async (key?: string) => {
  const service = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => {
      body += part.toString();
    });
    request.on('end', () => {
      passed.push({ body, headers: request.headers });
      response.end('{}');
    });
  });
  const upstream = { host: '127.0.0.1', port: await listen(service) };
  const made = createEdge({
    data,
    environment: 'local',
    service: upstream,
    ...(key === undefined ? {} : { reportKey: key }),
  });
  return `http://127.0.0.1:${await listen(made)}`;
};
const report = { remote: 'mf-a', version: '1.0.0', kind: 'failed', phase: 'expose', reason: 'no' };
const post = (origin: string, cookie: string, body: object = { reports: [report] }) =>
  fetch(`${origin}/api/reportReleases`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', cookie },
  });
const cookieOf = async (origin: string, headers: Record<string, string> = {}) =>
  (await fetch(origin, { headers })).headers.getSetCookie().find((one) => one.startsWith('atrium_report=')) ?? '';
const pair = (cookie: string) => cookie.split(';')[0] ?? '';

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'atrium-reports-'));
  passed.length = 0;
  const store = openStore(join(data, 'store'));
  publishShell(store, '1.0.0', '<head><!--release-set--></head>');
  publishRemote(store, 'mf-a', '1.0.0');
  const pin = { version: '1.0.0' };
  writeSignedSet(
    data,
    resolveReleaseSet({ environment: 'local', shell: pin, service: pin, remotes: { 'mf-a': pin } }, store),
  );
});
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
  rmSync(data, { recursive: true });
});

test('a page gives its browser a token that no script reads, for a week, and no second one', async () => {
  const origin = await edge();
  const cookie = await cookieOf(origin);
  expect(cookie).toMatch(
    /^atrium_report=[\w-]{16}\.-\.[0-9a-z]+\.[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/,
  );
  expect(await cookieOf(origin, { cookie: pair(cookie) })).toBe('');
  expect(await cookieOf(origin)).not.toBe(cookie);
  // Caches share the shell's files, so they contain nothing about a single browser.
  for (const path of ['/manifest.webmanifest', '/release-set.json', '/assets/mf-a/1.0.0/remoteEntry.js'])
    expect(await cookieOf(origin + path), path).toBe('');
  expect(await cookieOf(origin, { 'x-forwarded-proto': 'https' })).toMatch(/; Secure$/);
});

test('a browser keeps its identity and its expiry when its cohort changes', async () => {
  const key = 'k'.repeat(16);
  const origin = await edge(key);
  const [id, , ends] = pair(await cookieOf(origin)).split('.');
  const first = pair(await cookieOf(origin));
  const drawn = pair(
    await cookieOf(origin, { cookie: `${first}; ${createCohorts(key, 'local').cookieFor(7, false)}` }),
  );
  expect(drawn.split('.').slice(0, 3)).toEqual([first.split('.')[0], '7', first.split('.')[2]]);
  expect([id, ends]).not.toContain(undefined);
});

test('a browser keeps the unsigned cohort of an earlier edge that its token confirms, and gets it signed', async () => {
  const key = 'k'.repeat(16);
  const origin = await edge(key);
  const token = pair(createReportTokens(key, 'local').cookieFor(7, undefined, false));
  const answer = await fetch(`${origin}/`, { headers: { cookie: `atrium_cohort=7; ${token}` } });
  expect(answer.headers.getSetCookie()).toEqual([createCohorts(key, 'local').cookieFor(7, false)]);
});

test('a token of one edge is accepted by another one with the same key, and by none with another key', async () => {
  const [one, two, other] = await Promise.all([edge('k'.repeat(16)), edge('k'.repeat(16)), edge('x'.repeat(16))]);
  const cookie = pair(await cookieOf(one));
  await post(two, cookie);
  expect(passed).toMatchObject([
    { body: JSON.stringify({ reports: [report] }), headers: { 'x-atrium-reporter': cookie.slice(14, 30) } },
  ]);
  expect((await post(other, cookie)).status).toBe(200);
  expect(passed).toHaveLength(1);
});

test('of many reports only those about versions that the browser can have received are passed on', async () => {
  const origin = await edge();
  const cookie = pair(await cookieOf(origin));
  const shell = { remote: 'shell', version: '1.0.0', kind: 'error', reason: 'x' };
  await post(origin, cookie, { reports: [{ ...report, version: '2.0.0' }, shell, { ...report, remote: 'mf-b' }] });
  expect(passed.map(({ body }) => body)).toEqual([JSON.stringify({ reports: [shell] })]);
});

test('a token ends after a week', () => {
  let now = 1_000_000_000_000;
  const tokens = createReportTokens('key', 'local', () => now);
  const cookie = pair(tokens.cookieFor(7, undefined, false));
  expect(tokens.read(`a=1; ${cookie}; b=2`)).toMatchObject({ cohort: 7 });
  now += 7 * 24 * 60 * 60 * 1000;
  expect(tokens.read(cookie)).toBeUndefined();
});

test('the key is that of the variable, otherwise one stored in the data folder', () => {
  expect(reportKey(data, { ATRIUM_REPORT_KEY: 'sixteen characters' })).toBe('sixteen characters');
  expect(() => reportKey(data, { ATRIUM_REPORT_KEY: 'short' })).toThrow('ATRIUM_REPORT_KEY is too short');
  const made = reportKey(data, {});
  expect(made).toMatch(/^[\w-]{43}$/);
  expect(reportKey(data, {})).toBe(made);
});
