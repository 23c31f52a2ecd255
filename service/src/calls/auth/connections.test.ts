import { auth, passkeys as keys, profile } from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { identities, passkeys, users } from '../../db/schema/accounts.ts';
import { mails } from '../../db/schema/mail.ts';
import { freshFor } from '../../domain/accounts/fresh-session.ts';
import type { Provider } from '../../ports/identity.ts';
import { createTestApp, origin, type TestApp } from '../../testing/app.ts';
import { createBrowser, type TestBrowser } from '../../testing/browser.ts';
import { clientId, clientSecret, startIssuer, type TestIssuer } from '../../testing/issuer.ts';

let issuer: TestIssuer;
let app: TestApp;
let time: number;
let count = 0;

beforeAll(async () => {
  issuer = await startIssuer();
  time = Date.now();
  // Both buttons lead to the same issuer. Only the pressed button decides which provider is connected.
  const env = {
    GOOGLE_CLIENT_ID: clientId,
    GOOGLE_CLIENT_SECRET: clientSecret,
    GOOGLE_ISSUER: issuer.url,
    AZURE_CLIENT_ID: clientId,
    AZURE_CLIENT_SECRET: clientSecret,
    AZURE_ISSUER: issuer.url,
  };
  app = await createTestApp({ now: () => time, env });
});
beforeEach(() => {
  time = Date.now();
});
afterAll(async () => {
  await app.close();
  await issuer.close();
});

const browser = () => createBrowser(app.app, origin);
const someone = () => {
  count += 1;
  return { sub: `connected-${count}-of-a-test`, email: `connected-${count}@example.test`, email_verified: true };
};
type Person = ReturnType<typeof someone>;

/** Logs in on the provider's page as `person` and returns to the product. */
const finishAtProvider = async (by: TestBrowser, provider: Provider, redirectUrl: string, person: Person) => {
  const { searchParams } = new URL(redirectUrl);
  const state = searchParams.get('state') ?? '';
  issuer.claims = { nonce: searchParams.get('nonce') ?? '', ...person };
  const { next } = await by.get(`/api/auth/${provider}/callback?${new URLSearchParams({ state, code: 'right-code' })}`);
  return provider === 'google'
    ? by.call(auth.google, { token: next?.searchParams.get('credential') ?? 'none' })
    : by.call(auth.azure, { code: 'right-code' });
};
const logIn = async (by: TestBrowser, person: Person) =>
  finishAtProvider(
    by,
    'google',
    (await by.call(auth.startSocialLogin, { provider: 'google' })).body.redirectUrl,
    person,
  );
const connect = async (by: TestBrowser, provider: Provider, person: Person) =>
  finishAtProvider(by, provider, (await by.call(auth.startConnection, { provider })).body.redirectUrl, person);
const signInMethods = async (by: TestBrowser) => {
  const { connections, ...others } = JSON.parse((await by.get('/api/auth/connections')).text) as {
    connections: { provider: Provider }[];
  };
  return { ...others, connections: connections.map(({ provider }) => provider) };
};
/** A user who logged in with Google. */
const start = async () => {
  const [by, person] = [browser(), someone()];
  expect((await logIn(by, person)).status).toBe(200);
  const subjects = async () =>
    (await app.db.select().from(mails).where(eq(mails.recipient, person.email))).map(({ subject }) => subject);
  const [user] = await app.db.select().from(users).where(eq(users.email, person.email));
  return { by, person, subjects, userId: user!.id };
};
const lastMethodRefused = { status: 409, body: { code: 'last-way-in' } };

