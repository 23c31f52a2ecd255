import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeSignedSet } from '../release/hand-signed.ts';
import { resolveReleaseSet } from '../release/release-set.ts';
import { openStore } from '../release/store.ts';
import { publishRemote, publishShell } from '../testing/release.ts';
import { createEdge } from './edge.ts';

let data = '';
const servers: Server[] = [];
const listen = async (server: Server): Promise<number> => {
  servers.push(server);
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  return (server.address() as AddressInfo).port;
};
const start = async (more: Partial<Parameters<typeof createEdge>[0]> = {}) => {
  const port = await listen(createServer((_, response) => response.end('{}')));
  const service = { host: '127.0.0.1', port };
  const edge = createEdge({ data, environment: 'local', service, operatorKey: '', ...more });
  return `http://127.0.0.1:${await listen(edge)}`;
};

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'atrium-methods-'));
  const store = openStore(join(data, 'store'));
  publishShell(store, '1.0.0', '<head><!--release-set--></head>');
  publishRemote(store, 'mf-chat', '1.0.0');
  const pins = {
    shell: { version: '1.0.0' },
    service: { version: '1.0.0' },
    remotes: { 'mf-chat': { version: '1.0.0' } },
  };
  for (const environment of ['local', 'production'])
    writeSignedSet(data, resolveReleaseSet({ environment, ...pins }, store));
});
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
  rmSync(data, { recursive: true });
});

const asset = '/assets/mf-chat/1.0.0/remoteEntry.js';
const paths = ['/', '/no/such/page', '/release-set.json', '/robots.txt', '/healthz', '/operator', asset, '/assets/no'];

test('HEAD answers what GET does, without a body', async () => {
  const origin = await start();
  const compared = ['content-type', 'cache-control', 'content-security-policy'];
  for (const path of paths) {
    const [get, head] = await Promise.all(['GET', 'HEAD'].map((method) => fetch(origin + path, { method })));
    expect(head?.status, path).toBe(get?.status);
    for (const name of compared) expect(head?.headers.get(name), `${path} ${name}`).toBe(get?.headers.get(name));
    expect(await head?.text(), path).toBe('');
    expect((await get?.text())?.length, path).toBeGreaterThan(0);
  }
});

test('any other method is refused with the list of allowed ones', async () => {
  const origin = await start();
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
    for (const path of paths) {
      const { status, headers } = await fetch(origin + path, { method });
      expect([status, headers.get('allow')], `${method} ${path}`).toEqual([405, 'GET, HEAD']);
    }
});

test('search engines read production only, and nothing of the service there', async () => {
  const robots = async (environment: string) => (await fetch(`${await start({ environment })}/robots.txt`)).text();
  expect(await robots('local')).toBe('User-agent: *\nDisallow: /\n');
  expect(await robots('production')).toBe('User-agent: *\nDisallow: /api/\nDisallow: /objects/\nDisallow: /operator\n');
});

test('browsers that use https get HSTS, others and other configurations do not', async () => {
  const hstsOf = async (origin: string, proto?: string) => {
    const headers = proto ? { 'x-forwarded-proto': proto } : {};
    const answers = await Promise.all(['/', asset, '/api/user'].map((path) => fetch(origin + path, { headers })));
    return new Set(answers.map((one) => one.headers.get('strict-transport-security')));
  };
  const origin = await start({ httpsSeconds: 600 });
  expect(await hstsOf(origin, 'https')).toEqual(new Set(['max-age=600']));
  expect(await hstsOf(origin, 'http')).toEqual(new Set([null]));
  expect(await hstsOf(origin)).toEqual(new Set([null]));
  expect(await hstsOf(await start(), 'https')).toEqual(new Set([null]));
});

test('an address with too many slashes at its beginning leads to the same one with one slash', async () => {
  const origin = await start();
  const { hostname, port } = new URL(origin);
  // `fetch` would change such paths itself.
  const leadsTo = (path: string) =>
    new Promise((resolve) => {
      get({ hostname, port, path }, (answer) => {
        answer.resume();
        resolve([answer.statusCode, answer.headers.location]);
      });
    });
  expect(await leadsTo('//')).toEqual([303, '/']);
  expect(await leadsTo('//?id=abc')).toEqual([303, '/?id=abc']);
  expect(await leadsTo('///auth/login?uuid=y')).toEqual([303, '/auth/login?uuid=y']);
  expect(await leadsTo('//\\elsewhere.test')).toEqual([303, '/elsewhere.test']);
  expect(await leadsTo('/chat//')).toEqual([404, undefined]);
});
