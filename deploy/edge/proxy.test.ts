import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { createProxy } from './proxy.ts';

const servers: Server[] = [];
const proxies: ReturnType<typeof createProxy>[] = [];
afterEach(async () => {
  for (const proxy of proxies.splice(0)) proxy.close();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
});

const listen = async (server: Server): Promise<number> => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
};
/** A proxy in front of the service; without one nobody listens there. Gives the port. */
const start = async (service?: RequestListener, report?: (problem: string) => void) => {
  const upstream = createServer(service);
  const port = await listen(upstream);
  if (service) servers.push(upstream);
  else await new Promise((done) => upstream.close(done));
  const proxy = createProxy({ host: '127.0.0.1', port }, {}, report);
  proxies.push(proxy);
  const server = createServer((request, response) => proxy.pass(request, response));
  servers.push(server);
  return listen(server);
};
/** Writes everything before it reads anything, and resolves with the head of the response. */
const exchange = async (port: number, ...parts: readonly (string | Buffer)[]): Promise<string> => {
  const socket = connect(port, '127.0.0.1');
  socket.pause();
  for (const part of parts) await new Promise((done) => socket.write(part, done));
  let answer = '';
  for await (const chunk of socket) {
    answer += String(chunk);
    if (answer.includes('\r\n\r\n')) break;
  }
  return answer;
};
const head = (line: string, ...headers: readonly string[]) =>
  [`${line} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n');

test.each([
  ['a GET with a body', head('GET /api/a', 'Content-Length: 5'), 'hello', ''],
  [
    'a DELETE whose body comes in pieces',
    head('DELETE /api/a', 'Transfer-Encoding: chunked'),
    '5\r\nhello\r\n0\r\n\r\n',
    'hello',
  ],
])(
  '%s takes nothing of the next request on the same connection to the service',
  async (_what, first, body, received) => {
    const requests: string[] = [];
    const sockets = new Set<unknown>();
    const port = await start(async (request, response) => {
      sockets.add(request.socket);
      // The service does not wait for a body that a GET should not have.
      const content = request.method === 'GET' ? '' : await text(request);
      requests.push(`${request.method} ${request.url} ${content}`);
      response.end('{}');
    });
    expect(await exchange(port, first, body)).toContain('200 OK');
    const next = head('POST /api/b', 'Content-Length: 5');
    expect(await exchange(port, next, 'world')).toContain('200 OK');
    const method = first.split(' ', 1)[0];
    expect(requests).toEqual([`${method} /api/a ${received}`, 'POST /api/b world']);
    expect(sockets.size).toBe(1);
  },
);

test('a client that sends its whole body before it reads learns that the service is down', async () => {
  const port = await start();
  const body = Buffer.alloc(20_000_000);
  const answer = await exchange(port, head('PUT /objects/a', `Content-Length: ${body.length}`), body);
  expect(answer).toContain('503 Service Unavailable');
});

test('a service that is down is reported once, and once more if it has answered in between', async () => {
  const problems: string[] = [];
  let isDown = true;
  const port = await start(
    (request, response) => (isDown ? request.socket.destroy() : response.end('{}')),
    (problem) => problems.push(problem),
  );
  const status = async () => (await exchange(port, head('POST /api/a', 'Content-Length: 0'))).split(' ')[1];
  const once = ['The service does not answer: socket hang up.'];
  for (let at = 0; at < 3; at += 1) expect(await status()).toBe('503');
  expect(problems).toEqual(once);
  isDown = false;
  expect(await status()).toBe('200');
  isDown = true;
  for (let at = 0; at < 3; at += 1) expect(await status()).toBe('503');
  expect(problems).toHaveLength(2);
});
