import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
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

test('streams that only a page ends are ended at once, and a reply beside them is not', async () => {
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
    onTestFinished(() => server.closeAllConnections());
    return (server.address() as AddressInfo).port;
  };
  const upstream = { host: '127.0.0.1', port: await listen(service) };
  const edge = createEdge({ data, environment: 'local', service: upstream });
  const url = `http://127.0.0.1:${await listen(edge)}`;
  const [changes, reply] = await Promise.all(['/api/changes?since=7', '/api/reply'].map((path) => fetch(url + path)));
  const left = drain(edge, 60_000);
  expect(await changes?.text()).toBe('/api/changes?since=7\n');
  replies[0]?.end('the end');
  expect(await reply?.text()).toBe('/api/reply\nthe end');
  await left;
  service.close();
});

test('an idle connection outlives the 60 s for which proxies keep theirs', () => {
  const data = mkdtempSync(join(tmpdir(), 'atrium-edge-'));
  onTestFinished(() => rmSync(data, { recursive: true }));
  const edge = createEdge({ data, environment: 'local', service: { socketPath: join(data, 'none') } });
  expect(edge.keepAliveTimeout).toBeGreaterThan(60_000);
  edge.emit('close');
});
