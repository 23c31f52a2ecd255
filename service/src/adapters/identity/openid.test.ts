import { decodeProtectedHeader, exportPKCS8, generateKeyPair, jwtVerify, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clientId, clientSecret, startIssuer, type TestIssuer } from '../../testing/issuer.ts';
import { createIdentity } from './openid.ts';
import { type Attempt, IdentityError, type Provider } from '../../ports/identity.ts';

let issuer: TestIssuer;
beforeAll(async () => {
  issuer = await startIssuer();
});
beforeEach(() => {
  Object.assign(issuer, { claims: {}, forge: undefined, status: undefined, metadata: {} });
  issuer.requests.length = 0;
  issuer.exchanges.length = 0;
});
afterAll(() => issuer.close());

const nonce = 'nonce-of-this-attempt';
const attempt: Attempt = {
  state: 'state-of-this-attempt',
  nonce,
  verifier: 'v'.repeat(43),
  redirectUri: 'http://atrium.test/api/auth/google/callback',
};
const port = (provider: Provider = 'google', now?: () => number) =>
  createIdentity({ settings: { [provider]: { clientId, secret: clientSecret, issuer: issuer.url } }, now });
const faultOf = async (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof IdentityError ? error.fault : `${String(error)}, which is no IdentityError`),
  );

describe('an ID token', () => {
  const seconds = () => Math.floor(Date.now() / 1000);
  const claims = { email: 'ada@example.test', email_verified: true, given_name: 'Ada', family_name: 'Lovelace', nonce };

  it('identifies a user', async () => {
    expect(await port().verify('google', await issuer.token(claims), nonce)).toEqual({
      issuer: issuer.url,
      subject: 'subject-1',
      email: 'ada@example.test',
      emailVerified: true,
      firstName: 'Ada',
      lastName: 'Lovelace',
    });
  });

  it.each([
    ['for another audience', { aud: 'another-client' }],
    ['for several audiences, issued to nobody in particular', { aud: [clientId, 'another-client'] }],
    ['issued to another client', { aud: [clientId, 'another-client'], azp: 'another-client' }],
    ['of another issuer', { iss: 'https://evil.test' }],
    ['without an issuer', { iss: undefined }],
    ['that has expired', { exp: seconds() - 60 }],
    ['that never expires', { exp: undefined }],
    ['of long ago', { iat: seconds() - 3600 }],
    ['that is not valid yet', { nbf: seconds() + 600 }],
    ['with the nonce of another sign-in', { nonce: 'another' }],
    ['without a nonce', { nonce: undefined }],
    ['without a subject', { sub: undefined }],
    ['with a subject that is none', { sub: 'one\u0000two' }],
  ])('%s is refused', async (_name, change) => {
    const token = await issuer.token({ ...claims, ...change });
    expect(await faultOf(port().verify('google', token, nonce))).toBe('refused');
  });

  it('with a forged signature is refused, whatever its header says', async () => {
    const right = { iss: issuer.url, aud: clientId, sub: 's', nonce, iat: seconds(), exp: seconds() + 60 };
    const { privateKey } = await generateKeyPair('RS256');
    const secret = new TextEncoder().encode(clientSecret);
    const changed = (await issuer.token(claims)).replace(
      /\.[^.]+\./,
      `.${btoa(JSON.stringify(right)).replaceAll('=', '')}.`,
    );
    const forged = [
      await new SignJWT(right).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(privateKey),
      await new SignJWT(right).setProtectedHeader({ alg: 'RS256', kid: 'two' }).sign(privateKey),
      await new SignJWT(right).setProtectedHeader({ alg: 'HS256', kid: 'one' }).sign(secret),
      new UnsecuredJWT(right).encode(),
      changed,
      'no token',
      '',
    ];
    const identity = port();
    for (const token of forged) expect(await faultOf(identity.verify('google', token, nonce))).toBe('refused');
  });

  it('of Microsoft’s many tenants is of the tenant that it names', async () => {
    const base = 'https://login.microsoftonline.com';
    issuer.metadata = { issuer: `${base}/{tenantid}/v2.0` };
    const identity = createIdentity({
      settings: { azure: { clientId, secret: clientSecret, issuer: `${base}/common/v2.0` } },
      fetch: (input, init) => {
        const url = input instanceof Request ? input.url : input.toString();
        return fetch(url.startsWith(base) ? `${issuer.url}/.well-known/openid-configuration` : url, init);
      },
    });
    const tid = '11111111-2222-3333-4444-555555555555';
    const token = (change: object) => issuer.token({ ...claims, tid, iss: `${base}/${tid}/v2.0`, ...change });
    expect((await identity.verify('azure', await token({}), nonce)).issuer).toBe(`${base}/${tid}/v2.0`);
    const other = '99999999-2222-3333-4444-555555555555';
    const literal = { tid: '{tenantid}', iss: `${base}/{tenantid}/v2.0` };
    for (const change of [{ tid: other }, { tid: undefined }, literal])
      expect(await faultOf(identity.verify('azure', await token(change), nonce))).toBe('refused');
  });

  it('of Microsoft does not verify an address by containing it', async () => {
    const { emailVerified, email } = await port('azure').verify(
      'azure',
      await issuer.token({ nonce, email: 'ada@example.test', preferred_username: 'ada@example.test' }),
      nonce,
    );
    expect({ email, emailVerified }).toEqual({ email: 'ada@example.test', emailVerified: false });
  });
});

