import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { resolveReleaseSet } from '../release/release-set.ts';
import { writeSignedSet } from '../release/hand-signed.ts';
import { setFile } from '../release/signed-set.ts';
import { openStore, type Store } from '../release/store.ts';
import { writeAtomically } from '../release/write-atomically.ts';
import { publishRemote, publishShell } from '../testing/release.ts';
import { createCohorts } from './cohort.ts';
import { createEdge } from './edge.ts';
import { hostsIn } from './known-hosts.ts';
import { reportKey } from './report-token.ts';

const template =
  '<html><head><script>theme();</script><!--release-set--><!--preloads--><script src="/assets/shell/1.0.0/static/index.js"></script></head></html>';
let data = '';
let store: Store;
let origin = '';
const servers: Server[] = [];
const problems: string[] = [];

const listen = async (server: Server): Promise<number> => {
  servers.push(server);
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  return (server.address() as AddressInfo).port;
};
const start = async (
  service: RequestListener = (_, response) => response.end('{}'),
  more: Partial<Parameters<typeof createEdge>[0]> = {},
) => {
  const upstream = await listen(createServer(service));
  const edge = createEdge({
    data,
    environment: 'local',
    service: { host: '127.0.0.1', port: upstream },
    report: (problem) => problems.push(problem),
    ...more,
  });
  origin = `http://127.0.0.1:${await listen(edge)}`;
};
const pins = (chat: string) => ({
  environment: 'local',
  shell: { version: '1.0.0' },
  service: { version: '1.0.0' },
  remotes: { 'mf-chat': { version: chat }, 'mf-teams': { version: '1.0.0' } },
});
const pin = (chat: string) => {
  writeSignedSet(data, resolveReleaseSet(pins(chat), store));
};
const page = async (path: string) => (await fetch(origin + path)).text();

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'atrium-edge-'));
  store = openStore(join(data, 'store'));
  problems.length = 0;
  publishShell(store, '1.0.0', template);
  for (const version of ['1.0.0', '2.0.0'])
    publishRemote(store, 'mf-chat', version, { surface: { fills: [{ slot: 'shell.main', expose: './page' }] } });
  publishRemote(store, 'mf-teams', '1.0.0', {
    surface: { routes: [{ path: '/team', title: 'Team', expose: './page' }] },
  });
  pin('1.0.0');
});
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
  rmSync(data, { recursive: true });
});

