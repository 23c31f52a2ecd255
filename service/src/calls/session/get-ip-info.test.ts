import { session } from '@atrium/shared-kernel/contracts/calls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const ask = (query: string, headers: Record<string, string> = {}) =>
  app.visitor.request({
    url: `/api/generic/getIpInfo${query}`,
    headers: { 'x-forwarded-for': '203.0.113.7', ...headers },
  });

it('gives the address that the edge saw and the country that the proxy knows', async () => {
  expect((await ask('?lastUsedIp=', { 'cf-ipcountry': 'za' })).body).toEqual({ ip: '203.0.113.7', country: 'ZA' });
});

it('gives no country where no proxy tells one that is one', async () => {
  expect((await ask('')).body).toEqual({ ip: '203.0.113.7' });
  expect((await ask('', { 'cf-ipcountry': 'nowhere' })).body).toEqual({ ip: '203.0.113.7' });
});

it('says that what the browser keeps is current while the address is the same', async () => {
  expect((await ask('?lastUsedIp=203.0.113.7')).body).toEqual({ msg: 'current' });
  expect((await ask('?lastUsedIp=203.0.113.8')).body).toEqual({ ip: '203.0.113.7' });
});

it('answers pings: one to everybody, one to the signed-in', async () => {
  expect((await app.visitor.call(session.ping, {})).status).toBe(200);
  expect((await app.visitor.call(session.authPing, {})).status).toBe(401);
  expect((await app.as(await app.createUser()).call(session.authPing, {})).status).toBe(200);
});
