import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEgress, type EgressOptions } from './client.ts';
import type { EgressLimits } from '../../ports/egress.ts';

/** In these tests one address is the public internet, and another one is the private network. */
const outside = '127.0.0.1';
const inside = '127.0.0.2';

const limits: EgressLimits = { types: ['text/html', 'text/plain'], maxBytes: 1000, timeout: 5000, maxRedirects: 3 };
const plain = { 'content-type': 'text/plain; charset=UTF-8' };

let server: Server;
let secrets: Server;
let port: number;
let requests: IncomingMessage[] = [];
let requestsInside = 0;
/** The addresses of each name, for one lookup after the other. The last ones are repeated. */
let names: Record<string, string[][]> = {};
let lookups: string[] = [];

const zeros = Buffer.alloc(1_000_000);
const pages: Record<string, (response: ServerResponse) => void> = {
  '/': (response) => response.writeHead(200, plain).end('Hello'),
  '/html': (response) => response.writeHead(200, { 'content-type': 'TEXT/HTML' }).end('<p>Hello</p>'),
  '/image': (response) => response.writeHead(200, { 'content-type': 'image/png' }).end('png'),
  '/untyped': (response) => response.writeHead(200).end('what'),
  '/gone': (response) => response.writeHead(410, plain).end('gone'),
  '/gzip': (response) => response.writeHead(200, { ...plain, 'content-encoding': 'gzip' }).end(gzipSync('Hello')),
  '/br': (response) => response.writeHead(200, { ...plain, 'content-encoding': 'br' }).end(brotliCompressSync('Hello')),
  '/bomb': (response) => response.writeHead(200, { ...plain, 'content-encoding': 'gzip' }).end(gzipSync(zeros)),
  '/odd': (response) => response.writeHead(200, { ...plain, 'content-encoding': 'zstd' }).end('odd'),
  '/large': (response) => response.writeHead(200, { ...plain, 'content-length': '1001' }).end('x'.repeat(1001)),
  '/endless': (response) => {
    response.writeHead(200, plain);
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(500)));
    };
    response.on('drain', more);
    more();
  },
  '/silent': () => undefined,
  '/stuck': (response) => void response.writeHead(200, plain).write('a'),
  '/cut': (response) => {
    response.writeHead(200, { ...plain, 'content-length': '500' }).write('a', () => response.destroy());
  },
};
const handle = (request: IncomingMessage, response: ServerResponse) => {
  requests.push(request);
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://site.test');
  const to = searchParams.get('to');
  if (to !== null) return response.writeHead(Number(searchParams.get('by') ?? 302), { location: to }).end();
  const count = Number(searchParams.get('hops') ?? 0);
  if (count > 0) return response.writeHead(302, { location: `/?hops=${count - 1}` }).end();
  return (pages[pathname] ?? pages['/'])!(response);
};

beforeAll(async () => {
  server = createServer(handle).listen(0, outside);
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
  secrets = createServer((_request, response) => {
    requestsInside += 1;
    response.writeHead(200, plain).end('secret');
  }).listen(port, inside);
  await once(secrets, 'listening');
});
beforeEach(() => {
  requests = [];
  requestsInside = 0;
  lookups = [];
  names = { 'site.test': [[outside]], 'inside.test': [[inside]], 'both.test': [[outside, inside]] };
});
afterAll(() => {
  for (const one of [server, secrets]) {
    one.closeAllConnections();
    one.close();
  }
});

const open = (options: EgressOptions = {}) =>
  createEgress({
    isPublic: (ip) => ip === outside,
    isPort: (wanted) => wanted === port,
    lookup: (name, done) => {
      lookups.push(name);
      const answers = names[name];
      const addresses = answers && answers.length > 1 ? answers.shift() : answers?.[0];
      if (!addresses) return done(new Error('ENOTFOUND'), []);
      return done(
        null,
        addresses.map((address) => ({ address, family: 4 })),
      );
    },
    ...options,
  });
const get = async (path: string, more: Partial<EgressLimits> = {}, signal?: AbortSignal) => {
  const egress = open();
  try {
    const url = path.startsWith('/') ? `http://site.test:${port}${path}` : path;
    return await egress.get(url, { ...limits, ...more }, signal);
  } finally {
    await egress.close();
  }
};
const refusedFor = (reason: string) => ({ ok: false, reason });

describe('a request to the web', () => {
  it('answers with body, type, charset and final address', async () => {
    expect(await get('/?a=1#part')).toEqual({
      ok: true,
      url: `http://site.test:${port}/?a=1`,
      type: 'text/plain',
      charset: 'utf-8',
      body: Buffer.from('Hello'),
    });
    expect(await get('/html')).toMatchObject({ ok: true, type: 'text/html', charset: undefined });
  });

  it('carries nothing of the user', async () => {
    await get('/');
    const known = ['host', 'connection', 'user-agent', 'accept', 'accept-language', 'accept-encoding'];
    expect(Object.keys(requests[0]!.headers).filter((name) => !known.includes(name))).toEqual([]);
  });

  it.each(['/gzip', '/br'])('is decompressed: %s', async (path) => {
    expect(await get(path)).toMatchObject({ ok: true, body: Buffer.from('Hello') });
  });

  it.each(['file:///etc/passwd', 'ftp://site.test/', 'data:text/plain,x', 'gopher://site.test', 'no'])(
    'uses HTTP only, and never goes to %s',
    async (url) => expect(await get(url)).toEqual(refusedFor('address')),
  );

  it('contains no password, and goes to web ports only', async () => {
    expect(await get(`http://me:secret@site.test:${port}/`)).toEqual(refusedFor('address'));
    expect(await get('http://site.test:22/')).toEqual(refusedFor('address'));
    const egress = createEgress();
    expect(await egress.get('http://8.8.8.8:25/', limits)).toEqual(refusedFor('address'));
    await egress.close();
    expect(requests).toEqual([]);
  });
});