describe('a provider that is connected', () => {
  it('logs its user in from then on, keeps the existing session, and is reported by email', async () => {
    const { by, subjects, userId } = await start();
    const other = someone();
    const session = by.cookies.get('atrium_session');
    expect((await connect(by, 'azure', other)).body).toMatchObject({ user: { new: false }, connected: true });
    expect(by.cookies.get('atrium_session')).toBe(session);
    expect(await signInMethods(by)).toEqual({ password: false, passkeys: 0, connections: ['google', 'azure'] });
    expect(await subjects()).toContain('Microsoft was connected to your account');
    const elsewhere = browser();
    expect((await logIn(elsewhere, other)).body).toEqual({ user: { new: false } });
    expect(JSON.parse((await elsewhere.get('/api/user')).text)).toMatchObject({ _id: userId });
  });

  it('is connected once, however often it is requested', async () => {
    const { by, subjects } = await start();
    const other = someone();
    for (let again = 0; again < 2; again += 1) expect((await connect(by, 'azure', other)).status).toBe(200);
    expect((await signInMethods(by)).connections).toEqual(['google', 'azure']);
    expect((await subjects()).filter((subject) => subject.includes('connected'))).toHaveLength(1);
  });

  it('stays with its account: one that logs in elsewhere stays there', async () => {
    const [{ by }, other] = [await start(), await start()];
    expect(await connect(by, 'azure', other.person)).toMatchObject({ status: 409, body: { code: 'identity-taken' } });
    expect((await signInMethods(by)).connections).toEqual(['google']);
  });

  it('is connected only for the user who started it, while they are signed in', async () => {
    const [{ by }, other] = [await start(), await start()];
    const { redirectUrl } = (await by.call(auth.startConnection, { provider: 'azure' })).body;
    by.cookies.set('atrium_session', other.by.cookies.get('atrium_session')!);
    expect(await finishAtProvider(by, 'azure', redirectUrl, someone())).toMatchObject({
      status: 400,
      body: { code: 'sign-in-expired' },
    });
    expect((await signInMethods(other.by)).connections).toEqual(['google']);
    expect((await browser().call(auth.startConnection, { provider: 'azure' })).status).toBe(401);
  });

  it('is disconnected, reported by email, and logs nobody in any longer', async () => {
    const { by, person, subjects, userId } = await start();
    await connect(by, 'azure', someone());
    expect((await by.call(auth.removeConnection, { provider: 'google' })).status).toBe(200);
    expect((await by.call(auth.removeConnection, { provider: 'google' })).status).toBe(200);
    expect((await signInMethods(by)).connections).toEqual(['azure']);
    expect(
      (await subjects()).filter((subject) => subject === 'Google was disconnected from your account'),
    ).toHaveLength(1);
    // Both sides have verified the address, so the provider would be linked again; another address is another account.
    const elsewhere = browser();
    expect((await logIn(elsewhere, { ...person, email: `other-${person.email}` })).body.user.new).toBe(true);
    expect(JSON.parse((await elsewhere.get('/api/user')).text)).not.toMatchObject({ _id: userId });
  });

  it('cannot be disconnected if it is the last way to log in, not even when two are disconnected at once', async () => {
    const { by, userId } = await start();
    expect(await by.call(auth.removeConnection, { provider: 'google' })).toMatchObject(lastMethodRefused);
    await connect(by, 'azure', someone());
    const answers = await Promise.all(
      (['google', 'azure'] as const).map((provider) => by.call(auth.removeConnection, { provider })),
    );
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409']);
    expect((await signInMethods(by)).connections).toHaveLength(1);
    // A passkey or a password is another sign-in method, and the last passkey cannot be removed.
    await app.db.insert(passkeys).values({ id: `key-${count}`, userId, publicKey: 'AA', counter: 0, name: 'Laptop' });
    const [provider = 'google'] = (await signInMethods(by)).connections;
    expect((await by.call(auth.removeConnection, { provider })).status).toBe(200);
    expect(await by.call(keys.removePasskey, { passkeyId: `key-${count}` })).toMatchObject(lastMethodRefused);
    await app.db.update(users).set({ passwordHash: 'x' }).where(eq(users.id, userId));
    expect((await by.call(keys.removePasskey, { passkeyId: `key-${count}` })).status).toBe(200);
  });

  it('is connected and disconnected only soon after a log-in', async () => {
    const { by } = await start();
    time += freshFor;
    const stale = { status: 403, body: { code: 'sign-in-again', password: false } };
    expect(await by.call(auth.startConnection, { provider: 'azure' })).toMatchObject(stale);
    expect(await by.call(auth.removeConnection, { provider: 'google' })).toMatchObject(stale);
    expect((await signInMethods(by)).connections).toEqual(['google']);
  });

  it('is named by its issuer if nobody has signed in with it since it has a name', async () => {
    const { by, userId } = await start();
    const old = { issuer: 'https://appleid.apple.com', subject: `old-${count}`, userId };
    await app.db.insert(identities).values(old);
    expect((await signInMethods(by)).connections).toEqual(['google', 'apple']);
  });

  it('is deleted with the account', async () => {
    const { by, userId } = await start();
    await by.call(auth.startConnection, { provider: 'azure' });
    expect((await by.call(profile.deleteUser, {})).status).toBe(200);
    expect(await app.db.select().from(identities).where(eq(identities.userId, userId))).toEqual([]);
  });
});
