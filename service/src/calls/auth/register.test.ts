import { auth, session } from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emailHashes, sessions, users } from '../../db/schema/accounts.ts';
import { registerOfAddress } from '../../domain/accounts/limits.ts';
import { createTestApp, origin, type TestApp } from '../../testing/app.ts';
import { emailsTo, linkTo } from '../../testing/mailbox.ts';

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
const userOf = async (email: string) => (await app.db.select().from(users).where(eq(users.email, email)))[0]!;
const refusal = {
  status: 409,
  body: { code: 'email-taken', msg: 'There is already an account with this email address.' },
};

describe('registering', () => {
  it('creates the account and signs it in by a cookie that scripts cannot read', async () => {
    const { status, headers } = await app.visitor.call(auth.register, ada);
    expect(status).toBe(200);
    expect(cookieOf(headers)).toMatch(/atrium_session=[^;]{43};.*HttpOnly; SameSite=Lax/);
    expect((await userWith(tokenOf(headers))).body).toMatchObject({ email: ada.email, firstName: 'Ada' });
  });

  it('sends a welcome email whose link verifies the address, which is unverified until then', async () => {
    const email = 'proof+1@example.test';
    const { headers } = await app.visitor.call(auth.register, { ...ada, email });
    expect((await userOf(email)).emailVerifiedDate).toBeNull();
    const [mail, ...more] = await emailsTo(app, email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Welcome to Atrium: please confirm your address');
    expect(mail?.plain).toContain(`\n${origin}/auth/change?changeHash=`);
    const link = await linkTo(app, email, 'change');
    expect(link.get('newEmail')).toBe(email);
    const input = { changeHash: link.get('changeHash')!, newEmail: email };
    expect((await app.visitor.call(auth.changeWithHash, input)).status).toBe(200);
    expect((await userOf(email)).emailVerifiedDate).toBeInstanceOf(Date);
    expect((await userWith(tokenOf(headers))).status).toBe(200);
    expect(await emailsTo(app, email)).toHaveLength(1);
  });

  it('keeps neither the password, nor the session’s token, nor the link’s secret as it is', async () => {
    const email = 'kept@example.test';
    const { headers } = await app.visitor.call(auth.register, { ...ada, email });
    expect((await userOf(email)).passwordHash).toMatch(/^\$argon2id\$v=19\$m=7168,t=5,p=1\$/);
    const stored = await app.db.select().from(sessions);
    expect(stored.map(({ tokenHash }) => tokenHash)).not.toContain(tokenOf(headers));
    const secret = (await linkTo(app, email, 'change')).get('changeHash')!;
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(await app.db.select().from(emailHashes))).not.toContain(secret);
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
});

describe('registering with an address that has an account', () => {
  it('says so, in whatever case the address is, and opens no session', async () => {
    const first = { ...ada, email: 'Twice@example.test', firstName: 'Thea' };
    const { headers } = await app.visitor.call(auth.register, first);
    const before = await userOf(first.email);
    const again = await app.visitor.call(auth.register, { ...ada, email: 'twice@EXAMPLE.test', password: 'Other12' });
    expect(again).toMatchObject(refusal);
    expect(Object.keys(again.body)).toEqual(['code', 'msg']);
    expect(again.headers).not.toHaveProperty('set-cookie');
    expect(await userOf(first.email)).toEqual(before);
    expect((await userWith(tokenOf(headers))).status).toBe(200);
  });

  it('notifies its owner by email, with the ways to log in, and nobody else', async () => {
    const email = 'owner@example.test';
    await app.visitor.call(auth.register, { ...ada, email });
    await app.visitor.call(auth.register, { ...ada, firstName: 'Eve', email: 'OWNER@example.test' });
    const [, notice, ...more] = await emailsTo(app, email);
    expect(more).toEqual([]);
    expect(notice?.subject).toBe('You already have an Atrium account');
    expect(notice?.plain).toContain(`${origin}/auth/login`);
    expect(notice?.plain).toContain(`${origin}/auth/reset`);
    expect(notice?.plain).not.toContain('Eve');
    expect(await emailsTo(app, 'OWNER@example.test')).toEqual([]);
  });

  it('keeps the link that its owner waits for valid', async () => {
    const email = 'waiting@example.test';
    await app.visitor.call(auth.register, { ...ada, email });
    const changeHash = (await linkTo(app, email, 'change')).get('changeHash')!;
    await app.visitor.call(auth.register, { ...ada, email });
    expect((await app.visitor.call(auth.changeWithHash, { changeHash, newEmail: email })).status).toBe(200);
  });

  it('creates one account of many concurrent requests', async () => {
    const input = { ...ada, email: 'race@example.test' };
    const answers = await Promise.all(Array.from({ length: 5 }, () => app.visitor.call(auth.register, input)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409]);
  });
});

describe('an address whose capitals are mapped differently by JavaScript and the database', () => {
  it.each([
    ['a final sigma', 'ΝΙΚΟΣ@example.test'],
    ['a dotted capital I', 'İlker@example.test'],
  ])('finds its account again by %s', async (_what, email) => {
    await app.visitor.call(auth.register, { ...ada, email });
    const { status, headers } = await app.visitor.call(auth.login, { email, password: ada.password });
    expect(status).toBe(200);
    expect((await userWith(tokenOf(headers))).body).toMatchObject({ email });
    const link = await linkTo(app, email, 'change');
    const input = { changeHash: link.get('changeHash')!, newEmail: email };
    expect((await app.visitor.call(auth.changeWithHash, input)).status).toBe(200);
    expect((await userOf(email)).emailVerifiedDate).toBeInstanceOf(Date);
    expect(await app.visitor.call(auth.register, { ...ada, email })).toMatchObject(refusal);
    await app.visitor.call(auth.forgotPassword, { email });
    await app.services.background.settled();
    expect((await linkTo(app, email, 'set')).get('resetHash')).toMatch(/^[\w-]{43}$/);
    expect((await emailsTo(app, email)).map(({ subject }) => subject)).toContain('You already have an Atrium account');
  });
});

describe('signing up too often', () => {
  const from = (address: string, email: string) =>
    app.visitor.request({
      method: 'POST',
      url: '/api/auth/register',
      payload: { ...ada, email },
      headers: { 'x-forwarded-for': address },
    });

  it('is refused for one email address, known or not, from any network: its owner may get an email for each try', async () => {
    const { email } = await app.createUser({ email: 'flooded@example.test' });
    const known = [];
    for (let at = 0; at < 7; at += 1) known.push(await from(`203.0.113.${at}`, email));
    expect(known.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409, 429, 429]);
    expect(known.at(-1)?.body).toMatchObject({
      msg: 'Too many sign-ups, please wait.',
      _msBeforeNext: expect.any(Number),
    });
    const last = known.at(-1)!;
    const { _msBeforeNext: wait } = last.body as { _msBeforeNext?: number };
    expect(Number(last.headers['retry-after'])).toBe(Math.ceil(Number(wait) / 1000));
    expect(await emailsTo(app, email)).toHaveLength(5);
    const fresh = [];
    for (let at = 0; at < 7; at += 1) fresh.push(await from(`203.0.114.${at}`, 'fresh@example.test'));
    expect(fresh.map(({ status }) => status)).toEqual([200, 409, 409, 409, 409, 429, 429]);
  });

  it('of one email address takes nothing from others in its network', async () => {
    for (let at = 0; at < 95; at += 1) await app.services.limits.consume(registerOfAddress, '203.0.115.3');
    const { email } = await app.createUser({ email: 'stubborn@example.test' });
    for (let at = 0; at < 5; at += 1) await from('203.0.116.1', email);
    for (let at = 0; at < 7; at += 1) expect((await from('203.0.115.3', email)).status).toBe(429);
    expect((await from('203.0.115.3', 'colleague@example.test')).status).toBe(200);
  });

  it('is refused from one network after a hundred in an hour, whatever it claims', async () => {
    const takenAddress = 'place@example.test';
    for (let at = 0; at < 98; at += 1) await app.services.limits.consume(registerOfAddress, '203.0.115.1');
    const answers = [];
    for (let at = 0; at < 4; at += 1) answers.push(await from(`9.9.${at}.9, 203.0.115.1`, `${at}.${takenAddress}`));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429, 429]);
    expect((await from('203.0.115.2', `far.${takenAddress}`)).status).toBe(200);
  });
});

it('lets the new user fetch their own account at once', async () => {
  const { headers } = await app.visitor.call(auth.register, { ...ada, email: 'once@example.test' });
  const { body } = await userWith(tokenOf(headers));
  expect(body).toMatchObject({ email: 'once@example.test', booktAdmin: false, emailNotifications: true });
  expect((await app.visitor.call(session.getUser, {})).status).toBe(401);
});
