import { auth, session } from '@atrium/shared-kernel/contracts/calls';
import { and, desc, eq } from 'drizzle-orm';
import { generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Provider } from '../../ports/identity.ts';
import { identities, signInAttempts, users } from '../../db/schema/accounts.ts';
import { mails } from '../../db/schema/mail.ts';
import { createTestApp, origin, type TestApp } from '../../testing/app.ts';
import { createBrowser, type TestBrowser } from '../../testing/browser.ts';
import { type Claims, clientId, clientSecret, startIssuer, type TestIssuer } from '../../testing/issuer.ts';

let issuer: TestIssuer;
let app: TestApp;
let time: number;
let count = 0;

beforeAll(async () => {
  issuer = await startIssuer();
  time = Date.now();
  // Two of the three share an issuer: a client belongs to a provider by its route, not by who answers.
  app = await createTestApp({
    now: () => time,
    env: {
      GOOGLE_CLIENT_ID: clientId,
      GOOGLE_CLIENT_SECRET: clientSecret,
      GOOGLE_ISSUER: issuer.url,
      AZURE_CLIENT_ID: clientId,
      AZURE_CLIENT_SECRET: clientSecret,
      AZURE_ISSUER: issuer.url,
    },
  });
});
beforeEach(() => {
  time = Date.now();
  Object.assign(issuer, { claims: {}, forge: undefined, status: undefined });
});
afterAll(async () => {
  await app.close();
  await issuer.close();
});

const expired = 'This sign-in has expired or began in another browser. Please try again.';
const accountExists =
  'There is already an account with this email address. Please log in as you did before, then connect this provider in your settings.';
const browser = () => createBrowser(app.app, origin);
const newPerson = (claims: Claims = {}) => {
  count += 1;
  const email = `person-${count}@example.test`;
  return { sub: `subject-${count}-of-a-test`, email, email_verified: true, given_name: 'Grace', ...claims };
};

const start = async (by: TestBrowser, provider: Provider) => {
  const { body } = await by.call(auth.startSocialLogin, { provider });
  const { searchParams } = new URL(body.redirectUrl);
  return { state: searchParams.get('state') ?? '', nonce: searchParams.get('nonce') ?? '' };
};
/** The provider returns the browser with a code. Returns what the page receives. */
const returnFromProvider = async (by: TestBrowser, provider: Provider, state: string, code = 'right-code') =>
  (await by.get(`/api/auth/${provider}/callback?${new URLSearchParams({ state, code })}`)).next;
const startLogin = async (by: TestBrowser, provider: Provider, claims: Claims) => {
  const { state, nonce } = await start(by, provider);
  issuer.claims = { nonce, ...claims };
  return { state, page: await returnFromProvider(by, provider, state) };
};
const handInToken = (by: TestBrowser, page: URL | undefined) =>
  by.call(auth.google, { token: page?.searchParams.get('credential') ?? 'none' });
const handInCode = (by: TestBrowser) => by.call(auth.azure, { code: 'right-code' });
const google = async (by: TestBrowser, claims: Claims) =>
  handInToken(by, (await startLogin(by, 'google', claims)).page);
const azure = async (by: TestBrowser, claims: Claims) => {
  await startLogin(by, 'azure', claims);
  return handInCode(by);
};
const emailIn = async (by: TestBrowser) => {
  const headers = { cookie: `atrium_session=${by.cookies.get('atrium_session')}` };
  return ((await app.visitor.request({ url: `/api${session.getUser.path}`, headers })).body as { email?: string })
    .email;
};