describe('an internal address', () => {
  it.each([inside, '127.2', '0x7f000002', '2130706434', '017700000002', '[::ffff:127.0.0.2]', '[::ffff:7f00:2]'])(
    'is not contacted as %s',
    async (host) => {
      expect(await get(`http://${host}:${port}/`)).toEqual(refusedFor('address'));
      expect(requestsInside).toBe(0);
    },
  );

  it('is not contacted by its name, nor by a name that also has a public address', async () => {
    expect(await get(`http://inside.test:${port}/`)).toEqual(refusedFor('address'));
    expect(await get(`http://both.test:${port}/`)).toEqual(refusedFor('address'));
    expect(requestsInside + requests.length).toBe(0);
  });

  it.each([301, 302, 303, 307, 308])('is not contacted by a redirect: %i', async (by) => {
    for (const host of ['inside.test', inside]) {
      const to = encodeURIComponent(`http://${host}:${port}/`);
      expect(await get(`/?by=${by}&to=${to}`)).toEqual(refusedFor('address'));
    }
    expect(requestsInside).toBe(0);
    expect(requests).toHaveLength(2);
  });

  it('is not contacted by a redirect to another scheme or port', async () => {
    for (const to of ['file:///etc/passwd', `http://site.test:${port + 1}/`, 'http://me:secret@site.test/'])
      expect(await get(`/?to=${encodeURIComponent(to)}`)).toEqual(refusedFor('address'));
  });

  it('is not contacted by a name that was public the last time', async () => {
    names['turning.test'] = [[outside], [inside]];
    const url = `http://turning.test:${port}/`;
    expect(await get(url)).toMatchObject({ ok: true });
    expect(await get(url)).toEqual(refusedFor('address'));
    expect(requestsInside).toBe(0);
  });

  it('cannot change between lookup and connection: there is one lookup', async () => {
    names['turning.test'] = [[outside], [inside]];
    expect(await get(`http://turning.test:${port}/`)).toMatchObject({ ok: true });
    expect(lookups).toEqual(['turning.test']);
    expect(requestsInside).toBe(0);
  });

  it('is not contacted by a redirect to a name that changes in the meantime', async () => {
    names['turning.test'] = [[outside], [inside]];
    const to = encodeURIComponent(`http://turning.test:${port}/`);
    expect(await get(`http://turning.test:${port}/`)).toMatchObject({ ok: true });
    expect(await get(`/?to=${to}`)).toEqual(refusedFor('address'));
    expect(requestsInside).toBe(0);
  });

  it.each(['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', '0', '[::1]', '[::]'])(
    'is refused with the resolver of the system: %s',
    async (host) => {
      const egress = createEgress({ isPort: () => true });
      expect(await egress.get(`http://${host}:${port}/`, limits)).toEqual(refusedFor('address'));
      await egress.close();
      expect(requests).toEqual([]);
    },
  );
});

describe('the limits of a request', () => {
  it('allow a limited number of redirects', async () => {
    expect(await get('/?hops=3')).toMatchObject({ ok: true, url: `http://site.test:${port}/?hops=0` });
    expect(await get('/?hops=4')).toEqual(refusedFor('redirects'));
    expect(await get('/?hops=1', { maxRedirects: 0 })).toEqual(refusedFor('redirects'));
  });

  it('accept the requested types, and no others', async () => {
    expect(await get('/image')).toEqual(refusedFor('type'));
    expect(await get('/untyped')).toEqual(refusedFor('type'));
    expect(await get('/odd')).toEqual(refusedFor('type'));
    expect(await get('/html', { types: ['text/plain'] })).toEqual(refusedFor('type'));
  });

  it('read no more bytes than the limit, whether declared, streamed or unpacked', async () => {
    for (const path of ['/large', '/endless', '/bomb']) expect(await get(path)).toEqual(refusedFor('bytes'));
    expect(await get('/', { maxBytes: 5 })).toMatchObject({ ok: true });
    expect(await get('/', { maxBytes: 4 })).toEqual(refusedFor('bytes'));
  });

  it('end a wait for the headers or the body', async () => {
    expect(await get('/silent', { timeout: 100 })).toEqual(refusedFor('time'));
    expect(await get('/stuck', { timeout: 100 })).toEqual(refusedFor('time'));
  });

  it('end when the caller aborts', async () => {
    expect(await get('/', {}, AbortSignal.abort())).toEqual(refusedFor('aborted'));
    const controller = new AbortController();
    const answer = get('/silent', {}, controller.signal);
    server.once('request', () => controller.abort());
    expect(await answer).toEqual(refusedFor('aborted'));
  });

  it('report the status of the server, or that it does not respond', async () => {
    expect(await get('/gone')).toEqual({ ok: false, reason: 'status', status: 410 });
    expect(await get(`http://unknown.test:${port}/`)).toEqual(refusedFor('network'));
    expect(await get('/cut')).toEqual(refusedFor('network'));
  });
});
