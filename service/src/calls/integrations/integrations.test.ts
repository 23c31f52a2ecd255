import * as calls from '@atrium/shared-kernel/contracts/calls';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { WorkspaceProvider } from '../../ports/consent.ts';
import { consentAttempts, integrations } from '../../db/schema/settings.ts';
import { createTestApp, origin, type TestApp } from '../../testing/app.ts';
import { createBrowser } from '../../testing/browser.ts';

let clock = Date.now();
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ now: () => clock });
});
afterAll(() => app.close());

const callback = { google: '/api/googleOAuth/callback', microsoft: '/api/microsoftOAuth/callback' } as const;
const disconnect = { google: calls.integrations.disconnectGoogle, microsoft: calls.integrations.disconnectMicrosoft };
const readOnly = {
  google: ['calendar', 'gmail', 'drive'].map((what) => `https://www.googleapis.com/auth/${what}.readonly`),
  microsoft: ['Calendars.Read', 'Mail.Read', 'Files.Read'],
};
const field = { google: 'googleScopes', microsoft: 'microsoftScopes' } as const;
const providers = ['google', 'microsoft'] as const;

/** A product admin with a browser. */
const admin = async () => {
  const user = await app.createUser({ booktAdmin: true });
  const client = app.as(user);
  const browser = createBrowser(app.app, origin);
  browser.cookies.set('atrium_session', (await client.token()) ?? '');
  const start = async (provider: WorkspaceProvider) =>
    (await client.call(calls.integrations.startConsent, { provider })).body.redirectUrl;
  /** Goes from the stand-in's consent page back to the callback URL. */
  const answer = async (url: string, form: Record<string, string>): Promise<string> => {
    const { next: page } = await browser.get(url);
    const { next: resume } = await browser.post(page?.href ?? '', form);
    return (await browser.get(resume?.href ?? '')).next?.href ?? '';
  };
  const openCallback = async (address: string) => {
    const { next } = await browser.get(address);
    return `${next?.pathname}${next?.search}`;
  };
  const connect = async (provider: WorkspaceProvider, email = 'grace@work.test') =>
    openCallback(await answer(await start(provider), { email, firstName: 'Grace', verified: 'yes' }));
  const list = async () => (await client.call(calls.integrations.listIntegrations, {})).body.integrations;
  const me = async () => (await client.call(calls.session.getUser, {})).body;
  return { user, client, browser, start, answer, openCallback, connect, list, me };
};