describe('an answer of a provider', () => {
  it('counts only in the browser that began the sign-in', async () => {
    const [victim, attacker] = [browser(), browser()];
    const { page } = await startLogin(attacker, 'google', newPerson());
    await start(victim, 'google');
    for (const by of [victim, browser()]) {
      expect(await handInToken(by, page)).toMatchObject({ status: 400, body: { msg: expired } });
      expect(by.cookies.get('atrium_session')).toBeUndefined();
    }
    expect((await handInToken(attacker, page)).status).toBe(200);
  });

  it('counts once: neither its token nor its code nor its callback can be used again', async () => {
    const by = browser();
    const { state, page } = await startLogin(by, 'google', newPerson());
    expect((await returnFromProvider(by, 'google', state))?.search).toBe('');
    const cookie = by.cookies.get('atrium_signin') ?? '';
    expect((await handInToken(by, page)).status).toBe(200);
    expect(by.cookies.has('atrium_signin')).toBe(false);
    by.cookies.set('atrium_signin', cookie);
    expect((await handInToken(by, page)).body.msg).toBe(expired);
    expect((await returnFromProvider(by, 'google', state))?.search).toBe('');

    await startLogin(by, 'azure', newPerson());
    const second = by.cookies.get('atrium_signin') ?? '';
    expect((await handInCode(by)).status).toBe(200);
    by.cookies.set('atrium_signin', second);
    expect((await handInCode(by)).body.msg).toBe(expired);
  });

  it('counts once, even of many at the same time', async () => {
    const by = browser();
    await startLogin(by, 'azure', newPerson());
    const answers = await Promise.all(Array.from({ length: 8 }, () => handInCode(by)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.msg === expired)).toHaveLength(7);
  });

  it('is accepted only unchanged: no other token, no other names, not for another provider', async () => {
    const by = browser();
    const { nonce } = await start(by, 'google');
    const own = await issuer.token({ nonce, ...newPerson() });
    expect((await by.call(auth.google, { token: own })).body.msg).toBe(expired);
    await startLogin(by, 'azure', newPerson());
    expect((await by.call(auth.azure, { code: 'right-code', clientInfo: 'more' })).body.msg).toBe(expired);
    expect((await by.call(auth.apple, { code: 'right-code' })).body.msg).toBe(expired);
    expect((await handInCode(by)).status).toBe(200);
  });

  it('is too late after ten minutes', async () => {
    const by = browser();
    const { page } = await startLogin(by, 'google', newPerson());
    time += 10 * 60 * 1000 + 1;
    expect((await handInToken(by, page)).body.msg).toBe(expired);
    const { state } = await start(by, 'google');
    time += 10 * 60 * 1000 + 1;
    expect((await returnFromProvider(by, 'google', state))?.search).toBe('');
  });

  it.each([
    ['is signed by somebody else', {}],
    ['is for another audience', { aud: 'another' }],
    ['is of another issuer', { iss: 'https://evil.test' }],
    ['has expired', { exp: 1000 }],
    ['has the nonce of another sign-in', { nonce: 'another' }],
  ])('is refused with a message if its token %s', async (name, claims) => {
    const forged = name.startsWith('is signed');
    const { privateKey } = await generateKeyPair('RS256');
    if (forged)
      issuer.forge = (right) => new SignJWT(right).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(privateKey);
    const by = browser();
    expect(await azure(by, { ...newPerson(), ...claims })).toMatchObject({
      status: 400,
      body: { msg: 'The sign-in with Microsoft could not be verified. Please try again.' },
    });
    // Google's code is exchanged at the callback, and what happens there does not reach the page.
    const { status, body } = await google(by, { ...newPerson(), ...claims });
    expect({
      status,
      known: [expired, 'The sign-in with Google could not be verified. Please try again.'].includes(body.msg ?? ''),
    }).toEqual({ status: 400, known: true });
    expect(by.cookies.get('atrium_session')).toBeUndefined();
  });

  it('that is malformed redirects to the page without parameters, and never breaks', async () => {
    const nonsense = [
      '',
      '?state=',
      '?state=x&code=y',
      `?state=${'s'.repeat(43)}.0&code=c`,
      '?state=%00&code=%00',
      '?state=a&state=b',
      `?code=${'c'.repeat(9000)}`,
      '?error=server_error',
    ];
    for (const provider of ['google', 'apple', 'azure'] as const)
      for (const query of nonsense) {
        const by = browser();
        const got = await by.get(`/api/auth/${provider}/callback${query}`);
        expect([got.status, `${got.next?.pathname}${got.next?.search}`]).toEqual([303, `/auth/${provider}`]);
        const posted = await by.post(`/api/auth/${provider}/callback`, { state: '\0', user: '{' }, 'null');
        expect(posted.status).toBe(303);
      }
  });

  it('that is a refusal ends the sign-in', async () => {
    const by = browser();
    const { state } = await start(by, 'google');
    const answer = new URLSearchParams({ error: 'access_denied', state });
    expect((await by.get(`/api/auth/google/callback?${answer}`)).next?.search).toBe('');
    expect(await app.db.select().from(signInAttempts).where(eq(signInAttempts.state, state))).toEqual([]);
  });
});