describe('the redirect to the provider', () => {
  it('carries state, nonce and the challenge of PKCE', async () => {
    const url = new URL(await port().authorizationUrl('google', attempt));
    expect(url.origin + url.pathname).toBe(`${issuer.url}/authorize`);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: attempt.redirectUri,
      scope: 'openid email profile',
      state: attempt.state,
      nonce,
      code_challenge_method: 'S256',
    });
    expect(url.searchParams.get('code_challenge')).not.toContain(attempt.verifier);
  });

  it('uses PKCE at Apple only if Apple announces it, and requests a form post', async () => {
    const url = new URL(await port('apple').authorizationUrl('apple', attempt));
    expect(url.searchParams.get('code_challenge')).toBeNull();
    expect(url.searchParams.get('response_mode')).toBe('form_post');
    issuer.metadata = { code_challenge_methods_supported: ['S256'] };
    const announced = new URL(await port('apple').authorizationUrl('apple', attempt));
    expect(announced.searchParams.get('code_challenge_method')).toBe('S256');
  });
});

describe('a code', () => {
  it('is exchanged with the secret and the verifier', async () => {
    issuer.claims = { nonce };
    expect(await port().exchange('google', 'right-code', attempt)).toMatch(/^ey/);
    expect(Object.fromEntries(issuer.exchanges[0] ?? [])).toMatchObject({
      grant_type: 'authorization_code',
      redirect_uri: attempt.redirectUri,
      code_verifier: attempt.verifier,
      client_id: clientId,
      client_secret: clientSecret,
    });
  });

  it('is exchanged at Apple with a secret that its key has signed for five minutes', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    const key = { teamId: 'TEAM', keyId: 'KEY', privateKey: await exportPKCS8(privateKey) };
    const identity = createIdentity({ settings: { apple: { clientId, secret: key, issuer: issuer.url } } });
    issuer.claims = { nonce };
    await identity.exchange('apple', 'right-code', attempt);
    const secret = issuer.exchanges[0]?.get('client_secret') ?? '';
    expect(decodeProtectedHeader(secret)).toEqual({ alg: 'ES256', kid: 'KEY' });
    const { payload } = await jwtVerify(secret, publicKey, { issuer: 'TEAM', subject: clientId, audience: issuer.url });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300);
  });

  it('that is invalid, or contains the token of another sign-in, is refused', async () => {
    expect(await faultOf(port().exchange('google', 'wrong-code', attempt))).toBe('refused');
    issuer.claims = { nonce: 'another' };
    expect(await faultOf(port().exchange('google', 'right-code', attempt))).toBe('refused');
  });

  it('is accepted only from the expected issuer, if it names its issuer', async () => {
    expect(await faultOf(port().checkIssuer('google', 'https://evil.test'))).toBe('refused');
    expect(await faultOf(port().checkIssuer('google', undefined))).toBe('none');
    issuer.metadata = { authorization_response_iss_parameter_supported: true };
    const identity = port();
    expect(await faultOf(identity.checkIssuer('google', undefined))).toBe('refused');
    expect(await faultOf(identity.checkIssuer('google', issuer.url))).toBe('none');
    issuer.claims = { nonce };
    expect(await identity.exchange('google', 'right-code', attempt)).toMatch(/^ey/);
  });
});

describe('the metadata of a provider', () => {
  it('is fetched at the first sign-in, once, and again after a day', async () => {
    let time = Date.now();
    const identity = port('google', () => time);
    expect(issuer.requests).toEqual([]);
    await Promise.all([identity.authorizationUrl('google', attempt), identity.authorizationUrl('google', attempt)]);
    await identity.authorizationUrl('google', attempt);
    expect(issuer.requests).toEqual(['/.well-known/openid-configuration']);
    time += 25 * 60 * 60 * 1000;
    await identity.authorizationUrl('google', attempt);
    expect(issuer.requests).toHaveLength(2);
  });

  it('is missing while it is down, and is fetched again by the next sign-in', async () => {
    const identity = port();
    issuer.status = 503;
    expect(await faultOf(identity.authorizationUrl('google', attempt))).toBe('unavailable');
    issuer.status = undefined;
    expect(await faultOf(identity.authorizationUrl('google', attempt))).toBe('none');
    issuer.status = 503;
    expect(await faultOf(identity.exchange('google', 'right-code', attempt))).toBe('unavailable');
    expect(await faultOf(identity.verify('google', await issuer.token({ nonce }), nonce))).toBe('unavailable');
  });

  it('is missing if nothing listens at its address', async () => {
    const gone = await startIssuer();
    await gone.close();
    const identity = createIdentity({ settings: { google: { clientId, secret: clientSecret, issuer: gone.url } } });
    expect(await faultOf(identity.authorizationUrl('google', attempt))).toBe('unavailable');
  });
});
