import { createRemoteJWKSet, customFetch as jwksFetch, type JWTVerifyGetKey } from 'jose';
import { allowInsecureRequests, type Configuration, type CustomFetch, customFetch, discovery } from 'openid-client';
import type { Provider } from '../../ports/identity.ts';
import { clientAuthOf } from './client-secret.ts';
import type { IdentitySettings } from './environment.ts';
import { guarded, refuse } from './faults.ts';

/** Seconds to wait for a provider's answer. */
const timeout = 5;
const metadataAge = 24 * 60 * 60 * 1000;

type Client = NonNullable<IdentitySettings[Provider]>;

interface Found {
  readonly clientId: string;
  readonly config: Configuration;
  readonly keys: JWTVerifyGetKey;
}

/** Requests the provider's metadata from its issuer. */
export const configurationOf = (own: Client, send: typeof fetch): Promise<Configuration> => {
  const issuer = new URL(own.issuer);
  return discovery(issuer, own.clientId, undefined, clientAuthOf(own), {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library declares its own, narrower fetch
    [customFetch]: send as CustomFetch,
    timeout,
    execute: issuer.protocol === 'http:' ? [allowInsecureRequests] : [],
  });
};

/**
 * The metadata and keys of providers, by OpenID Connect Discovery: requested when first needed, and cached for a day.
 */
export const createDiscovery = (settings: IdentitySettings, send: typeof fetch, now: () => number) => {
  const cache = new Map<Provider, { found: Promise<Found>; until: number }>();

  const discover = async (provider: Provider): Promise<Found> => {
    const own = settings[provider] ?? refuse(`${provider} is not set up.`);
    const config = await configurationOf(own, send);
    const { jwks_uri: keysUrl } = config.serverMetadata();
    if (keysUrl === undefined) return refuse(`${own.issuer} has no keys.`);
    const keys = createRemoteJWKSet(new URL(keysUrl), { [jwksFetch]: send, timeoutDuration: timeout * 1000 });
    return { clientId: own.clientId, config, keys };
  };

  return {
    find(provider: Provider): Promise<Found> {
      const cached = cache.get(provider);
      if (cached && cached.until > now()) return cached.found;
      const found = guarded(() => discover(provider), 'unavailable');
      const entry = { found, until: now() + metadataAge };
      cache.set(provider, entry);
      // A failure is not cached: the next sign-in tries again.
      found.catch(() => cache.get(provider) === entry && cache.delete(provider));
      return found;
    },
  };
};
