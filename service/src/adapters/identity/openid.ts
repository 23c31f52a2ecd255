import { decodeJwt, type JWTPayload, jwtVerify } from 'jose';
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type Configuration,
} from 'openid-client';
import { identityOf, isSubject } from './claims.ts';
import { createDiscovery } from './discovery.ts';
import type { IdentitySettings } from './environment.ts';
import { guarded, refuse } from './faults.ts';
import type { Attempt, IdentityPort, Provider } from '../../ports/identity.ts';

export interface IdentityParts {
  readonly settings: IdentitySettings;
  /** How the service reaches the providers; by default the runtime's own. */
  readonly fetch?: typeof fetch;
  readonly now?: (() => number) | undefined;
}

/** Provider-specific settings that the protocol leaves open. */
interface Profile {
  readonly scope: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** Microsoft accepts PKCE without announcing it; Apple's documents do not mention it. */
  readonly pkce: 'always' | 'announced';
}

const profiles: Readonly<Record<Provider, Profile>> = {
  google: { scope: 'openid email profile', parameters: { prompt: 'select_account' }, pkce: 'always' },
  // Apple sends name and address only in a form that the browser posts.
  apple: { scope: 'openid email name', parameters: { response_mode: 'form_post' }, pkce: 'announced' },
  azure: {
    scope: 'openid email profile',
    parameters: { prompt: 'select_account', client_info: '1' },
    pkce: 'always',
  },
};

/** Seconds that the provider's clock may differ. */
const tolerance = 30;
/** Seconds. An ID token must be used within the lifetime of its sign-in attempt. */
const maxTokenAge = 15 * 60;
const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'];
const tenant = /^[\da-f-]{36}$/;

const usesPkce = (provider: Provider, config: Configuration): boolean =>
  profiles[provider].pkce === 'always' || config.serverMetadata().supportsPKCE();

const challengeOf = async (
  provider: Provider,
  config: Configuration,
  verifier: string,
): Promise<Readonly<Record<string, string>>> =>
  usesPkce(provider, config)
    ? { code_challenge: await calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' }
    : {};

/** Microsoft's issuer for many tenants contains `{tenantid}`, which stands for the tenant of each token. */
const issuerOf = (announced: string, idToken: string): string => {
  if (!announced.includes('{tenantid}')) return announced;
  const { tid } = decodeJwt(idToken);
  return typeof tid === 'string' && tenant.test(tid)
    ? announced.replace('{tenantid}', tid)
    : refuse('The token names no tenant.');
};

/** Whether a token was issued to the client. A token with several audiences must name it as `azp`. */
const isFor = (clientId: string, { aud, azp }: JWTPayload): boolean =>
  azp === undefined ? !Array.isArray(aud) || aud.length < 2 : azp === clientId;

/** Creates the sign-in at the providers in `settings`. */
export const createIdentity = ({ settings, fetch: send = fetch, now = Date.now }: IdentityParts): IdentityPort => {
  const discovery = createDiscovery(settings, send, now);

  const authorizationUrl = async (provider: Provider, { state, nonce, verifier, redirectUri }: Attempt) => {
    const { config } = await discovery.find(provider);
    const { scope, parameters } = profiles[provider];
    const url = buildAuthorizationUrl(config, {
      ...parameters,
      ...(await challengeOf(provider, config, verifier)),
      response_type: 'code',
      scope,
      state,
      nonce,
      redirect_uri: redirectUri,
    });
    return url.href;
  };

  const exchange = async (provider: Provider, code: string, { state, nonce, verifier, redirectUri }: Attempt) => {
    const { config } = await discovery.find(provider);
    const metadata = config.serverMetadata();
    const answer = new URL(redirectUri);
    // `checkIssuer` has checked the issuer of the answer.
    const issuer = metadata.authorization_response_iss_parameter_supported ? { iss: metadata.issuer } : {};
    answer.search = new URLSearchParams({ code, state, ...issuer }).toString();
    const { id_token: idToken } = await authorizationCodeGrant(config, answer, {
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
      ...(usesPkce(provider, config) ? { pkceCodeVerifier: verifier } : {}),
    });
    return idToken ?? refuse('The response contains no ID token.');
  };

  const verify = async (provider: Provider, idToken: string, nonce: string) => {
    const { config, keys, clientId } = await discovery.find(provider);
    const { payload } = await jwtVerify(idToken, keys, {
      algorithms,
      issuer: issuerOf(config.serverMetadata().issuer, idToken),
      audience: clientId,
      requiredClaims: ['sub', 'iat', 'exp', 'nonce'],
      clockTolerance: tolerance,
      maxTokenAge,
      currentDate: new Date(now()),
    });
    if (payload['nonce'] !== nonce) return refuse('The nonce belongs to another sign-in.');
    if (!isFor(clientId, payload)) return refuse('The token was issued to another client.');
    if (!isSubject(payload.sub)) return refuse('The token has no subject.');
    return identityOf(provider, payload);
  };

  const checkIssuer = async (provider: Provider, issuer: string | undefined) => {
    const metadata = (await discovery.find(provider)).config.serverMetadata();
    const announced = metadata.authorization_response_iss_parameter_supported === true;
    if (issuer === undefined ? announced : issuer !== metadata.issuer)
      refuse('The response comes from another issuer.');
  };

  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the settings are an object literal
    providers: (Object.keys(settings) as Provider[]).filter((provider) => settings[provider] !== undefined),
    authorizationUrl: (provider, attempt) => guarded(() => authorizationUrl(provider, attempt)),
    checkIssuer: (provider, issuer) => guarded(() => checkIssuer(provider, issuer)),
    exchange: (provider, code, attempt) => guarded(() => exchange(provider, code, attempt)),
    verify: (provider, idToken, nonce) => guarded(() => verify(provider, idToken, nonce)),
  };
};
