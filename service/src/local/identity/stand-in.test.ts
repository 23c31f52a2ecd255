import { auth, session } from '@atrium/shared-kernel/contracts/calls';
import { identityProviders } from '@atrium/shared-kernel/contracts/constants';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Provider } from '../../ports/identity.ts';
import { identities, users } from '../../db/schema/accounts.ts';
import { mails } from '../../db/schema/mail.ts';
import { createTestApp, origin, type TestApp } from '../../testing/app.ts';
import { createBrowser, type TestBrowser } from '../../testing/browser.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const grace = { email: 'grace@example.test', firstName: 'Grace', lastName: 'Hopper', verified: 'yes' };

/** Starts a sign-in and returns the URL of the stand-in's page. */
const openPage = async (browser: TestBrowser, provider: Provider): Promise<string> => {
  const { body } = await browser.call(auth.startSocialLogin, { provider });
  const { next } = await browser.get(body.redirectUrl);
  return next?.href ?? '';
};

const formOf = (html: string) => {
  const inputs = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  const unescaped = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&').replaceAll('&#34;', '"');
  return Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, unescaped(value)]));
};

/** Submits the form of the stand-in's page and follows it to the product's page for the provider. */
const answer = async (browser: TestBrowser, provider: Provider, page: string, form: Record<string, string>) => {
  const { next } = await browser.post(page, form);
  const resumed = await browser.get(next?.href ?? '');
  if (resumed.next) return (await browser.get(resumed.next.href)).next;
  return (await browser.post(`/api/auth/${provider}/callback`, formOf(resumed.text), 'null')).next;
};

const handIn = (browser: TestBrowser, provider: Provider, page: URL | undefined) => {
  const given = (name: string) => page?.searchParams.get(name) ?? undefined;
  if (provider === 'google') return browser.call(auth.google, { token: given('credential') ?? '' });
  const code = given('code') ?? '';
  if (provider === 'apple') return browser.call(auth.apple, { code, appleUser: given('user') });
  return browser.call(auth.azure, { code, clientInfo: given('client_info'), sessionState: given('session_state') });
};

const signIn = async (browser: TestBrowser, provider: Provider, form: Record<string, string>) => {
  const page = await answer(browser, provider, await openPage(browser, provider), form);
  expect(page?.pathname).toBe(`/auth/${provider}`);
  return handIn(browser, provider, page);
};

const userOf = async (browser: TestBrowser) =>
  (
    await app.visitor.request({
      url: `/api${session.getUser.path}`,
      headers: { cookie: `atrium_session=${browser.cookies.get('atrium_session')}` },
    })
  ).body;

