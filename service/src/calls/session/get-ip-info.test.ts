import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { session } from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { users } from '../../db/schema/accounts.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { writeMmdb } from '../../testing/mmdb.ts';

const folder = mkdtempSync(join(tmpdir(), 'atrium-places-'));
let app: TestApp;
beforeAll(async () => {
  const cape = { country: { iso_code: 'ZA' }, subdivisions: [{ iso_code: 'WC' }], postal: { code: '8001' } };
  const file = writeMmdb(join(folder, 'city.mmdb'), { '41.0.0.0/11': cape });
  app = await createTestApp({ env: { ATRIUM_COUNTRY_HEADER: 'cf-ipcountry', MAXMIND_FILE: file } });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const getIpInfo = (query: string, headers: Record<string, string> = {}) =>
  app.visitor.request({
    url: `/api/generic/getIpInfo${query}`,
    headers: { 'x-forwarded-for': '203.0.113.7', ...headers },
  });

it('returns the address that the edge saw and the country that the proxy sends', async () => {
  expect((await getIpInfo('?lastUsedIp=', { 'cf-ipcountry': 'za' })).body).toEqual({
    ip: '203.0.113.7',
    country: 'ZA',
  });
});

it('also returns region and postal code if a location database knows the address', async () => {
  const known = { ip: '41.13.2.1', country: 'ZA', region: 'WC', postal: '8001' };
  const from = { 'x-forwarded-for': '41.13.2.1' };
  expect((await getIpInfo('', from)).body).toEqual(known);
  expect((await getIpInfo('', { ...from, 'cf-ipcountry': 'ZA' })).body).toEqual(known);
  expect((await getIpInfo('', { ...from, 'cf-ipcountry': 'XX' })).body).toEqual(known);
});

it('prefers the proxy to the database, and mixes no two locations', async () => {
  const headers = { 'x-forwarded-for': '41.13.2.1', 'cf-ipcountry': 'DE' };
  expect((await getIpInfo('', headers)).body).toEqual({ ip: '41.13.2.1', country: 'DE' });
});

it('stores the country of a new user, without a proxy that sends it', async () => {
  const email = 'cape@example.test';
  const payload = { firstName: 'Cape', lastName: 'Town', email, password: 'Atrium1!' };
  const headers = { 'x-forwarded-for': '41.13.2.1' };
  const { status } = await app.visitor.request({ method: 'POST', url: '/api/auth/register', payload, headers });
  expect(status).toBe(200);
  expect(await app.db.select({ country: users.countryCode }).from(users)).toEqual([{ country: 'ZA' }]);
});

it('takes what the proxy sends for an unknown address for no country, in a checkout as well', async () => {
  const user = await app.createUser();
  const { status } = await app.as(user).request({
    method: 'POST',
    url: '/api/stripe/createSubscription',
    payload: { countryCode: 'ZA' },
    headers: { 'x-forwarded-for': '41.13.2.1', 'cf-ipcountry': 'XX' },
  });
  expect(status).toBe(200);
  const [payer] = await app.db.select().from(users).where(eq(users.id, user.id));
  expect(payer).toMatchObject({ countryCode: 'ZA', currencySymbol: 'R' });
});

it('returns no country if no proxy sends a valid one', async () => {
  expect((await getIpInfo('')).body).toEqual({ ip: '203.0.113.7' });
  expect((await getIpInfo('', { 'cf-ipcountry': 'nowhere' })).body).toEqual({ ip: '203.0.113.7' });
});

it('reports that the browser’s stored location is current while the address is the same', async () => {
  expect((await getIpInfo('?lastUsedIp=203.0.113.7')).body).toEqual({ msg: 'current' });
  expect((await getIpInfo('?lastUsedIp=203.0.113.8')).body).toEqual({ ip: '203.0.113.7' });
});

it('answers pings: one to everybody, one to the signed-in', async () => {
  expect((await app.visitor.call(session.ping, {})).status).toBe(200);
  expect((await app.visitor.call(session.authPing, {})).status).toBe(401);
  expect((await app.as(await app.createUser()).call(session.authPing, {})).status).toBe(200);
});

it('ignores a country that no trusted proxy has sent', async () => {
  const plain = await createTestApp();
  const { body } = await plain.visitor.request({
    url: '/api/generic/getIpInfo',
    headers: { 'x-forwarded-for': '203.0.113.7', 'cf-ipcountry': 'ZA' },
  });
  await plain.close();
  expect(body).toEqual({ ip: '203.0.113.7' });
});