test('the page is never stale, carries the release set and answers at any path, by 404 at an unknown one', async () => {
  await start();
  for (const path of ['/', '/app/ai', '/team', '/Team/', '/team/no', '/no/such/page']) {
    const response = await fetch(origin + path);
    expect(response.status, path).toBe(path.includes('no') ? 404 : 200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toContain('id="release-set">{');
  }
});

test('the page of a shared link is private: no search engine and no shared cache stores it', async () => {
  await start();
  const headersOf = async (path: string) => {
    const { headers } = await fetch(origin + path);
    return [headers.get('x-robots-tag'), headers.get('cache-control')];
  };
  for (const path of ['/?id=abc', '/?chat=1&id=abc', '/?%69d=abc', '/?id', '/?agent=abc'])
    expect(await headersOf(path), path).toEqual(['noindex, nofollow', 'private, no-store']);
  for (const path of ['/', '/?chat=1', '/?idea=id']) expect(await headersOf(path), path).toEqual([null, 'no-store']);
  for (const path of ['/api/sharedChat?messageId=abc', '/objects/chatFiles/a/b/c.png?share=abc'])
    expect((await headersOf(path))[0], path).toBe('noindex');
});

test('it answers for this machine’s own names and the configured hosts, and for no others', async () => {
  await start(undefined, { hosts: hostsIn('https://chat.example.com, http://192.168.0.7:8080') });
  const statusFor = (host: string, path = '/') =>
    new Promise<number | undefined>((resolve, reject) => {
      const { port } = new URL(origin);
      const sent = request({ host: '127.0.0.1', port, path, headers: { host } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      sent.on('error', reject);
      sent.end();
    });
  for (const host of ['localhost:8080', '127.0.0.1', '[::1]:8080', 'CHAT.example.com', '192.168.0.7:8080'])
    expect(await statusFor(host), host).toBe(200);
  for (const host of ['example.com', 'chat.example.com.evil.test', '10.0.0.1', 'localhost@evil.test:80', ' ', '[::2]'])
    for (const path of ['/', '/api/user', '/local/mail', '/operator', '/assets/mf-chat/1.0.0/remoteEntry.js'])
      expect([400, 421], host + path).toContain(await statusFor(host, path));
  // A load balancer's health check of a pod uses no host name.
  expect(await statusFor('10.0.0.1', '/healthz')).toBe(200);
});

test('preloads follow from the contracts of the path, with integrity, after the scripts of the shell', async () => {
  await start();
  const main = await page('/');
  expect(main.match(/<link rel="preload"[^>]*>/g)).toHaveLength(3);
  expect(main).toMatch(
    /as="style" href="\/assets\/mf-chat\/1.0.0\/static\/page.css" integrity="sha256-[^"]{44}" crossorigin/,
  );
  expect(main.indexOf('rel="preload"')).toBeGreaterThan(main.indexOf('static/index.js'));
  const team = await page('/team?id=1');
  expect(team).toContain('href="/assets/mf-teams/1.0.0/remoteEntry.js"');
  expect(team).not.toContain('href="/assets/mf-chat');
  expect(await page('/elsewhere')).not.toContain('rel="preload"');
});

test('the chat is preloaded and the bars are not: they load after it', async () => {
  publishRemote(store, 'mf-workspace', '1.0.0', { surface: { fills: [{ slot: 'shell.left', expose: './page' }] } });
  const all = pins('1.0.0');
  const remotes = { ...all.remotes, 'mf-workspace': { version: '1.0.0' } };
  writeSignedSet(data, resolveReleaseSet({ ...all, remotes }, store));
  await start();
  for (const cookie of ['uuid=1; atrium_session=abc', 'uuid=1']) {
    const text = await (await fetch(origin, { headers: { cookie } })).text();
    const scripts = [...text.matchAll(/rel="preload" as="script" href="\/assets\/([\w-]+)/g)];
    expect(scripts.map(([, name]) => name)).toEqual(['mf-chat', 'mf-chat']);
  }
});

test('a pin is live at the next page load; a broken set is reported and the last good one stays', async () => {
  await start();
  expect(await page('/')).toContain('/assets/mf-chat/1.0.0/remoteEntry.js');
  pin('2.0.0');
  expect(await page('/')).toContain('/assets/mf-chat/2.0.0/remoteEntry.js');
  writeAtomically(setFile(data, 'local'), '{ "half": ');
  expect(await page('/')).toContain('/assets/mf-chat/2.0.0/remoteEntry.js');
  expect(problems).toHaveLength(1);
});

test('the policy allows what the page names by its hash, and what that loads; its headers are few', async () => {
  await start(undefined, { inspector: false });
  const response = await fetch(origin);
  const policy = response.headers.get('content-security-policy') ?? '';
  const [named = ''] = /(?<=script-src )[^;]+/.exec(policy) ?? [];
  const { entry, modules } = store.read('mf-chat', '1.0.0').release ?? {};
  expect(named).toMatch(/^('sha256-[A-Za-z0-9+/]{43}=' )+'strict-dynamic'$/);
  expect(named).toContain(`'${entry?.integrity}'`);
  expect(named).toContain(`'${modules?.['./page']?.js[0]?.integrity}'`);
  expect(named.split(' ')).toHaveLength(4);
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(response.headers.get('integrity-policy')).toBe('blocked-destinations=(script)');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect([...response.headers].map(([name, value]) => `${name}: ${value}\r\n`).join('').length).toBeLessThan(2000);
});

test('files of a release are immutable and compressed; a missing file is a real 404', async () => {
  await start();
  const entry = await fetch(`${origin}/assets/mf-chat/1.0.0/remoteEntry.js`, {
    headers: { 'accept-encoding': 'br' },
  });
  expect(entry.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(entry.headers.get('content-encoding')).toBe('br');
  expect(entry.headers.get('vary')).toBe('accept-encoding');
  expect(await entry.text()).toContain('mf-chat 1.0.0');
  for (const path of [
    '/assets/mf-chat/1.0.0/none.js',
    '/assets/mf-chat/1.0.0/..%2f..%2f1.0.0%2frelease.json',
    '/assets/mf-chat/1.0.0/remoteEntry.js.br',
    '/assets/mf-chat/1.0.0/remoteEntry.js.gz',
    '/favicon.ico',
  ])
    expect((await fetch(origin + path)).status, path).toBe(404);
  expect((await fetch(`${origin}/manifest.webmanifest`)).headers.get('cache-control')).toBe('no-cache');
});

test('a response of the service arrives piece by piece, while the service is still writing it', async () => {
  let release = () => {};
  const second = new Promise<void>((done) => {
    release = done;
  });
  await start((_, response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    response.write('{"seq":1}\n');
    void second.then(() => response.end('{"seq":2}\n'));
  });
  const reader = (await fetch(`${origin}/api/chat/reply`, { method: 'POST', body: '{}' })).body?.getReader();
  const text = async () => new TextDecoder().decode((await reader?.read())?.value);
  expect(await text()).toBe('{"seq":1}\n');
  release();
  expect(await text()).toBe('{"seq":2}\n');
});

test('a client that disconnects ends the request to the service', async () => {
  let ended: (how: string) => void = () => {};
  const gone = new Promise<string>((done) => {
    ended = done;
  });
  await start((_, response) => {
    response.write('first');
    response.on('close', () => ended(response.writableFinished ? 'finished' : 'aborted'));
  });
  const aborting = new AbortController();
  const response = await fetch(`${origin}/api/stream`, { signal: aborting.signal });
  await response.body?.getReader().read();
  aborting.abort();
  expect(await gone).toBe('aborted');
});

test('the service gets the body, the client’s address and the requested host', async () => {
  let seen = '';
  await start((request, response) => {
    request.on('data', (data: Buffer) => (seen += data.toString()));
    request.on('end', () =>
      response.end([request.url, request.headers['x-forwarded-for'], request.headers['x-forwarded-host']].join(' ')),
    );
  });
  const answer = await fetch(`${origin}/api/login?x=1`, { method: 'POST', body: '{"a":1}' });
  expect(await answer.text()).toBe(`/api/login?x=1 127.0.0.1 ${new URL(origin).host}`);
  expect(seen).toBe('{"a":1}');
});

test('an unavailable service is reported in one sentence, and the page is still served', async () => {
  await start();
  const [service] = servers;
  service?.closeAllConnections();
  await new Promise((done) => service?.close(done));
  const response = await fetch(`${origin}/api/user`);
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({
    msg: 'Atrium can’t reach its service right now. Please try again in a moment.',
  });
  expect((await fetch(origin)).status).toBe(200);
  expect(problems).toEqual([expect.stringMatching(/^The service does not answer: .*ECONNREFUSED/)]);
});

const setPins = (chat: object) =>
  writeSignedSet(
    data,
    resolveReleaseSet(
      {
        environment: 'local',
        shell: { version: '1.0.0' },
        service: { version: '1.0.0' },
        remotes: { 'mf-chat': { version: '1.0.0', ...chat }, 'mf-teams': { version: '1.0.0' } },
      },
      store,
    ),
  );
const chatIn = (html: string) => /"name":"mf-chat","version":"([^"]+)"/.exec(html)?.[1];

test('a release set without a trusted signature is refused, and the previous one stays', async () => {
  await start();
  expect(chatIn(await page('/'))).toBe('1.0.0');
  const signed = readFileSync(setFile(data, 'local'), 'utf8');
  writeAtomically(setFile(data, 'local'), signed.replaceAll('mf-chat/1.0.0/', 'mf-chat/2.0.0/'));
  expect(await page('/')).not.toContain('mf-chat/2.0.0/');
  expect(problems.at(-1)).toContain('does not match its content');
  writeAtomically(setFile(data, 'local'), signed.replace(/"signed":.*\n/, ''));
  expect(chatIn(await page('/'))).toBe('1.0.0');
  expect(problems.at(-1)).toContain('It is not signed.');
  writeAtomically(setFile(data, 'local'), signed.replace(/"key":"\w+"/, '"key":"0123456789abcdef"'));
  expect(chatIn(await page('/'))).toBe('1.0.0');
  expect(problems.at(-1)).toContain('0123456789abcdef, which is not trusted');
});

test('a shell whose files were changed is not served: the previous one is', async () => {
  publishShell(store, '2.0.0', template.replace('theme()', 'theme(2)'));
  writeSignedSet(
    data,
    resolveReleaseSet(
      {
        environment: 'local',
        shell: { version: '2.0.0', previous: '1.0.0' },
        service: { version: '1.0.0' },
        remotes: {},
      },
      store,
    ),
  );
  writeFileSync(join(store.files('shell', '2.0.0'), 'static/index.js'), 'steal();');
  await start();
  expect(await page('/')).toContain('"shell": {"name":"shell","version":"1.0.0"');
  expect(problems).toEqual(['shell@2.0.0: static/index.js was changed after it was published.']);
});

test('a record that was changed adds nothing to the page', async () => {
  const file = join(dirname(store.files('mf-chat', '1.0.0')), 'release.json');
  const stolen = `sha256-${'A'.repeat(43)}=`;
  await start();
  const before = await page('/');
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/sha256-[^"]{44}/g, stolen));
  await start();
  const after = await fetch(origin);
  expect(await after.text()).toBe(before);
  expect(after.headers.get('content-security-policy')).not.toContain(stolen);
  expect(problems).toEqual(['The record of mf-chat@1.0.0 was changed after it was published.']);
});

test('a canary is for a share of the browsers, each of which keeps its version', async () => {
  setPins({ canary: { version: '2.0.0', percent: 30 } });
  await start();
  const first = await fetch(`${origin}/`);
  const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? '';
  expect(cookie).toMatch(/^atrium_cohort=\d+\.[\w-]{43}$/);
  const again = await fetch(`${origin}/`, { headers: { cookie } });
  expect(again.headers.get('set-cookie')).not.toContain('atrium_cohort');
  expect(chatIn(await again.text())).toBe(chatIn(await first.text()));

  const signed = createCohorts(reportKey(data), 'local');
  const versionFor = async (cohort: number) => {
    const html = await (await fetch(`${origin}/`, { headers: { cookie: signed.cookieFor(cohort, false) } })).text();
    const previous = /"name":"mf-chat".*"previous":\{"name":"mf-chat","version":"([^"]+)"/.exec(html)?.[1];
    return { version: chatIn(html), previous };
  };
  const cohorts = Array.from({ length: 200 }, (_, at) => at * 37);
  const given = await Promise.all(cohorts.map(versionFor));
  const part = given.filter(({ version }) => version === '2.0.0');
  expect(part.length).toBeGreaterThan(40);
  expect(part.length).toBeLessThan(80);
  expect(new Set(part.map(({ previous }) => previous))).toEqual(new Set(['1.0.0']));

  setPins({ canary: { version: '2.0.0', percent: 60 } });
  const later = await Promise.all(cohorts.map(versionFor));
  const stayed = later.filter((_, at) => given[at]?.version === '2.0.0');
  expect(new Set(stayed.map(({ version }) => version))).toEqual(new Set(['2.0.0']));
  setPins({});
  const ended = await fetch(`${origin}/`);
  expect(ended.headers.get('set-cookie')).not.toContain('atrium_cohort');
  expect(chatIn(await ended.text())).toBe('1.0.0');
});

const basic = (key: string) => ({ authorization: `Basic ${Buffer.from(`ops:${key}`).toString('base64')}` });
const health = { remote: 'mf-chat', version: '2.0.0', browsers: 43, troubled: 3 };
const serviceOfOperators: RequestListener = (request, response) => {
  const answers: Record<string, unknown> = {
    '/internal/state': { replies: 3, uptimeSeconds: 7200, databaseMs: 2 },
    '/internal/releases?minutes=30': {
      releases: [{ ...health, loaded: 40, failed: 1, errors: 2, reason: '<b>no</b>' }],
    },
  };
  response.end(JSON.stringify(answers[request.url ?? ''] ?? {}));
};

test('operators see pins, canaries, the health of versions and running replies; nobody else does', async () => {
  const environment = {
    environment: 'local',
    shell: { version: '1.0.0' },
    service: { version: '1.0.0' },
    remotes: {
      'mf-chat': { version: '1.0.0', canary: { version: '2.0.0', percent: 10 } },
      'mf-teams': { version: '1.0.0' },
    },
  };
  writeSignedSet(data, resolveReleaseSet(environment, store));
  const operatorKey = 'a-long-enough-key';
  await start(serviceOfOperators, { operatorKey });
  expect((await fetch(`${origin}/operator`)).status).toBe(401);
  expect((await fetch(`${origin}/operator`, { headers: basic('another key') })).status).toBe(401);
  expect((await fetch(`${origin}/operator.json`)).status).toBe(401);

  const page = await fetch(`${origin}/operator`, { headers: basic(operatorKey) });
  const text = await page.text();
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  for (const cell of ['mf-chat canary', '2.0.0', '10 %', '90 %', '40', '&#60;b&#62;no&#60;/b&#62;'])
    expect(text).toContain(`<td>${cell}</td>`);
  const json = await fetch(`${origin}/operator.json`, { headers: basic(operatorKey) });
  expect(await json.json()).toMatchObject({ environment: 'local', service: { replies: 3 } });
});

test('without a key there is no operator page', async () => {
  await start(serviceOfOperators);
  const answer = await fetch(`${origin}/operator`);
  expect(await answer.text()).not.toContain('mf-chat canary');
  expect((await fetch(`${origin}/operator.json`)).status).toBe(404);
});

test('a service that does not answer is shown on the operator page', async () => {
  await start((_, response) => response.destroy(), { operatorKey: '' });
  expect(await page('/operator')).toContain('The service isn’t responding.');
});

test('the edge is healthy as soon as it has a release', async () => {
  await start();
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  rmSync(join(data, 'environments'), { recursive: true });
  await start();
  expect((await fetch(`${origin}/healthz`)).status).toBe(503);
});

test('a browser may enable the inspector outside of production, and in production if the operator allows it', async () => {
  const offered = async (environment: string, more: { inspector?: boolean } = {}) => {
    writeSignedSet(data, resolveReleaseSet({ ...pins('1.0.0'), environment }, store));
    await start(undefined, { environment, ...more });
    const response = await fetch(`${origin}/`);
    return (await response.text()).includes('atrium.inspect');
  };
  expect(await offered('staging')).toBe(true);
  expect(await offered('staging', { inspector: false })).toBe(false);
  expect(await offered('production')).toBe(false);
  expect(await offered('production', { inspector: true })).toBe(true);
});

test('an open page finds the lazy files of its version after another one is pinned', async () => {
  await start();
  expect(await page('/')).toContain('/assets/mf-chat/1.0.0/remoteEntry.js');
  pin('2.0.0');
  expect(await page('/')).toContain('/assets/mf-chat/2.0.0/remoteEntry.js');
  const later = await fetch(`${origin}/assets/mf-chat/1.0.0/static/later.js`);
  expect([later.status, later.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
});
