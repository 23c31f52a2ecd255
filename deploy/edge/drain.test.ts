import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createEdge } from './edge.ts';
import { drain } from './drain.ts';

const start = async () => {
  const answered = Promise.withResolvers<ServerResponse>();
  const server: Server = createServer((request, response) => {
    if (request.url !== '/stream') {
      response.end('short');
      return;
    }
    response.write('first');
    answered.resolve(response);
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await (await fetch(`${url}/short`)).text();
  const streaming = await fetch(`${url}/stream`);
  return { server, url, streaming, response: await answered.promise };
};

test('running streams complete while the edge shuts down, and new requests are refused', async () => {
  const { server, url, streaming, response } = await start();
  const left = drain(server, 60_000);
  await expect(fetch(`${url}/short`)).rejects.toThrow('fetch failed');
  response.end(' and last');
  expect(await streaming.text()).toBe('first and last');
  await left;
});

test('a response that streams for longer than that is cut off', async () => {
  const { server, streaming } = await start();
  const left = drain(server, 0);
  await expect(streaming.text()).rejects.toThrow('terminated');
  await left;
});

/** An edge in front of a service whose streams do not end by themselves. `replies` are those that are open. */
const startEdge = async () => {
  const data = mkdtempSync(join(tmpdir(), 'atrium-edge-'));
  onTestFinished(() => rmSync(data, { recursive: true }));
  const replies: ServerResponse[] = [];
  const service = createServer((request, response) => {
    response.write(`${request.url}\n`);
    if (request.url === '/api/reply') replies.push(response);
  });
  const listen = async (server: Server) => {
    await new Promise<void>((done) => {
      server.listen(0, '127.0.0.1', done);
    });
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return (server.address() as AddressInfo).port;
  };
  const upstream = { host: '127.0.0.1', port: await listen(service) };
  const edge = createEdge({ data, environment: 'local', service: upstream });
  return { edge, replies, url: `http://127.0.0.1:${await listen(edge)}` };
};

test('streams that only a page ends are ended at once, and a reply beside them is not', async () => {
  const { edge, replies, url } = await startEdge();
  const [changes, reply] = await Promise.all(['/api/changes?since=7', '/api/reply'].map((path) => fetch(url + path)));
  const left = drain(edge, 60_000);
  expect(await changes?.text()).toBe('/api/changes?since=7\n');
  replies[0]?.end('the end');
  expect(await reply?.text()).toBe('/api/reply\nthe end');
  await left;
});

test.each(['/robots.txt', '/api/changes?since=7'])(
  'a busy connection ends with its next response, to %s, and with it the edge',
  async (path) => {
    // Idle connections are not closed here, as they would not be under load.
    vi.useFakeTimers({ toFake: ['setInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const { edge, replies, url } = await startEdge();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const open = (to: string) =>
      new Promise<IncomingMessage>((resolve, reject) => {
        get(url + to, { agent }, resolve).on('error', reject);
      });
    const reply = await open('/api/reply');
    const next = open(path);
    const left = drain(edge, 60_000);
    replies[0]?.end();
    await text(reply);
    expect((await next).headers.connection).toBe('close');
    await text(await next);
    await left;
  },
);

test('an idle connection outlives the 60 s for which proxies keep theirs', () => {
  const data = mkdtempSync(join(tmpdir(), 'atrium-edge-'));
  onTestFinished(() => rmSync(data, { recursive: true }));
  const edge = createEdge({ data, environment: 'local', service: { socketPath: join(data, 'none') } });
  expect(edge.keepAliveTimeout).toBeGreaterThan(60_000);
  edge.emit('close');
});
