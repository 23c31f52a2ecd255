import { auth, session } from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '../../db/schema/accounts.ts';
import { knownBrowser } from '../../domain/accounts/devices.ts';
import { chargesOfNetwork, loginOfAccount, loginOfAddress } from '../../domain/accounts/limits.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.test', password: 'Engine1' };
const cookieOf = (headers: Readonly<Record<string, unknown>>) => String(headers['set-cookie']);
const tokenOf = (headers: Readonly<Record<string, unknown>>) => /atrium_session=([^;]*)/.exec(cookieOf(headers))?.[1];
const userWith = (token = '') =>
  app.visitor.request({ url: '/api/user', headers: { cookie: `atrium_session=${token}` } });

describe('signing in and out', () => {
  const input = { email: 'inout@example.test', password: ada.password };
  beforeAll(async () => {
    await app.visitor.call(auth.register, { ...ada, email: input.email });
  });

  it('opens a session with the address in any case', async () => {
    const { status, headers } = await app.visitor.call(auth.login, { ...input, email: 'InOut@Example.test' });
    expect(status).toBe(200);
    expect((await userWith(tokenOf(headers))).status).toBe(200);
  });

  it('answers a wrong password like an account that does not exist', async () => {
    const wrong = await app.visitor.call(auth.login, { ...input, password: 'Engine2' });
    const nobody = await app.visitor.call(auth.login, { ...input, email: 'nobody@example.test' });
    expect(wrong).toMatchObject({ status: 400, body: { msg: 'The email address or the password is incorrect.' } });
    expect(nobody).toMatchObject({ status: wrong.status, body: wrong.body });
  });

  it('ends the session at once on logout, and the cookie with it', async () => {
    const { headers } = await app.visitor.call(auth.login, input);
    const cookie = `atrium_session=${tokenOf(headers)}`;
    expect((await userWith(tokenOf(headers))).status).toBe(200);
    const out = await app.visitor.request({
      method: 'POST',
      url: '/api/auth/logout',
      payload: {},
      headers: { cookie },
    });
    expect(out.status).toBe(200);
    expect(cookieOf(out.headers)).toMatch(/atrium_session=;.*Expires=Thu, 01 Jan 1970/);
    expect((await userWith(tokenOf(headers))).status).toBe(401);
  });

  it('lets a visitor log out', async () => {
    expect((await app.visitor.call(auth.logout, {})).status).toBe(200);
  });

  it('ends every session of a user, even those in memory', async () => {
    const user = await app.createUser();
    const client = app.as(user);
    expect((await client.call(session.getUser, {})).status).toBe(200);
    await app.services.sessions.endAll(user.id);
    expect((await client.call(session.getUser, {})).status).toBe(401);
  });
});

const statuses = (answers: readonly { status: number }[]) => {
  const counted: Record<number, number> = {};
  for (const { status } of answers) counted[status] = (counted[status] ?? 0) + 1;
  return counted;
};

/** A log-in attempt that comes through the edge from an address. */
const tryFrom = (address: string, payload: { email: string; password: string }, headers: Record<string, string> = {}) =>
  app.visitor.request({
    method: 'POST',
    url: '/api/auth/login',
    payload,
    headers: { 'x-forwarded-for': address, ...headers },
  });

const account = async (email: string) => {
  const { headers } = await app.visitor.call(auth.register, { ...ada, email });
  return { email, password: ada.password, device: /atrium_device=[^;]*/.exec(cookieOf(headers))?.[0] ?? '' };
};
const wrong = 'Wrong1!';
/** Uses up points like this many wrong passwords, without their work. */
const use = async (limit: typeof loginOfAccount, key: string, points: number) => {
  for (let at = 0; at < points; at += 1) await app.services.limits.consume(limit, key);
};

