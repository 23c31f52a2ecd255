import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { callTable } from '@atrium/shared-kernel/contracts/call-table';
import { profile } from '@atrium/shared-kernel/contracts/calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../app.ts';
import { createLog } from '../log.ts';
import { createTestApp, origin, type TestApp } from '../testing/app.ts';
import { sessionCookie } from './cookies.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const change = { method: 'POST', url: '/api/updateUser', payload: { firstName: 'Grace' } } as const;

describe('a change of state', () => {
  it('is refused from a foreign page, and without an origin', async () => {
    const client = app.as(await app.createUser());
    expect((await client.request({ ...change, headers: { origin: 'https://evil.test' } })).status).toBe(403);
    expect((await client.request({ ...change, headers: { origin: 'null' } })).status).toBe(403);
    const { statusCode } = await app.app.inject({
      ...change,
      headers: { cookie: `atrium_session=${await client.token()}` },
    });
    expect(statusCode).toBe(403);
  });

  it.each(callTable.filter(({ method }) => method === 'POST').map(({ name, path }) => [name, path] as const))(
    'by %s is refused from a foreign page and as a form',
    async (_name, path) => {
      const client = app.as(await app.createUser({ premium: true, booktAdmin: true }));
      const request = { method: 'POST', url: `/api${path}`, payload: '{}' } as const;
      const json = { 'content-type': 'application/json' };
      expect((await client.request({ ...request, headers: { ...json, origin: 'https://evil.test' } })).status).toBe(
        403,
      );
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      expect((await client.request({ ...request, headers: form })).status).toBe(415);
    },
  );

  it('by a read, such as a chat’s link, is refused if another site starts it', async () => {
    const client = app.as(await app.createUser());
    const read = (headers: Record<string, string>) => client.request({ method: 'GET', url: '/api/user', headers });
    expect((await read({ 'sec-fetch-site': 'cross-site', origin: 'null' })).status).toBe(403);
    expect((await read({ 'sec-fetch-site': 'same-site', origin: 'https://evil.test' })).status).toBe(403);
    expect((await read({ 'sec-fetch-site': 'cross-site', origin })).status).toBe(200);
    for (const site of ['same-origin', 'none']) expect((await read({ 'sec-fetch-site': site })).status).toBe(200);
    expect((await read({})).status).toBe(200);
  });

  it('nested 100,000 deep is refused as any wrong input', async () => {
    const client = app.as(await app.createUser({ premium: true }));
    const payload = `{"memory":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const headers = { 'content-type': 'application/json' };
    expect((await client.request({ method: 'POST', url: '/api/addMemory', payload, headers })).status).toBe(400);
  });

  it('is refused in any form but JSON', async () => {
    const client = app.as(await app.createUser());
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', undefined]) {
      const headers = { origin, ...(type ? { 'content-type': type } : {}) };
      const answer = await client.request({ method: 'POST', url: '/api/updateUser', payload: 'x', headers });
      expect(answer).toMatchObject({ status: 415, body: { msg: 'Please send JSON.' } });
    }
  });

  it('is refused with broken JSON and with too much of it, each with its own sentence', async () => {
    const client = app.as(await app.createUser());
    const headers = { 'content-type': 'application/json' };
    const broken = await client.request({ ...change, payload: '{"firstName":', headers });
    expect(broken).toMatchObject({ status: 400, body: { msg: 'The request is not valid JSON.' } });
    const login = { method: 'POST', url: '/api/auth/login', headers } as const;
    const large = await client.request({ ...login, payload: JSON.stringify({ email: 'x'.repeat(70_000) }) });
    expect(large).toMatchObject({ status: 413, body: { msg: 'The request is too large.' } });
  });

  it('is refused with 413 each time if the edge keeps sending too much of it', async () => {
    const address = new URL('/api/auth/login', await app.app.listen({ host: '127.0.0.1', port: 0 }));
    const edge = createServer((incoming, answer) => {
      const { method = '', headers } = incoming;
      const onward = request(address, { method, headers });
      onward.on('response', (passed) => passed.pipe(answer.writeHead(passed.statusCode ?? 502)));
      onward.on('error', () => answer.writeHead(503).end());
      incoming.pipe(onward);
    });
    await new Promise<void>((resolve) => void edge.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(edge.address() as AddressInfo).port}`;
    const headers = { 'content-type': 'application/json', origin };
    const answers = [];
    for (let at = 0; at < 10; at += 1)
      answers.push((await fetch(url, { method: 'POST', headers, body: 'x'.repeat(4_000_000) })).status);
    edge.close();
    expect(answers).toEqual(Array(10).fill(413));
  });

  it('never answers with the text of a validator', async () => {
    const client = app.as(await app.createUser());
    const refusal = async (payload: object) =>
      (
        await client.request({
          ...change,
          payload: JSON.stringify(payload),
          headers: { 'content-type': 'application/json' },
        })
      ).body.msg;
    expect(await refusal({ firstName: 7 })).toBe('firstName: This value is not valid.');
    expect(await refusal({ firstName: ' ' })).toBe('firstName: This is a required field');
    expect(await refusal({ firstName: 'x'.repeat(101) })).toBe('firstName: Maximum of 100 characters.');
    expect(await refusal({ theme: 'pink' })).toBe('theme: This value is not valid.');
    expect(await refusal({ booktAdmin: true })).toBe('This is not known here: "booktAdmin".');
    const login = { method: 'POST', url: '/api/auth/login', headers: { 'content-type': 'application/json' } } as const;
    const missing = await client.request({ ...login, payload: JSON.stringify({ email: 'ada@atrium.test' }) });
    expect(missing.body.msg).toBe('password: This is a required field');
  });

  it('is accepted from the product’s own page', async () => {
    const client = app.as(await app.createUser());
    expect((await client.call(profile.updateUser, { firstName: 'Grace' })).status).toBe(200);
  });
});