describe.each(providers)('the workspace service %s', (provider) => {
  it('is connected by a consent to read, and the tokens are sealed', async () => {
    const { user, connect, list, me } = await admin();
    expect(await connect(provider)).toBe(`/integrations?provider=${provider}&outcome=connected`);
    expect((await me())[field[provider]]).toEqual(readOnly[provider]);
    expect((await list()).find((one) => one.provider === provider)).toMatchObject({
      available: true,
      connected: { account: 'grace@work.test', scopes: readOnly[provider] },
    });
    const { rows } = await app.db.execute<{ tokens: string }>(
      sql`select tokens from integrations where user_id = ${user.id}`,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]!.tokens.slice(1)).toMatch(/^sealed:/);
    const [opened] = await app.db.select().from(integrations);
    expect(JSON.parse(opened!.tokens)).toMatchObject({ access: expect.any(String), refresh: expect.any(String) });
  });

  it('requests only read access', async () => {
    const { start } = await admin();
    const parameters = new URL(await start(provider)).searchParams;
    const workspace = parameters
      .get('scope')!
      .split(' ')
      .filter((scope) => !/^(openid|email|offline_access)$/.test(scope));
    expect(workspace).toEqual(readOnly[provider]);
    expect(parameters.get('redirect_uri')).toBe(origin + callback[provider]);
    expect(parameters.get('code_challenge_method')).toBe('S256');
  });

  it('is disconnected, and its access ends at the provider', async () => {
    const { client, connect, list, me } = await admin();
    await connect(provider);
    const [{ tokens } = { tokens: '' }] = await app.db
      .select()
      .from(integrations)
      .orderBy(sql`created_date desc`)
      .limit(1);
    const { refresh: lasting } = JSON.parse(tokens) as { refresh: string };
    expect(await refresh(provider, lasting)).toBe(200);
    expect((await client.call(disconnect[provider], {})).status).toBe(200);
    expect((await me())[field[provider]]).toBeUndefined();
    expect((await list()).find((one) => one.provider === provider)?.connected).toBeUndefined();
    expect(await refresh(provider, lasting)).toBe(400);
    expect((await client.call(disconnect[provider], {})).status).toBe(200);
  });

  it('gives way to another account, whose access ends at the provider; that of the same account stays', async () => {
    const { user, browser, connect, list } = await admin();
    const lasting = async () => {
      const [row] = await app.db.select().from(integrations).where(eq(integrations.userId, user.id));
      return (JSON.parse(row!.tokens) as { refresh: string }).refresh;
    };
    await connect(provider, 'first@work.test');
    const first = await lasting();
    // The provider knows the first account by its cookies.
    for (const name of browser.cookies.keys()) if (name !== 'atrium_session') browser.cookies.delete(name);
    await connect(provider, 'second@work.test');
    const second = await lasting();
    expect(await refresh(provider, first)).toBe(400);
    expect(await refresh(provider, second)).toBe(200);
    await connect(provider, 'second@work.test');
    expect(await refresh(provider, await lasting())).toBe(200);
    expect((await list()).find((one) => one.provider === provider)?.connected?.account).toBe('second@work.test');
  });

  it.each(['by the provider', 'in an earlier release, which knew it by its address'])(
    'stays connected if its account was named otherwise %s',
    async (where) => {
      const { user, connect, list } = await admin();
      await connect(provider, 'renamed@work.test');
      const own = eq(integrations.userId, user.id);
      const [row] = await app.db.select().from(integrations).where(own);
      const { owner, ...tokens } = JSON.parse(row!.tokens) as { owner: string };
      const kept = where === 'by the provider' ? { ...tokens, owner } : tokens;
      const sealed = app.services.sealer.seal(JSON.stringify(kept));
      await app.db.update(integrations).set({ account: 'Maiden@work.test', tokens: sealed }).where(own);
      const revoke = vi.spyOn(app.services.consent, 'revoke');
      onTestFinished(() => revoke.mockRestore());
      await connect(provider, 'renamed@work.test');
      expect(revoke).not.toHaveBeenCalled();
      expect((await list()).find((one) => one.provider === provider)?.connected?.account).toBe('renamed@work.test');
    },
  );

  it('is connected again if its tokens were sealed with a key that is gone', async () => {
    const { user, connect, list } = await admin();
    await connect(provider, 'again@work.test');
    const lost = '\u0001sealed:00000000:AAAA';
    await app.db.execute(sql`update integrations set tokens = ${lost} where user_id = ${user.id}`);
    await connect(provider, 'again@work.test');
    expect((await list()).find((one) => one.provider === provider)?.connected?.account).toBe('again@work.test');
    const [row] = await app.db.select().from(integrations).where(eq(integrations.userId, user.id));
    expect(JSON.parse(row!.tokens)).toHaveProperty('refresh');
  });

  it('stays unchanged if the user declines', async () => {
    const { start, answer, openCallback, me } = await admin();
    const back = await answer(await start(provider), { refuse: 'yes', email: '' });
    expect(await openCallback(back)).toBe(`/integrations?provider=${provider}&outcome=refused`);
    expect((await me())[field[provider]]).toBeUndefined();
  });
});

/** The status with which the stand-in answers a token. */
const refresh = async (provider: WorkspaceProvider, token: string): Promise<number> => {
  const { settings, fetch } = app.local.identity!;
  const { issuer, clientId, secret } = settings[provider === 'google' ? 'google' : 'azure']!;
  const body = new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token: token,
    client_id: clientId,
    client_secret: secret as string,
  });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return (await fetch(`${issuer}/token`, { method: 'POST', body, headers })).status;
};

