import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair } from 'jose';
import type { ClientMetadata, KoaContextWithOIDC, Provider as OpenIdProvider } from 'oidc-provider';
import type { Provider } from '../../ports/identity.ts';
import { html } from '../html.ts';
import { claimsOf, extrasOf, type Person, subjectOf } from './persons.ts';
import { createStore } from './store.ts';
import { endedTexts } from './person-view.ts';

interface Client {
  readonly clientId: string;
  readonly secret: string;
  readonly redirectUris: string[];
  /** The scopes that may be read with the user's consent. */
  readonly scopes: readonly string[];
}

const minutes = (count: number) => count * 60;
const ttl = {
  AccessToken: minutes(10),
  AuthorizationCode: minutes(5),
  Grant: minutes(30),
  IdToken: minutes(10),
  RefreshToken: minutes(24 * 60),
  Interaction: minutes(30),
  Session: minutes(30),
};

/** Saves who signs in for the ID token, and returns the subject. */
export const savePerson = (persons: Map<string, Person>, provider: Provider, person: Person): string => {
  const subject = subjectOf(provider, person.email);
  persons.set(subject, person);
  return subject;
};

/** Grants everything in the requested scope, because the user has agreed on the stand-in's only page. */
const grantAll = async (ctx: KoaContextWithOIDC) => {
  const { oidc } = ctx;
  const { accountId } = oidc.session ?? {};
  const clientId = oidc.client?.clientId;
  if (accountId === undefined || clientId === undefined) return undefined;
  const grant = new oidc.provider.Grant({ accountId, clientId });
  const scope = oidc.params?.['scope'];
  grant.addOIDCScope(typeof scope === 'string' ? scope : 'openid');
  await grant.save();
  return grant;
};

const renderError = (ctx: KoaContextWithOIDC): void => {
  ctx.type = 'html';
  ctx.body = html`<!doctype html>
    <html lang="en">
      <head>
        <title>${endedTexts.title}</title>
        <link rel="stylesheet" href="/local/style.css" />
      </head>
      <body>
        <main class="narrow">
          <section class="card">
            <h1>${endedTexts.title}</h1>
            <p class="muted">${endedTexts.text}</p>
            <a class="button primary" href="/auth/login">Back to login</a>
          </section>
        </main>
      </body>
    </html>`.text;
};

/** The product, as the library registers it. */
const metadataOf = ({ clientId, secret, redirectUris }: Client): ClientMetadata => ({
  client_id: clientId,
  client_secret: secret,
  redirect_uris: redirectUris,
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'client_secret_post',
});

/**
 * Starts npm's `oidc-provider`, which is certified, as one of the three providers. Only this function loads the
 * library.
 */
export const startProvider = async (
  name: Provider,
  issuer: string,
  client: Client,
  persons: ReadonlyMap<string, Person>,
): Promise<OpenIdProvider> => {
  const { scopes } = client;
  const { interactionPolicy, Provider } = await import('oidc-provider');
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }));
  const greeted = new Set<string>();
  const mount = new URL(issuer).pathname;

  const provider = new Provider(issuer, {
    adapter: createStore(),
    jwks: { keys: [{ ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256', kid: `${name}-1` }] },
    clients: [metadataOf(client)],
    scopes: ['openid', 'email', 'profile', 'name', 'offline_access', ...scopes],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified', 'preferred_username', 'xms_edov'],
      profile: ['name', 'given_name', 'family_name'],
    },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    cookies: {
      keys: [randomBytes(24).toString('base64url')],
      names: { session: `${name}_session`, interaction: `${name}_interaction`, resume: `${name}_resume` },
      long: { path: mount, httpOnly: true, sameSite: 'lax' },
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      revocation: { enabled: true, allowedPolicy: async () => true },
    },
    // Only a consent to read data needs a refresh token; a sign-in does not.
    issueRefreshToken: async (_ctx, _client, code) => scopes.some((scope) => code.scopes.has(scope)),
    interactions: { policy, url: (_ctx, { uid }) => `${mount}/person/${uid}` },
    findAccount: (_ctx, subject) => {
      const person = persons.get(subject);
      return person && { accountId: subject, claims: async () => ({ sub: subject, ...claimsOf(name, person) }) };
    },
    loadExistingGrant: grantAll,
    renderError,
    ttl,
  });
  provider.proxy = true;
  provider.on('authorization.success', (ctx, answer) => {
    const subject = ctx.oidc.session?.accountId ?? '';
    const person = persons.get(subject);
    if (!person || !answer) return;
    Object.assign(answer, extrasOf(name, person, !greeted.has(subject)));
    greeted.add(subject);
  });
  // Drops the provider's session, so that users choose who they are each time.
  provider.use(async (ctx, next) => {
    if (ctx.path === '/auth') delete ctx.req.headers.cookie;
    await next();
  });
  return provider;
};