describe('the account of an identity', () => {
  it('is its own, whatever address the provider says later', async () => {
    const [mine, victim] = [newPerson(), newPerson()];
    expect((await google(browser(), mine)).body).toEqual({ user: { new: true } });
    expect((await google(browser(), victim)).body).toEqual({ user: { new: true } });
    const by = browser();
    expect((await google(by, { ...mine, email: victim.email })).body).toEqual({ user: { new: false } });
    expect(await emailIn(by)).toBe(mine.email);
  });

  it('is an account with its address only if both sides have verified that address', async () => {
    const cases = [
      { provider: true, account: true, status: 200 },
      { provider: false, account: true, status: 400 },
      { provider: true, account: false, status: 400 },
      { provider: false, account: false, status: 400 },
    ];
    for (const { provider, account, status } of cases)
      for (const way of [google, azure]) {
        const person = newPerson({ email_verified: provider });
        const { id } = await app.createUser({ email: person.email.toUpperCase() });
        if (account) await app.db.update(users).set({ emailVerifiedDate: new Date() }).where(eq(users.id, id));
        const by = browser();
        const answer = await way(by, person);
        expect(answer).toMatchObject(
          status === 200 ? { status, body: { user: { new: false } } } : { status, body: { msg: accountExists } },
        );
        const linked = await app.db
          .select()
          .from(identities)
          .where(and(eq(identities.userId, id), eq(identities.subject, person.sub)));
        expect([linked.length === 1, by.cookies.has('atrium_session')]).toEqual([status === 200, status === 200]);
      }
  });

  it('tells its owner by email, once, that a provider now leads into it', async () => {
    const person = newPerson();
    const { id } = await app.createUser({ email: person.email });
    await app.db.update(users).set({ emailVerifiedDate: new Date() }).where(eq(users.id, id));
    for (let at = 0; at < 2; at += 1) expect((await google(browser(), person)).status).toBe(200);
    const sent = await app.db.select().from(mails).where(eq(mails.recipient, person.email));
    const subjects = sent.map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject === 'Google was connected to your account')).toHaveLength(1);
  });

  it('is not that of another subject at the same provider with the same address', async () => {
    const person = newPerson({ email_verified: false });
    expect((await azure(browser(), person)).status).toBe(200);
    expect(await azure(browser(), { ...person, sub: 'another-subject' })).toMatchObject({
      status: 400,
      body: { msg: accountExists },
    });
  });

  it('is disconnected from the user who opened it with another user’s address, once that user claims it by email', async () => {
    const reset = async (email: string) => {
      await app.visitor.call(auth.forgotPassword, { email });
      await app.services.background.settled();
      const [mail] = await app.db
        .select()
        .from(mails)
        .where(eq(mails.recipient, email))
        .orderBy(desc(mails.id))
        .limit(1);
      const resetHash = /resetHash=([\w-]+)/.exec(mail?.plain ?? '')?.[1] ?? '';
      return app.visitor.call(auth.resetWithHash, { password: 'Engine1!', resetHash });
    };
    const [intruder, owner] = [newPerson({ email_verified: false }), newPerson()];
    for (const person of [intruder, owner]) {
      expect((await google(browser(), person)).body).toEqual({ user: { new: true } });
      expect((await reset(person.email)).status).toBe(200);
    }
    const stored = await app.db.select({ subject: identities.subject }).from(identities);
    const linked = ({ sub }: { sub: string }) => stored.some(({ subject }) => subject === sub);
    expect([linked(intruder), linked(owner)]).toEqual([false, true]);
    expect(await google(browser(), intruder)).toMatchObject({ status: 400, body: { msg: accountExists } });
    expect((await google(browser(), owner)).body).toEqual({ user: { new: false } });
  });

  it('gets an address that can be typed, and is found by it', async () => {
    const { email, ...person } = newPerson();
    for (const [at, raw] of [` ${email}`, `${email}\u3000`].entries()) {
      const answer = await google(browser(), { ...person, sub: `${person.sub}-${at}`, email: raw });
      expect(answer.body).toEqual({ user: { new: at === 0 } });
    }
    expect(await app.db.select().from(users).where(eq(users.email, email))).toMatchObject([
      { email, emailVerifiedDate: expect.any(Date) },
    ]);
  });

  it('is neither opened nor confirmed by an address that only looks like its own', async () => {
    const [known, unknown] = [newPerson(), newPerson()];
    await google(browser(), known);
    const lookAlikes = [
      [google, known.email.replace('person', '\uff50erson')],
      [azure, known.email.replace('person', 'per\u017fon')],
    ] as const;
    for (const [way, email] of lookAlikes) {
      const by = browser();
      const answer = await way(by, { ...known, sub: 'of-a-look-alike', email, xms_edov: true });
      expect(answer).toMatchObject({ status: 400, body: { msg: accountExists } });
      expect(by.cookies.has('atrium_session')).toBe(false);
    }
    await google(browser(), { ...unknown, email: unknown.email.replace('person', '\uff50erson') });
    expect(await app.db.select().from(users).where(eq(users.email, unknown.email))).toMatchObject([
      { emailVerifiedDate: null },
    ]);
  });

  it('cannot be created without an address, and says how to continue', async () => {
    for (const email of [undefined, 'no address', '', 'a\u0000b@example.test']) {
      const { status, body } = await google(browser(), newPerson({ email }));
      expect(status).toBe(400);
      expect(body.msg).toMatch(/^Google did not share an email address\./);
    }
  });

  it('gets clean names, and one from its address if the provider sends none', async () => {
    const nameOf = async (person: { email: string }) => {
      const [row] = await app.db.select().from(users).where(eq(users.email, person.email));
      return [row?.firstName, row?.lastName];
    };
    const long = newPerson({ given_name: `A\u0000\n\u202e${'b'.repeat(200)}`, family_name: undefined });
    await google(browser(), long);
    expect(await nameOf(long)).toEqual([`A ${'b'.repeat(98)}`, '']);
    const whole = newPerson({ given_name: undefined, name: 'Grace Brewster Hopper' });
    await google(browser(), whole);
    expect(await nameOf(whole)).toEqual(['Grace', 'Brewster Hopper']);
    const none = newPerson({ given_name: undefined });
    await google(browser(), none);
    expect(await nameOf(none)).toEqual([none.email.split('@')[0], '']);
  });

  it('ends the session that was there before', async () => {
    const by = browser();
    const before = await app.as(await app.createUser()).token();
    by.cookies.set('atrium_session', before ?? '');
    await google(by, newPerson());
    expect(by.cookies.get('atrium_session')).not.toBe(before);
    expect(await app.services.sessions.viewer(before ?? '')).toBeUndefined();
  });
});

