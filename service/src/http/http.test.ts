import { callTable } from '@atrium/shared-kernel/contracts/call-table';
import { profile } from '@atrium/shared-kernel/contracts/calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../app.ts';
import { createLog } from '../log.ts';
import { createTestApp, origin, type TestApp } from '../testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const change = { method: 'POST', url: '/api/updateUser', payload: { firstName: 'Grace' } } as const;

describe('a change of state', () => {
  it('is refused from a foreign page, and from one that does not say where it is from', async () => {
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

  it('is refused in any form but JSON', async () => {
    const client = app.as(await app.createUser());
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', undefined]) {
      const headers = { origin, ...(type ? { 'content-type': type } : {}) };
      const answer = await client.request({ method: 'POST', url: '/api/updateUser', payload: 'x', headers });
      expect(answer).toMatchObject({ status: 415, body: { msg: 'Please send JSON.' } });
    }
  });

  it('is refused with broken JSON and with too much of it, in words of its own', async () => {
    const client = app.as(await app.createUser());
    const headers = { 'content-type': 'application/json' };
    const broken = await client.request({ ...change, payload: '{"firstName":', headers });
    expect(broken).toMatchObject({ status: 400, body: { msg: 'The request is not valid JSON.' } });
    const login = { method: 'POST', url: '/api/auth/login', headers } as const;
    const large = await client.request({ ...login, payload: JSON.stringify({ email: 'x'.repeat(70_000) }) });
    expect(large).toMatchObject({ status: 413, body: { msg: 'The request is too large.' } });
  });

  it('goes through from the product’s own page', async () => {
    const client = app.as(await app.createUser());
    expect((await client.call(profile.updateUser, { firstName: 'Grace' })).status).toBe(200);
  });
});

describe('routes', () => {
  it('answer 404 with a message where the call table has nothing', async () => {
    for (const url of ['/api/nothing', '/api/user/', '/api/USER', '/api'])
      expect(await app.visitor.request({ url })).toMatchObject({
        status: 404,
        body: { msg: 'There is nothing at this address.' },
      });
    expect((await app.visitor.request({ method: 'DELETE', url: '/api/user' })).status).toBe(404);
  });

  it('are all in the OpenAPI document', async () => {
    const { body, status } = await app.visitor.request({ url: '/api/openapi.json' });
    expect(status).toBe(200);
    const { paths } = body as { paths: Record<string, object> };
    expect(Object.keys(paths).toSorted()).toEqual([...new Set(callTable.map(({ path }) => path))].toSorted());
  });

  it('carry the fixed security headers and no others, also on a failure', async () => {
    for (const url of ['/api/ping', '/api/nothing', '/api/user']) {
      const { headers } = await app.visitor.request({ url });
      const { connection: _connection, date: _date, 'content-length': _length, ...others } = headers;
      expect(others).toEqual({
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
});