describe('too many attempts', () => {
  it('make an account wait after five wrong passwords in a minute, and return how long in milliseconds', async () => {
    const { email } = await account('guess@example.test');
    const startedAt = Date.now();
    for (let at = 0; at < 5; at += 1)
      expect((await tryFrom('203.0.113.1', { email, password: wrong })).status).toBe(400);
    const { status, body } = await tryFrom('203.0.113.1', { email, password: ada.password });
    expect(status).toBe(429);
    expect(body).toMatchObject({ msg: 'Too many login attempts.', _msBeforeNext: expect.any(Number) });
    const { _msBeforeNext: wait = 0 } = body as { _msBeforeNext?: number };
    // The remainder of the minute of the first wrong password.
    expect(wait).toBeGreaterThanOrEqual(60_000 - (Date.now() - startedAt));
    expect(wait).toBeLessThanOrEqual(60_000);
    expect(await tryFrom('203.0.113.1', { email: 'inout@example.test', password: wrong })).toMatchObject({
      status: 400,
    });
  });

  it('are counted for an account that does not exist as for one that does', async () => {
    const { email } = await account('real@example.test');
    const real: Awaited<ReturnType<typeof tryFrom>>[] = [];
    const none: typeof real = [];
    for (let at = 0; at < 7; at += 1) {
      real.push(await tryFrom('203.0.113.2', { email, password: wrong }));
      none.push(await tryFrom('203.0.113.3', { email: 'unreal@example.test', password: wrong }));
    }
    const readable = (answers: typeof real) =>
      answers.map(({ status, body, headers }) => [status, body.msg, Object.keys(headers).toSorted()]);
    expect(readable(real)).toEqual(readable(none));
  });

  it('are wrong attempts in a row only', async () => {
    const { email, password } = await account('clumsy@example.test');
    for (let at = 0; at < 4; at += 1) await tryFrom('203.0.113.4', { email, password: wrong });
    expect((await tryFrom('203.0.113.4', { email, password })).status).toBe(200);
    expect((await tryFrom('203.0.113.4', { email, password: wrong })).status).toBe(400);
  });

  it('are limited even if a hundred arrive at once: five are tried, and no more', async () => {
    const { email } = await account('hundred@example.test');
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => tryFrom('203.0.113.5', { email, password: wrong })),
    );
    expect(statuses(answers)).toEqual({ 400: 5, 429: 95 });
  });

  it('from many addresses at once are sixty for one account, for a quarter of an hour at most', async () => {
    const { email } = await account('crowd@example.test');
    await use(loginOfAccount, email, 48);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => tryFrom(`198.51.100.${at}`, { email, password: wrong })),
    );
    expect(statuses(answers)).toEqual({ 400: 12, 429: 28 });
    const { _msBeforeNext: wait = 0 } = answers.at(-1)!.body as { _msBeforeNext?: number };
    expect(wait).toBeGreaterThan(60_000);
    expect(wait).toBeLessThanOrEqual(15 * 60_000);
  });

  it('of strangers do not keep the owner out of a browser that was signed in before', async () => {
    const { email, password, device } = await account('besieged@example.test');
    await use(loginOfAccount, email, 60);
    expect((await tryFrom('203.0.113.6', { email, password })).status).toBe(429);
    const forged = `atrium_device=${'A'.repeat(43)}`;
    expect((await tryFrom('203.0.113.6', { email, password }, { cookie: forged })).status).toBe(429);
    expect((await tryFrom('203.0.113.6', { email, password }, { cookie: device })).status).toBe(200);
    expect((await tryFrom('203.0.113.6', { email, password })).status).toBe(429);
  });

  it('from a browser that was signed in before are counted too, whatever its address', async () => {
    const { email, password, device } = await account('borrowed@example.test');
    const answers = [];
    for (let at = 0; at < 8; at += 1)
      answers.push(await tryFrom(`203.0.114.${at}`, { email, password: wrong }, { cookie: device }));
    expect(statuses(answers)).toEqual({ 400: 5, 429: 3 });
    expect((await tryFrom('203.0.114.99', { email, password }, { cookie: device })).status).toBe(429);
  });

  it('from one address are sixty a minute, whatever the accounts; of IPv6 the whole network is one address', async () => {
    const spray = (address: (at: number) => string, kind: string) =>
      Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          tryFrom(address(at), { email: `${kind}${at}@example.test`, password: wrong }),
        ),
      );
    await use(loginOfAddress, '203.0.113.9', 52);
    expect(statuses(await spray(() => '203.0.113.9', 'spray'))).toEqual({ 400: 8, 429: 12 });
    await use(loginOfAddress, '2001:db8:1:2::/64', 52);
    expect(statuses(await spray((at) => `2001:db8:1:2::${at}`, 'v6-'))).toEqual({ 400: 8, 429: 12 });
  });

  it('from the many IPv6 networks of one line or one company are counted together', async () => {
    const [, line, company] = chargesOfNetwork(loginOfAddress, '2001:db8:7:100::1');
    await use(line![0], line![1], 236);
    const ofLine = (at: number) =>
      tryFrom(`2001:db8:7:1${at}::1`, { email: `line${at}@example.test`, password: wrong });
    expect(statuses(await Promise.all([10, 11, 12, 13, 14, 15].map(ofLine)))).toEqual({ 400: 4, 429: 2 });
    expect((await tryFrom('2001:db8:7:200::1', { email: 'next@example.test', password: wrong })).status).toBe(400);
    await use(company![0], company![1], 480);
    expect((await tryFrom('2001:db8:7:300::1', { email: 'third@example.test', password: wrong })).status).toBe(429);
    expect((await tryFrom('2001:db8:8:100::1', { email: 'far@example.test', password: wrong })).status).toBe(400);
  });

  it('of neighbors who use up those of a line or a company do not keep a known browser out', async () => {
    const { email, password, device } = await account('neighbor@example.test');
    const ip = '2001:db8:9:100::1';
    for (const [limit, network] of chargesOfNetwork(loginOfAddress, ip).slice(1))
      await use(limit, network, limit.points);
    expect((await tryFrom(ip, { email, password })).status).toBe(429);
    expect((await tryFrom(ip, { email, password }, { cookie: device })).status).toBe(200);
  });

  it('from a known browser are sixty a minute, also with the right password and from ever new networks', async () => {
    const { email, password, device } = await account('restless@example.test');
    const [user] = await app.db.select({ id: users.id }).from(users).where(eq(users.email, email));
    const browser = await knownBrowser(app.services.database, device.split('=')[1], user!.id);
    await use(loginOfAddress, `browser ${browser!.key}`, 58);
    const answers = [];
    for (let at = 0; at < 4; at += 1)
      answers.push(await tryFrom(`2001:db8:a:${at}::1`, { email, password }, { cookie: device }));
    expect(statuses(answers)).toEqual({ 200: 2, 429: 2 });
  });

  it('are counted by the address from the edge, not by one that the caller invents', async () => {
    const { email } = await account('far@example.test');
    for (let at = 0; at < 5; at += 1) await tryFrom(`9.9.9.${at}, 203.0.113.7`, { email, password: wrong });
    expect((await tryFrom('9.9.9.99, 203.0.113.7', { email, password: wrong })).status).toBe(429);
    expect((await tryFrom('203.0.113.8', { email, password: wrong })).status).toBe(400);
  });

  it('of a peer that is no trusted proxy are counted by its own address, whatever its headers say', async () => {
    const { email } = await account('direct@example.test');
    const direct = (at: number, remoteAddress: string) =>
      app.visitor.request({
        method: 'POST',
        url: '/api/auth/login',
        payload: { email, password: wrong },
        remoteAddress,
        headers: {
          'x-forwarded-for': `9.9.8.${at}`,
          'x-real-ip': `9.9.8.${at}`,
          forwarded: `for=9.9.8.${at}`,
        },
      });
    const answers = [];
    for (let at = 0; at < 7; at += 1) answers.push(await direct(at, '198.51.100.200'));
    expect(statuses(answers)).toEqual({ 400: 5, 429: 2 });
    expect((await direct(8, '198.51.100.201')).status).toBe(400);
  });
});
