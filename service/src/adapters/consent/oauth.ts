import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type Configuration,
  tokenRevocation,
} from 'openid-client';
import { configurationOf } from '../identity/discovery.ts';
import type { IdentitySettings } from '../identity/environment.ts';
import { ConsentError, type ConsentFault, type ConsentPort, type WorkspaceProvider } from '../../ports/consent.ts';
import { consentProfiles } from '../../ports/consent-profiles.ts';

export interface ConsentParts {
  readonly settings: IdentitySettings;
  /** How the service reaches the providers; by default the runtime's own. */
  readonly fetch?: typeof fetch;
}

const guarded = async <T>(fault: ConsentFault, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ConsentError) throw error;
    throw new ConsentError(error instanceof TypeError ? 'unavailable' : fault, error);
  }
};

/** The requested scopes that were granted. A provider that names none has granted all (RFC 6749, 5.1). */
const grantedOf = (requested: readonly string[], answered: string | undefined): string[] => {
  const known = new Set((answered ?? requested.join(' ')).split(' ').map((scope) => scope.toLowerCase()));
  // Microsoft prefixes some scopes with the URL of its API.
  return requested.filter((scope) =>
    [scope, `https://graph.microsoft.com/${scope}`].some((one) => known.has(one.toLowerCase())),
  );
};

/** Consents at the providers in `settings`. Their metadata is requested each time, because consents are rare. */
export const createConsent = ({ settings, fetch: send = fetch }: ConsentParts): ConsentPort => {
  const discover = (provider: WorkspaceProvider): Promise<Configuration> =>
    guarded('unavailable', async () => {
      const own = settings[consentProfiles[provider].identity];
      if (!own) throw new ConsentError('refused', new Error(`${provider} is not set up.`));
      return configurationOf(own, send);
    });

  const authorizationUrl: ConsentPort['authorizationUrl'] = async (provider, attempt) => {
    const { scopes, protocol, parameters } = consentProfiles[provider];
    const config = await discover(provider);
    const url = buildAuthorizationUrl(config, {
      ...parameters,
      response_type: 'code',
      scope: [...protocol, ...scopes].join(' '),
      state: attempt.state,
      nonce: attempt.nonce,
      redirect_uri: attempt.redirectUri,
      code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
    });
    return url.href;
  };

  const exchange: ConsentPort['exchange'] = async (provider, query, { state, nonce, verifier, redirectUri }) => {
    const config = await discover(provider);
    const answer = new URL(redirectUri);
    answer.search = query.toString();
    const tokens = await authorizationCodeGrant(config, answer, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const scopes = grantedOf(consentProfiles[provider].scopes, tokens.scope);
    if (scopes.length === 0) throw new ConsentError('refused', new Error('No access was granted.'));
    const claims = tokens.claims();
    const account = claims?.['email'] ?? claims?.['preferred_username'];
    return {
      account: typeof account === 'string' ? account.slice(0, 254) : undefined,
      owner: claims && `${claims.iss} ${claims.sub}`,
      scopes,
      tokens: { access: tokens.access_token, refresh: tokens.refresh_token },
    };
  };

  const revoke: ConsentPort['revoke'] = async (provider, { access, refresh }) => {
    const config = await discover(provider);
    if (config.serverMetadata().revocation_endpoint === undefined) return;
    // Revoking the refresh token also ends its access tokens.
    await tokenRevocation(config, refresh ?? access);
  };

  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the profiles are an object literal
    providers: (Object.keys(consentProfiles) as WorkspaceProvider[]).filter(
      (provider) => settings[consentProfiles[provider].identity] !== undefined,
    ),
    authorizationUrl: (provider, attempt) => guarded('refused', () => authorizationUrl(provider, attempt)),
    exchange: (provider, query, attempt) => guarded('refused', () => exchange(provider, query, attempt)),
    revoke: (provider, tokens) => guarded('unavailable', () => revoke(provider, tokens)),
  };
};
