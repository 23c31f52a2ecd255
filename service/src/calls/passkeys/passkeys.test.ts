import { auth, passkeys as calls, session } from '@atrium/shared-kernel/contracts/calls';
import { and, eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { passkeyChallenges, passkeys, users } from '../../db/schema/accounts.ts';
import { mails } from '../../db/schema/mail.ts';
import { freshFor } from '../../domain/accounts/fresh-session.ts';
import { passkeysOfUser } from '../../domain/accounts/passkeys.ts';
import { createLog } from '../../log.ts';
import { createTestApp, origin, type TestApp } from '../../testing/app.ts';
import { type Authenticator, createAuthenticator, type Lies } from '../../testing/authenticator.ts';
import type { TestClient } from '../../testing/client.ts';

let app: TestApp;
/** Milliseconds by which the clock of the service is ahead. */
let ahead = 0;
/** The logged lines. */
const logged: string[] = [];
beforeAll(async () => {
  const log = createLog('warn', (line) => logged.push(line));
  const env = { ATRIUM_ORIGIN: `${origin},http://127.0.0.1:8080,http://localhost:8080` };
  app = await createTestApp({ log, env, now: () => Date.now() + ahead });
});
beforeEach(() => {
  ahead = 0;
});
afterAll(() => app.close());

let addresses = 0;
/** A visitor with an address of their own, because limits are tested elsewhere. */
const post = (path: string, payload: object, headers: Record<string, string> = {}) => {
  addresses += 1;
  const from = { 'x-forwarded-for': `198.18.${addresses >> 8}.${addresses & 255}`, ...headers };
  return app.visitor.request({ method: 'POST', url: `/api${path}`, payload, headers: from });
};

const startRegistration = async (client: TestClient) =>
  (await client.call(calls.startPasskeyRegistration, {})).body.options;
const startLogin = async () => {
  const { body } = await post(calls.startPasskeyLogin.path, {});
  return (body as { options: Record<string, unknown> }).options;
};
const finishLogin = (credential: object, headers?: Record<string, string>) =>
  post(calls.finishPasskeyLogin.path, { credential }, headers);

const makeUser = async () => {
  const user = await app.createUser();
  const client = app.as(user);
  return { user, client, device: createAuthenticator(origin) };
};
const register = async (client: TestClient, device: Authenticator, lies?: Lies) => {
  const credential = device.register(await startRegistration(client), lies);
  return client.call(calls.finishPasskeyRegistration, { credential });
};
const makeUserWithPasskey = async () => {
  const made = await makeUser();
  expect((await register(made.client, made.device)).status).toBe(200);
  return made;
};
const listOf = async (client: TestClient) => (await client.call(calls.listPasskeys, {})).body.passkeys;
const userWith = async (headers: Readonly<Record<string, unknown>>) => {
  const token = /atrium_session=([^;]*)/.exec(String(headers['set-cookie']))?.[1];
  const { body } = await app.visitor.request({ url: '/api/user', headers: { cookie: `atrium_session=${token}` } });
  return (body as { _id?: string })._id;
};

const refusedLogin = {
  status: 400,
  body: {
    code: 'passkey-refused',
    msg: 'This passkey did not work here. Please try again, or log in with your email and password.',
  },
};
const refusedPasskey = {
  status: 400,
  body: { code: 'passkey-not-added', msg: 'This passkey could not be added. Please try again.' },
};

describe('a passkey', () => {
  it('is requested with the host of the page, for a login without an address', async () => {
    const { client, user } = await makeUser();
    expect(await startRegistration(client)).toMatchObject({
      rp: { id: 'atrium.test', name: 'Atrium' },
      user: { name: user.email, displayName: 'Ada Lovelace' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'preferred' },
    });
    const login = await startLogin();
    expect(login).toMatchObject({ rpId: 'atrium.test', userVerification: 'preferred' });
    expect(login).not.toHaveProperty('allowCredentials.0');
  });

  it('is named by its device, listed newest first, and not offered twice', async () => {
    const { client, device } = await makeUserWithPasskey();
    const credential = createAuthenticator(origin).register(await startRegistration(client));
    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';
    await client.request({
      method: 'POST',
      url: `/api${calls.finishPasskeyRegistration.path}`,
      payload: { credential },
      headers: { 'user-agent': userAgent },
    });
    const list = await listOf(client);
    expect(list.map(({ name }) => name)).toEqual(['Firefox on Linux', 'Unknown device']);
    expect(list[0]).not.toHaveProperty('lastUse');
    const { excludeCredentials } = await startRegistration(client);
    expect(excludeCredentials).toMatchObject(list.map(({ id }) => ({ id, transports: ['internal'] })));
    expect(device).toBeDefined();
  });

  it('is reported to its user by email, in case a stranger has added it', async () => {
    const { user, client, device } = await makeUserWithPasskey();
    const sent = () => app.db.select().from(mails).where(eq(mails.recipient, user.email));
    expect((await sent()).map(({ subject }) => subject)).toEqual(['A passkey was added to your account']);
    expect(await register(client, device, { origin: 'https://evil.test' })).toMatchObject(refusedPasskey);
    expect(await sent()).toHaveLength(1);
  });

  it('logs its user in through a new session, and returns when it was used', async () => {
    const { user, client, device } = await makeUserWithPasskey();
    const { status, headers } = await finishLogin(device.logIn(await startLogin()));
    expect(status).toBe(200);
    expect(await userWith(headers)).toBe(user.id);
    expect(String(headers['set-cookie'])).toMatch(/atrium_device=/);
    expect((await listOf(client))[0]!.lastUse).toMatch(/^\d{4}-/);
    expect((await client.call(session.listSessions, {})).body.sessions).toHaveLength(2);
  });

  it('without a counter logs in repeatedly', async () => {
    const { device } = await makeUserWithPasskey();
    for (let at = 0; at < 2; at += 1)
      expect((await finishLogin(device.logIn(await startLogin(), { counter: 0 }))).status).toBe(200);
  });

  it('is renamed only by its user, to a readable name', async () => {
    const { client } = await makeUserWithPasskey();
    const stranger = await makeUser();
    const [{ id: passkeyId } = { id: '' }] = await listOf(client);
    expect((await stranger.client.call(calls.renamePasskey, { passkeyId, name: 'Mine' })).status).toBe(404);
    expect((await client.call(calls.renamePasskey, { passkeyId, name: '  Work laptop ' })).status).toBe(200);
    for (const name of [' ', 'a\u202eb', 'x'.repeat(51)])
      expect((await client.call(calls.renamePasskey, { passkeyId, name })).status).toBe(400);
    expect((await listOf(client)).map(({ name }) => name)).toEqual(['Work laptop']);
  });

  it('is removed only by its user', async () => {
    const { client, device, user } = await makeUserWithPasskey();
    await app.db.update(users).set({ passwordHash: 'x' }).where(eq(users.id, user.id));
    const stranger = await makeUser();
    const [{ id: passkeyId } = { id: '' }] = await listOf(client);
    expect(await stranger.client.call(calls.removePasskey, { passkeyId })).toMatchObject({
      status: 404,
      body: { msg: 'This passkey no longer exists.' },
    });
    expect(await listOf(client)).toHaveLength(1);
    expect((await client.call(calls.removePasskey, { passkeyId })).status).toBe(200);
    expect(await listOf(client)).toEqual([]);
    expect(await finishLogin(device.logIn(await startLogin()))).toMatchObject(refusedLogin);
  });

  it('is added and removed only soon after a log-in', async () => {
    const { client } = await makeUserWithPasskey();
    const list = await listOf(client);
    ahead = freshFor;
    const stale = { status: 403, body: { code: 'sign-in-again', password: false } };
    expect(await client.call(calls.startPasskeyRegistration, {})).toMatchObject(stale);
    expect(await client.call(calls.removePasskey, { passkeyId: list[0]!.id })).toMatchObject(stale);
    expect(await listOf(client)).toEqual(list);
  });

  it('is finished if the log-in became old while its device was asked', async () => {
    const { client, device } = await makeUser();
    const options = await startRegistration(client);
    ahead = freshFor;
    const credential = device.register(options);
    expect((await client.call(calls.finishPasskeyRegistration, { credential })).status).toBe(200);
  });

  it('is reported to its user by email when it is removed', async () => {
    const { user, client } = await makeUserWithPasskey();
    await app.db.update(users).set({ passwordHash: 'x' }).where(eq(users.id, user.id));
    const [{ id: passkeyId } = { id: '' }] = await listOf(client);
    expect((await client.call(calls.removePasskey, { passkeyId })).status).toBe(200);
    const sent = await app.db.select().from(mails).where(eq(mails.recipient, user.email));
    expect(sent.map(({ subject }) => subject)).toContain('A passkey was removed from your account');
  });

  it('ends if its address was not verified, once the owner of the address claims the account by email', async () => {
    const reset = async (email: string) => {
      await app.visitor.call(auth.forgotPassword, { email });
      await app.services.background.settled();
      const linked = and(eq(mails.recipient, email), like(mails.plain, '%resetHash=%'));
      const [mail] = await app.db.select().from(mails).where(linked);
      const resetHash = /resetHash=([\w-]+)/.exec(mail?.plain ?? '')?.[1] ?? '';
      expect((await app.visitor.call(auth.resetWithHash, { password: 'Engine1!', resetHash })).status).toBe(200);
    };
    const [intruder, owner] = [await makeUserWithPasskey(), await makeUserWithPasskey()];
    await app.db.update(users).set({ emailVerifiedDate: new Date() }).where(eq(users.id, owner.user.id));
    await reset(intruder.user.email);
    await reset(owner.user.email);
    expect(await finishLogin(intruder.device.logIn(await startLogin()))).toMatchObject(refusedLogin);
    expect((await finishLogin(owner.device.logIn(await startLogin()))).status).toBe(200);
  });

  it('is one of at most twenty of a user', async () => {
    const { user, client, device } = await makeUser();
    const rows = Array.from({ length: passkeysOfUser - 1 }, (_, at) => ({
      id: `${user.id}-${at}`,
      userId: user.id,
      publicKey: 'AA',
      counter: 0,
      name: 'Laptop',
    }));
    await app.db.insert(passkeys).values(rows);
    const late = createAuthenticator(origin).register(await startRegistration(client));
    expect((await register(client, device)).status).toBe(200);
    const full = {
      status: 400,
      body: { code: 'too-many-passkeys', limit: 20, msg: 'You have 20 passkeys. Remove one to add another.' },
    };
    expect(await client.call(calls.startPasskeyRegistration, {})).toMatchObject(full);
    expect(await client.call(calls.finishPasskeyRegistration, { credential: late })).toMatchObject(full);
    expect(await listOf(client)).toHaveLength(passkeysOfUser);
  });
});

describe('a registration is refused', () => {
  it.each<[string, Lies]>([
    ['from a page of another origin', { origin: 'https://evil.test' }],
    ['for another host', { rpId: 'evil.test' }],
    ['with a challenge that nobody asked', { challenge: 'A'.repeat(43) }],
    ['with a challenge of no form', { challenge: '\0' }],
    ['with an attestation that nobody asked for', { format: 'tpm' }],
  ])('%s', async (_name, lies) => {
    const { client, device } = await makeUser();
    expect(await register(client, device, lies)).toMatchObject(refusedPasskey);
    expect(await listOf(client)).toEqual([]);
  });

  it('a second time with the same challenge', async () => {
    const { client, device } = await makeUser();
    const options = await startRegistration(client);
    const finish = () => client.call(calls.finishPasskeyRegistration, { credential: device.register(options) });
    expect((await finish()).status).toBe(200);
    expect(await finish()).toMatchObject(refusedPasskey);
  });

  it('with the challenge of another user, or of a log-in', async () => {
    const [first, second] = [await makeUser(), await makeUser()];
    const options = await startRegistration(first.client);
    const stolen = { credential: second.device.register(options) };
    expect(await second.client.call(calls.finishPasskeyRegistration, stolen)).toMatchObject(refusedPasskey);
    const { challenge } = await startLogin();
    const crossed = { credential: second.device.register({ ...options, challenge }) };
    expect(await second.client.call(calls.finishPasskeyRegistration, crossed)).toMatchObject(refusedPasskey);
  });

  it('of a passkey that another user has, which stays theirs', async () => {
    const [first, second] = [await makeUserWithPasskey(), await makeUser()];
    const [{ id } = { id: '' }] = await listOf(first.client);
    expect(await register(second.client, second.device, { id })).toMatchObject(refusedPasskey);
    expect((await finishLogin(first.device.logIn(await startLogin()))).status).toBe(200);
  });
});

describe('a log-in is refused', () => {
  it.each<[string, Lies]>([
    ['from a page of another origin', { origin: 'https://evil.test' }],
    ['from another page of the product than the one that asks', { origin: 'http://localhost:8080' }],
    ['for another host', { rpId: 'evil.test' }],
    ['with a challenge that nobody asked', { challenge: 'A'.repeat(43) }],
    ['with a challenge of no form', { challenge: '\0' }],
    ['with a passkey that nobody has', { id: 'bm9ib2R5' }],
    ['for another user than the passkey’s', { userHandle: Buffer.from('f'.repeat(24)).toString('base64url') }],
    ['for a user that it does not name', { userHandle: undefined }],
  ])('%s', async (_name, lies) => {
    const { device } = await makeUserWithPasskey();
    const { status, body, headers } = await finishLogin(device.logIn(await startLogin(), lies));
    expect({ status, body }).toEqual(refusedLogin);
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('a second time with the same answer', async () => {
    const { device } = await makeUserWithPasskey();
    const credential = device.logIn(await startLogin());
    expect((await finishLogin(credential)).status).toBe(200);
    expect(await finishLogin(credential)).toMatchObject(refusedLogin);
  });

  it('with a challenge that was used up by an answer that failed', async () => {
    const { device } = await makeUserWithPasskey();
    const options = await startLogin();
    expect(await finishLogin(device.logIn(options, { rpId: 'evil.test' }))).toMatchObject(refusedLogin);
    expect(await finishLogin(device.logIn(options))).toMatchObject(refusedLogin);
  });

  it('with an expired challenge', async () => {
    const { device } = await makeUserWithPasskey();
    const options = await startLogin();
    await app.db
      .update(passkeyChallenges)
      .set({ expires: new Date(Date.now() - 1) })
      .where(eq(passkeyChallenges.challenge, String(options['challenge'])));
    expect(await finishLogin(device.logIn(options))).toMatchObject(refusedLogin);
  });

  it('with the signature of a key that is not the passkey’s', async () => {
    const [victim, thief] = [await makeUserWithPasskey(), await makeUserWithPasskey()];
    const [{ id } = { id: '' }] = await listOf(victim.client);
    const userHandle = Buffer.from(victim.user.id).toString('base64url');
    const forged = thief.device.logIn(await startLogin(), { id, userHandle });
    expect(await finishLogin(forged)).toMatchObject(refusedLogin);
  });

  it('with a counter that went back or stood still: the passkey was copied', async () => {
    const { device } = await makeUserWithPasskey();
    expect((await finishLogin(device.logIn(await startLogin(), { counter: 7 }))).status).toBe(200);
    for (const counter of [7, 6, 0])
      expect(await finishLogin(device.logIn(await startLogin(), { counter }))).toMatchObject(refusedLogin);
    expect((await finishLogin(device.logIn(await startLogin(), { counter: 8 }))).status).toBe(200);
  });

  it('for all but one of several with the same counter that arrive at once', async () => {
    const { device } = await makeUserWithPasskey();
    const logins = await Promise.all(Array.from({ length: 8 }, startLogin));
    const answers = logins.map((options) => device.logIn(options, { counter: 3 }));
    const statuses = (await Promise.all(answers.map((answer) => finishLogin(answer)))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 400)).toHaveLength(7);
  });

  it('if one address tries too often, with the time to wait', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.60' };
    const credential = (await makeUserWithPasskey()).device.logIn({ challenge: 'none' });
    const statuses = new Set<number>();
    for (let at = 0; at < 60; at += 1) statuses.add((await finishLogin(credential, headers)).status);
    expect([...statuses]).toEqual([400]);
    expect(await finishLogin(credential, headers)).toMatchObject({
      status: 429,
      body: { msg: 'Too many login attempts.', _msBeforeNext: expect.any(Number) },
    });
    expect((await finishLogin(credential)).status).toBe(400);
  });
});

describe('the host', () => {
  it('is that of the page if the product has several', async () => {
    const headers = { origin: 'http://localhost:8080' };
    const { body } = await post(calls.startPasskeyLogin.path, {}, headers);
    expect(body).toMatchObject({ options: { rpId: 'localhost' } });
  });

  it('requires a host name: at a numeric address a sentence says what to do', async () => {
    const { client } = await makeUser();
    const headers = { origin: 'http://127.0.0.1:8080' };
    const msg = expect.stringMatching(/^Passkeys do not work where the address is a number\. .*localhost/);
    expect(await post(calls.startPasskeyLogin.path, {}, headers)).toMatchObject({ status: 400, body: { msg } });
    const url = `/api${calls.startPasskeyRegistration.path}`;
    expect(await client.request({ method: 'POST', url, payload: {}, headers })).toMatchObject({
      status: 400,
      body: { msg },
    });
  });
});

it('logs for the operator why a passkey was rejected, and nothing of the user or the passkey', async () => {
  const { client, device, user } = await makeUserWithPasskey();
  logged.length = 0;
  const elsewhere = { origin: 'http://elsewhere.test' };
  expect(await register(client, createAuthenticator(origin), elsewhere)).toMatchObject(refusedPasskey);
  expect(await register(client, createAuthenticator(origin), { format: 'tpm' })).toMatchObject(refusedPasskey);
  const credential = device.logIn(await startLogin(), elsewhere);
  expect(await finishLogin(credential)).toMatchObject(refusedLogin);
  const wrongOrigin = { rpID: 'atrium.test', cause: { message: expect.stringContaining('response origin …') } };
  expect(logged.map((line) => JSON.parse(line) as object)).toMatchObject([
    { msg: 'A new passkey was rejected.', ...wrongOrigin },
    { msg: 'A new passkey has an attestation of an unknown format.', format: 'tpm' },
    { msg: 'A passkey login was rejected.', ...wrongOrigin },
  ]);
  const [passkey] = await listOf(client);
  for (const secret of [user.email, user.id, passkey!.id, 'elsewhere']) expect(logged.join('')).not.toContain(secret);
});
