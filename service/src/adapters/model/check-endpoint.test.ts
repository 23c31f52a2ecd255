import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, test } from 'vitest';
import { checkEndpoint } from './check-endpoint.ts';

let close = async () => {};
afterEach(() => close());

/** An endpoint that gives this answer to every request. */
const serve = async (status: number, body: string, type = 'application/json') => {
  const server = createServer((_, response) => response.writeHead(status, { 'content-type': type }).end(body));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
    close = async () => {};
  };
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
};

test.each([
  [200, '{"data":[{"id":"m"}]}', undefined],
  [200, '{"data":[]}', undefined],
  [200, 'ok', undefined],
  [500, '{}', undefined],
  [401, '{}', ' rejects MODEL_API_KEY.'],
  [403, '{}', ' rejects MODEL_API_KEY.'],
  [404, '{}', ' has no models at that URL. Check the path of MODEL_BASE_URL: it often ends with /v1.'],
  [200, '{"data":[{"id":"other"}]}', ' does not list the model “m”. Check MODEL_NAME.'],
])('an endpoint that answers %i with %s', async (status, body, problem) => {
  const baseUrl = await serve(status, body);
  const { host } = new URL(baseUrl);
  const found = await checkEndpoint({ baseUrl, model: 'm', apiKey: 'top-secret' });
  expect(found).toBe(problem === undefined ? undefined : `${host}${problem}`);
});

it('requests a key if none is set, and detects a web page and an unreachable address', async () => {
  const locked = await serve(401, '{}');
  expect(await checkEndpoint({ baseUrl: locked, model: 'm' })).toContain('requires a key: set MODEL_API_KEY.');
  await close();
  expect(await checkEndpoint({ baseUrl: locked, model: 'm' })).toContain('can’t be reached (ECONNREFUSED)');
  const page = await serve(200, '<!doctype html>', 'text/html');
  expect(await checkEndpoint({ baseUrl: page, model: 'm' })).toContain('has no models at that URL');
});