describe('routes', () => {
  it('answer 404 with a message if the call table has no such path', async () => {
    for (const url of ['/api/nothing', '/api/user/', '/api/USER', '/api'])
      expect(await app.visitor.request({ url })).toMatchObject({
        status: 404,
        body: { msg: 'There is nothing at this address.' },
      });
  });

  it('name the method of an address, if it is called by another one', async () => {
    const ask = async (method: 'GET' | 'HEAD' | 'DELETE', url: string) => {
      const { statusCode, headers } = await app.app.inject({ method, url, headers: { origin } });
      return [statusCode, headers.allow];
    };
    expect(await ask('GET', '/api/updateUser?a=1')).toEqual([405, 'POST']);
    expect(await ask('DELETE', '/api/user')).toEqual([405, 'GET']);
    // An answer to HEAD would be a route of its own.
    expect(await ask('HEAD', '/api/user')).toEqual([405, 'GET']);
    expect(await ask('GET', '/api/nothing')).toEqual([404, undefined]);
  });

  it('are all in the OpenAPI document', async () => {
    const { body, status } = await app.visitor.request({ url: '/api/openapi.json' });
    expect(status).toBe(200);
    const { paths, components } = body as {
      paths: Record<string, object>;
      components: { securitySchemes: Record<string, object> };
    };
    const listed = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(listed.toSorted()).toEqual(callTable.map(({ method, path }) => `${method} ${path}`).toSorted());
    expect(components.securitySchemes).toEqual({ session: { type: 'apiKey', in: 'cookie', name: sessionCookie } });
  });

  it('carry the fixed security headers and no others, even on a failure', async () => {
    for (const url of ['/api/ping', '/api/nothing', '/api/user']) {
      const { headers } = await app.visitor.request({ url });
      const { connection: _connection, date: _date, 'content-length': _length, ...others } = headers;
      // The answer to a call names the user that it is for.
      const person = url === '/api/nothing' ? {} : { 'atrium-person': 'none' };
      expect(others).toEqual({
        ...person,
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'strict-origin',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'content-type': 'application/json; charset=utf-8',
      });
    }
  });
});

describe('the log', () => {
  it('has a line for each answer, and nothing of what links, forms and providers carry', async () => {
    const lines: string[] = [];
    const logged = await buildApp(
      app.services,
      app.local,
      createLog('info', (line) => lines.push(line)),
    );
    const url = '/api/auth/google/callback?code=s3cret&state=s3cret';
    await logged.inject({ url, headers: { referer: `${origin}/auth/set?resetHash=s3cret` } });
    await logged.inject({
      method: 'POST',
      url: '/api/auth/resetWithHash',
      headers: { origin },
      payload: { resetHash: 's3cret', password: 'Own-s3cret' },
    });
    await logged.inject({ url: '/api/nothing?resetHash=s3cret' });
    await logged.close();
    const routes = lines.map((line) => (JSON.parse(line) as { route?: string }).route);
    expect(routes).toEqual(['/api/auth/google/callback', '/api/auth/resetWithHash', undefined]);
    expect(lines.join()).not.toContain('s3cret');
  });

  it('has a line for a request whose client leaves before it is answered', async () => {
    const line = Promise.withResolvers<string>();
    const log = createLog('info', (one) => {
      if (one.includes('"route"')) line.resolve(one);
    });
    const logged = await buildApp(app.services, app.local, log);
    const begun = Promise.withResolvers<void>();
    logged.get('/slow', async (_request, reply) => {
      begun.resolve();
      return reply.hijack();
    });
    const address = await logged.listen({ host: '127.0.0.1', port: 0 });
    const leaving = new AbortController();
    const answer = fetch(`${address}/slow`, { signal: leaving.signal });
    await begun.promise;
    leaving.abort();
    await expect(answer).rejects.toThrow('aborted');
    const written = JSON.parse(await line.promise) as object;
    await logged.close();
    expect(written).toMatchObject({ route: '/slow', method: 'GET', aborted: true });
    expect(written).not.toHaveProperty('status');
  });
});
