import { auth, session } from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessions, users } from '../../db/schema/accounts.ts';
import { mails } from '../../db/schema/mail.ts';
import { createTestApp, origin, type TestApp } from '../../testing/app.ts';

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

describe('registering', () => {
  it('makes the account, signs it in by a cookie that scripts cannot read, and sends a welcome', async () => {
    const { status, headers } = await app.visitor.call(auth.register, ada);
    expect(status).toBe(200);
    expect(cookieOf(headers)).toMatch(/HttpOnly/);
    expect(cookieOf(headers)).toMatch(/SameSite=Lax/);
    expect((await userWith(tokenOf(headers))).body).toMatchObject({ email: ada.email, firstName: 'Ada' });
    const [mail] = await app.db.select().from(mails).where(eq(mails.recipient, ada.email));
    expect(mail?.subject).toBe('Welcome to Atrium');
    expect(mail?.html).toContain(`${origin}/`);
  });

  it('keeps neither the password nor the session’s token as it is', async () => {
    const { headers } = await app.visitor.call(auth.register, { ...ada, email: 'kept@example.test' });
    const [row] = await app.db.select().from(users).where(eq(users.email, 'kept@example.test'));
    expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const stored = await app.db.select().from(sessions);
    expect(stored.map(({ tokenHash }) => tokenHash)).not.toContain(tokenOf(headers));
  });

  it('refuses an address that has an account, in whatever case, and sends no second mail', async () => {
    const first = { ...ada, email: 'Twice@example.test' };
    await app.visitor.call(auth.register, first);
    const { status, body } = await app.visitor.call(auth.register, { ...first, email: 'twice@EXAMPLE.test' });
    expect(status).toBe(409);
    expect(body.msg).toBe('There is already an account with this email address.');
    const sent = await app.db.select().from(mails).where(eq(mails.recipient, 'twice@EXAMPLE.test'));
    expect(sent).toHaveLength(0);
  });

  it('refuses a weak password, a bad address and an unknown field by name', async () => {
    expect((await app.visitor.call(auth.register, { ...ada, password: 'short' })).body.msg).toMatch(/^password:/);
    expect((await app.visitor.call(auth.register, { ...ada, email: 'ada@' })).body.msg).toBe(
      'email: Please enter a valid email address',
    );
    const unknown = { ...ada, email: 'sly@example.test', booktAdmin: true };
    const { status, body } = await app.visitor.call(auth.register, unknown);
    expect(status).toBe(400);
    expect(body.msg).toMatch(/booktAdmin/);
  });

  it('makes one account of two that arrive at once', async () => {
    const input = { ...ada, email: 'race@example.test' };
    const answers = await Promise.all([app.visitor.call(auth.register, input), app.visitor.call(auth.register, input)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });
});

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

  it('says the same of a wrong password and of an account that does not exist', async () => {
    const wrong = await app.visitor.call(auth.login, { ...input, password: 'Engine2' });
    const nobody = await app.visitor.call(auth.login, { ...input, email: 'nobody@example.test' });
    expect(wrong).toMatchObject({ status: 400, body: { msg: 'The email address or the password is not right.' } });
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

  it('ends every session of a user, also those it has in memory', async () => {
    const user = await app.createUser();
    const client = app.as(user);
    expect((await client.call(session.getUser, {})).status).toBe(200);
    await app.services.sessions.endAll(user.id);
    expect((await client.call(session.getUser, {})).status).toBe(401);
  });
});

describe('too many attempts', () => {
  it('makes an account wait after five wrong passwords and says how long in milliseconds', async () => {
    const input = { email: 'guess@example.test', password: 'Wrong1!' };
    await app.visitor.call(auth.register, { ...ada, email: input.email });
    for (let at = 0; at < 5; at += 1) expect((await app.visitor.call(auth.login, input)).status).toBe(400);
    const { status, body } = await app.visitor.call(auth.login, { ...input, password: ada.password });
    expect(status).toBe(429);
    const { _msBeforeNext: wait } = body as { _msBeforeNext?: number };
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60_000);
    expect((await app.visitor.call(auth.login, { ...input, email: 'inout@example.test' })).status).toBe(400);
  });

  it('counts only wrong attempts in a row', async () => {
    const input = { email: 'clumsy@example.test', password: ada.password };
    await app.visitor.call(auth.register, { ...ada, email: input.email });
    for (let at = 0; at < 4; at += 1) await app.visitor.call(auth.login, { ...input, password: 'Wrong1!' });
    expect((await app.visitor.call(auth.login, input)).status).toBe(200);
    expect((await app.visitor.call(auth.login, { ...input, password: 'Wrong1!' })).status).toBe(400);
  });

  it('counts by the address that the edge tells, not by one that the caller makes up', async () => {
    const from = (chain: string, payload: object) =>
      app.visitor.request({
        method: 'POST',
        url: '/api/auth/login',
        payload,
        headers: { 'x-forwarded-for': chain },
      });
    const input = { email: 'far@example.test', password: 'Wrong1!' };
    for (let at = 0; at < 5; at += 1) await from(`9.9.9.${at}, 203.0.113.7`, input);
    expect((await from('9.9.9.99, 203.0.113.7', input)).status).toBe(429);
    expect((await from('203.0.113.8', input)).status).toBe(400);
  });
});