describe('a provider that is down', () => {
  it('fails the sign-in with a message, not the service', async () => {
    const gone = await startIssuer();
    const env = { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_ISSUER: gone.url };
    await gone.close();
    const other = await createTestApp({ env });
    const by = createBrowser(other.app, origin);
    expect(await by.call(auth.startSocialLogin, { provider: 'google' })).toMatchObject({
      status: 400,
      body: { msg: 'Google can’t be reached right now. Please try again in a moment, or log in another way.' },
    });
    expect(by.cookies.has('atrium_signin')).toBe(false);
    expect((await other.visitor.call(session.ping, {})).status).toBe(200);
    await other.close();
  });

  it('between start and end fails it with a message too', async () => {
    const by = browser();
    const { page } = await startLogin(by, 'azure', newPerson());
    expect(page?.search).not.toBe('');
    issuer.status = 503;
    expect((await handInCode(by)).body.msg).toMatch(/^Microsoft can’t be reached right now\./);
    issuer.status = undefined;
    const { state } = await start(by, 'google');
    issuer.status = 503;
    expect((await returnFromProvider(by, 'google', state))?.search).toBe('');
  });
});

describe('beginning a sign-in', () => {
  it('keeps its secrets from everybody but the browser, and one at a time in each', async () => {
    const by = browser();
    const { state: first } = await start(by, 'google');
    const { state: second } = await start(by, 'azure');
    const rows = await app.db.select().from(signInAttempts);
    expect(rows.some(({ state }) => state === first)).toBe(false);
    const row = rows.find(({ state }) => state === second);
    expect(row?.tokenHash).not.toBe(by.cookies.get('atrium_signin'));
    const { headers } = await app.visitor.call(auth.startSocialLogin, { provider: 'google' });
    expect(String(headers['set-cookie'])).toMatch(/^atrium_signin=[^;]+; Path=\/; .*HttpOnly; SameSite=Lax/);
  });

  it('is limited to sixty a minute from one network', async () => {
    const from = (address: string) =>
      app.visitor.request({
        method: 'POST',
        url: '/api/auth/start',
        payload: { provider: 'google' },
        headers: { 'x-forwarded-for': address },
      });
    for (let at = 0; at < 60; at += 1) expect((await from('203.0.113.9')).status).toBe(200);
    const { status, body } = await from('203.0.113.9');
    expect(status).toBe(429);
    const { _msBeforeNext: wait } = body as { _msBeforeNext?: number };
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60_000);
    expect((await from('203.0.113.10')).status).toBe(200);
  });
});
