import { createRemoteJWKSet, customFetch as jwksFetch, decodeJwt, errors, jwtVerify, type JWTVerifyGetKey } from 'jose';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientError,
  type Configuration,
  type CustomFetch,
  customFetch,
  discovery,
} from 'openid-client';
import { identityOf, isSubject } from './claims.ts';
import { clientAuthOf } from './client-secret.ts';
import type { IdentitySettings } from './environment.ts';
import {
  type Attempt,
  IdentityError,
  type IdentityFault,
  type IdentityPort,
  type Provider,
} from '../../ports/identity.ts';
import { profiles } from './profiles.ts';

export interface IdentityParts {
  readonly settings: IdentitySettings;
  /** How the service reaches the providers; the runtime's own unless told. */
  readonly fetch?: typeof fetch;
  readonly now?: (() => number) | undefined;
}

/** Seconds that a provider has for an answer. */
const patience = 5;
/** What a provider says of itself is asked anew after this time. */
const metadataAge = 24 * 60 * 60 * 1000;
const tolerance = 30;
/** An ID token is used within the life of its attempt. */
const oldest = 15 * 60;
const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'];
const tenant = /^[\da-f-]{36}$/;

interface Known {
  readonly config: Configuration;
  readonly keys: JWTVerifyGetKey;
}

/** Codes of a provider that does not answer, or not as one. */
const unanswered = ['ERR_JWKS_TIMEOUT', 'ERR_JOSE_GENERIC', 'OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM'];

/** Tells a fault of the network, or of a provider that is not itself, from what is wrong with a code or a token. */
const faultOf = (error: unknown): IdentityFault => {
  if (error instanceof errors.JOSEError || error instanceof ClientError)
    return unanswered.includes(error.code ?? '') || error.cause instanceof TypeError ? 'unavailable' : 'refused';
  return error instanceof TypeError ? 'unavailable' : 'refused';
};

const guarded = async <T>(work: () => Promise<T>, fault?: IdentityFault): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof IdentityError) throw error;
    throw new IdentityError(fault ?? faultOf(error), error);
  }
};

const refuse = (why: string): never => {
  throw new IdentityError('refused', new Error(why));
};

const usesPkce = (provider: Provider, config: Configuration): boolean =>
  profiles[provider].pkce === 'always' || config.serverMetadata().supportsPKCE();

/** Microsoft's issuer for many tenants names the tenant of each token in the place of `{tenantid}`. */
const issuerOf = (announced: string, idToken: string): string => {
  if (!announced.includes('{tenantid}')) return announced;
  const { tid } = decodeJwt(idToken);
  return typeof tid === 'string' && tenant.test(tid)
    ? announced.replace('{tenantid}', tid)
    : refuse('The token is of no tenant.');
};

/** Sign-in at the providers of `settings`. What they say of themselves is asked when it is first needed, and kept. */
export const createIdentity = ({ settings, fetch: send = fetch, now = Date.now }: IdentityParts): IdentityPort => {
  const known = new Map<Provider, { found: Promise<Known>; until: number }>();

  const settingsOf = (provider: Provider) => settings[provider] ?? refuse(`${provider} is not set up.`);

  const discover = async (provider: Provider): Promise<Known> => {
    const own = settingsOf(provider);
    const issuer = new URL(own.issuer);
    const config = await discovery(issuer, own.clientId, undefined, clientAuthOf(own), {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library declares its own, narrower fetch
      [customFetch]: send as CustomFetch,
      timeout: patience,
      execute: issuer.protocol === 'http:' ? [allowInsecureRequests] : [],
    });
    const { jwks_uri: keysAt } = config.serverMetadata();
    if (keysAt === undefined) return refuse(`${own.issuer} has no keys.`);
    const keys = createRemoteJWKSet(new URL(keysAt), { [jwksFetch]: send, timeoutDuration: patience * 1000 });
    return { config, keys };
  };

  const knownOf = (provider: Provider): Promise<Known> => {
    const kept = known.get(provider);
    if (kept && kept.until > now()) return kept.found;
    const found = guarded(() => discover(provider), 'unavailable');
    const entry = { found, until: now() + metadataAge };
    known.set(provider, entry);
    // The next sign-in asks again.
    found.catch(() => known.get(provider) === entry && known.delete(provider));
    return found;
  };

  const authorizationUrl = async (provider: Provider, { state, nonce, verifier, redirectUri }: Attempt) => {
    const { config } = await knownOf(provider);
    const { scope, parameters } = profiles[provider];
    const pkce: Record<string, string> = usesPkce(provider, config)
      ? { code_challenge: await calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' }
      : {};
    const url = buildAuthorizationUrl(config, {
      ...parameters,
      ...pkce,
      response_type: 'code',
      scope,
      state,
      nonce,
      redirect_uri: redirectUri,
    });
    return url.href;
  };

  const exchange = async (provider: Provider, code: string, { state, nonce, verifier, redirectUri }: Attempt) => {
    const { config } = await knownOf(provider);
    const metadata = config.serverMetadata();
    const answer = new URL(redirectUri);
    answer.search = new URLSearchParams({ code, state }).toString();
    // `checkIssuer` has compared what came with the answer.
    if (metadata.authorization_response_iss_parameter_supported) answer.searchParams.set('iss', metadata.issuer);
    const { id_token: idToken } = await authorizationCodeGrant(config, answer, {
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
      ...(usesPkce(provider, config) ? { pkceCodeVerifier: verifier } : {}),
    });
    return idToken ?? refuse('The answer carries no ID token.');
  };

  const verify = async (provider: Provider, idToken: string, nonce: string) => {
    const { config, keys } = await knownOf(provider);
    const { clientId } = settingsOf(provider);
    const { payload } = await jwtVerify(idToken, keys, {
      algorithms,
      issuer: issuerOf(config.serverMetadata().issuer, idToken),
      audience: clientId,
      requiredClaims: ['sub', 'iat', 'exp', 'nonce'],
      clockTolerance: tolerance,
      maxTokenAge: oldest,
      currentDate: new Date(now()),
    });
    if (payload['nonce'] !== nonce) return refuse('The nonce is that of another sign-in.');
    const { azp } = payload;
    if (azp === undefined ? Array.isArray(payload.aud) && payload.aud.length > 1 : azp !== clientId)
      return refuse('The token was issued to another client.');
    if (!isSubject(payload.sub)) return refuse('The subject is none.');
    return identityOf(provider, payload);
  };

  const checkIssuer = async (provider: Provider, issuer: string | undefined) => {
    const metadata = (await knownOf(provider)).config.serverMetadata();
    const announced = metadata.authorization_response_iss_parameter_supported === true;
    if (issuer === undefined ? announced : issuer !== metadata.issuer) refuse('Another issuer has answered.');
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