describe('the stand-in for the identity providers', () => {
  it('is behind all three buttons if no provider is set up', async () => {
    expect((await app.visitor.call(auth.listProviders, {})).body).toEqual({ providers: [...identityProviders] });
  });

  it.each(identityProviders)('signs a new user in by %s, and recognizes them the next time', async (provider) => {
    const email = `${provider}@example.test`;
    const browser = createBrowser(app.app, origin);
    expect(await signIn(browser, provider, { ...grace, email })).toEqual({
      status: 200,
      body: { user: { new: true } },
    });
    expect(await userOf(browser)).toMatchObject({ email, firstName: 'Grace', lastName: 'Hopper' });
    const again = createBrowser(app.app, origin);
    expect(await signIn(again, provider, { ...grace, email, firstName: 'Another' })).toEqual({
      status: 200,
      body: { user: { new: false } },
    });
    expect(await userOf(again)).toMatchObject({ email, firstName: 'Grace' });
    const [row] = await app.db.select().from(users).where(eq(users.email, email));
    expect(row?.emailVerifiedDate).toBeInstanceOf(Date);
    expect(row?.passwordHash).toBeNull();
    const links = await app.db
      .select()
      .from(identities)
      .where(eq(identities.userId, row?.id ?? ''));
    expect(links.map(({ issuer }) => issuer)).toEqual([`${origin}/local/identity/${provider}`]);
    const [mail] = await app.db.select().from(mails).where(eq(mails.recipient, email));
    expect(mail?.subject).toBe('Welcome to Atrium');
  });

  it('redirects a user who declines back to the page, without a code', async () => {
    for (const provider of identityProviders) {
      const browser = createBrowser(app.app, origin);
      const page = await answer(browser, provider, await openPage(browser, provider), { refuse: 'yes' });
      expect(`${page?.pathname}${page?.search}`).toBe(`/auth/${provider}`);
    }
  });

  it('requires a user whose address the provider has not verified to confirm it', async () => {
    const email = 'unproved@example.test';
    const browser = createBrowser(app.app, origin);
    expect((await signIn(browser, 'azure', { ...grace, email, verified: '' })).body).toEqual({ user: { new: true } });
    const [row] = await app.db.select().from(users).where(eq(users.email, email));
    expect(row?.emailVerifiedDate).toBeNull();
    const [mail] = await app.db.select().from(mails).where(eq(mails.recipient, email));
    expect(mail?.plain).toContain(`${origin}/auth/change?changeHash=`);
  });

  it('offers the seeded users, and treats an invalid address as a typo', async () => {
    await app.createUser({ email: 'premium@atrium.test', firstName: 'Priya', lastName: 'Raman' });
    const browser = createBrowser(app.app, origin);
    const page = await openPage(browser, 'google');
    const shown = await browser.get(page);
    expect(shown.text).toContain('premium@atrium.test');
    const slip = await browser.post(page, { ...grace, email: '"><script>' });
    expect(slip.status).toBe(400);
    expect(slip.text).toContain('Please enter an email address');
    expect(slip.text).not.toContain('<script>');
    expect(await answer(browser, 'google', page, grace)).toBeDefined();
  });

  it('accepts an answer only from its own page, and from the browser that started it', async () => {
    const browser = createBrowser(app.app, origin);
    const page = await openPage(browser, 'google');
    expect((await browser.post(page, grace, 'https://evil.test')).status).toBe(403);
    expect((await createBrowser(app.app, origin).post(page, grace)).status).toBe(410);
    expect((await createBrowser(app.app, origin).get(page)).status).toBe(410);
  });

  it('returns to the origin at which the sign-in started', async () => {
    const other = 'http://127.0.0.1:4000';
    const two = await createTestApp({ env: { ATRIUM_ORIGIN: `${origin},${other}` } });
    const browser = createBrowser(two.app, other);
    const { body } = await browser.call(auth.startSocialLogin, { provider: 'google' });
    expect(new URL(body.redirectUrl).searchParams.get('redirect_uri')).toBe(`${other}/api/auth/google/callback`);
    const { next: page } = await browser.get(body.redirectUrl);
    const { next } = await browser.post(page?.href ?? '', grace);
    const callback = (await browser.get(next?.href ?? '')).next;
    expect(callback?.origin).toBe(other);
    expect((await browser.get(callback?.href ?? '')).next?.searchParams.get('credential')).toBeTruthy();
    await two.close();
  });

  it('is not available if a provider is set up, nor if the mailbox is closed', async () => {
    const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
    for (const env of [google, { ATRIUM_MAILBOX: '0' }] as Record<string, string>[]) {
      const closed = await createTestApp({ env });
      const { body } = await closed.visitor.call(auth.listProviders, {});
      expect(body.providers).toEqual('GOOGLE_CLIENT_ID' in env ? ['google'] : []);
      const at = '/local/identity/google/.well-known/openid-configuration';
      expect((await closed.visitor.request({ url: at })).status).toBe(404);
      expect((await closed.visitor.call(auth.startSocialLogin, { provider: 'apple' })).body.msg).toBe(
        'Logging in with Apple is not set up here.',
      );
      await closed.close();
    }
  });
});