describe('an answer of a workspace service', () => {
  const failed = '/integrations?provider=google&outcome=failed';
  const someone = { email: 'grace@work.test', firstName: 'Grace', verified: 'yes' };

  it('counts once', async () => {
    const { start, answer, openCallback } = await admin();
    const back = await answer(await start('google'), someone);
    expect(await openCallback(back)).toContain('outcome=connected');
    expect(await openCallback(back)).toBe(failed);
  });

  it('with a forged state, or of another provider, is refused', async () => {
    const { start, answer, openCallback, me } = await admin();
    const back = new URL(await answer(await start('google'), someone));
    const forged = new URL(back);
    forged.searchParams.set('state', 'a'.repeat(43));
    expect(await openCallback(forged.href)).toBe(failed);
    const other = new URL(back);
    other.pathname = callback.microsoft;
    expect(await openCallback(other.href)).toContain('outcome=failed');
    expect((await me()).googleScopes).toBeUndefined();
  });

  it('applies to the session of the requesting user only: nobody is connected to a stranger’s account', async () => {
    const [victim, attacker] = [await admin(), await admin()];
    const back = await attacker.answer(await attacker.start('google'), someone);
    expect(await victim.openCallback(back)).toBe(failed);
    expect((await victim.me()).googleScopes).toBeUndefined();
    victim.browser.cookies.clear();
    expect(await victim.openCallback(back)).toBe(failed);
    expect(await attacker.openCallback(back)).toContain('outcome=connected');
  });

  it('comes within ten minutes', async () => {
    const { start, answer, openCallback } = await admin();
    const back = await answer(await start('google'), someone);
    clock += 10 * 60 * 1000;
    expect(await openCallback(back)).toBe(failed);
    await start('google');
    expect(await app.db.select().from(consentAttempts)).toHaveLength(1);
  });

  it('with an invalid code connects nothing', async () => {
    const { start, openCallback, me } = await admin();
    const state = new URL(await start('google')).searchParams.get('state');
    expect(await openCallback(`${callback.google}?code=none&state=${state}`)).toBe(failed);
    expect((await me()).googleScopes).toBeUndefined();
  });
});

describe('workspace services', () => {
  it('are for product admins', async () => {
    const client = app.as(await app.createUser({ premium: true }));
    expect((await client.call(calls.integrations.listIntegrations, {})).status).toBe(403);
    expect((await client.call(calls.integrations.startConsent, { provider: 'google' })).status).toBe(403);
    expect((await client.call(calls.integrations.disconnectGoogle, {})).status).toBe(403);
  });

  it('report that they are not set up', async () => {
    const bare = await createTestApp({ env: { ATRIUM_MAILBOX: 'false' } });
    try {
      const client = bare.as(await bare.createUser({ booktAdmin: true }));
      const { body } = await client.call(calls.integrations.listIntegrations, {});
      expect(body.integrations).toEqual(providers.map((provider) => ({ provider, available: false })));
      expect(await client.call(calls.integrations.startConsent, { provider: 'microsoft' })).toMatchObject({
        status: 400,
        body: { msg: 'Microsoft services are not set up on this installation.' },
      });
    } finally {
      await bare.close();
    }
  });
});

it('ends the access at the providers with the account', async () => {
  const { client, connect } = await admin();
  await connect('google');
  const [row] = await app.db
    .select()
    .from(integrations)
    .orderBy(sql`created_date desc`)
    .limit(1);
  const { refresh: lasting } = JSON.parse(row!.tokens) as { refresh: string };
  expect(await refresh('google', lasting)).toBe(200);
  expect((await client.call(calls.profile.deleteUser, {})).status).toBe(200);
  expect(await refresh('google', lasting)).toBe(400);
});
