import { randomBytes } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { identityProviders } from '@atrium/shared-kernel/contracts/constants';
import type { InjectOptions } from 'light-my-request';
import type { Provider as OpenIdProvider } from 'oidc-provider';
import { consentProfiles } from '../../ports/consent-profiles.ts';
import type { IdentitySettings } from '../../adapters/identity/environment.ts';
import type { Provider } from '../../ports/identity.ts';
import type { Person } from './persons.ts';
import { savePerson, startProvider } from './start-provider.ts';

export const standInPath = (provider: Provider): string => `/local/identity/${provider}`;

/** The local stand-in for the three identity providers: one OpenID provider each, started when it is first needed. */
export interface StandIn {
  readonly settings: IdentitySettings;
  /** How the service itself reaches it: within the process, so that no port or host name is needed. */
  readonly fetch: typeof fetch;
  /** Answers a request of a browser below the provider's path. */
  handle(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** The scopes of the sign-in that is pending in this browser; undefined if there is none. */
  pendingScopes(
    provider: Provider,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<readonly string[] | undefined>;
  /** Completes that sign-in as `person`, or declines it if undefined. Returns the URL to redirect the browser to. */
  finish(
    provider: Provider,
    request: IncomingMessage,
    response: ServerResponse,
    person: Person | undefined,
  ): Promise<string>;
}

const secrets = () => ({ clientId: 'atrium-local', secret: randomBytes(24).toString('base64url') });

/** The request as the provider would see it at its own origin, without the path at which it is mounted. */
const ownView = (origin: string, provider: Provider, request: IncomingMessage): IncomingMessage => {
  const { host, protocol } = new URL(origin);
  const url = request.url ?? '/';
  const headers = { ...request.headers, host, 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) };
  request.headers = headers;
  return Object.assign(request, { originalUrl: url, url: url.slice(standInPath(provider).length) || '/' });
};

/** Passes a request to a handler without a network, and returns its answer. */
const injected = async (
  url: URL,
  { method = 'GET', headers, body }: RequestInit,
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<Response> => {
  const { inject } = await import('light-my-request');
  const options: InjectOptions = {
    method,
    url: url.pathname + url.search,
    headers: Object.fromEntries(new Headers(headers)),
    ...(body instanceof URLSearchParams || typeof body === 'string' ? { payload: String(body) } : {}),
  };
  const answer = await inject((request, response) => {
    handle(request, response).catch((error: unknown) =>
      response.destroy(error instanceof Error ? error : new Error(String(error))),
    );
  }, options);
  const pairs = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as [string, string]);
  return new Response(answer.payload, { status: answer.statusCode, headers: pairs });
};

/** Creates the stand-in for identity providers at the first of `origins`. */
export const createStandIn = (origins: readonly [string, ...string[]]): StandIn => {
  const issuerOf = (provider: Provider) => origins[0] + standInPath(provider);
  const settings = Object.fromEntries(
    identityProviders.map((provider) => [provider, { ...secrets(), issuer: issuerOf(provider) }]),
  );
  const persons = new Map<string, Person>();
  const started = new Map<Provider, Promise<OpenIdProvider>>();

  const startedOf = (provider: Provider): Promise<OpenIdProvider> => {
    const known = started.get(provider);
    if (known) return known;
    const { clientId = '', secret = '' } = settings[provider] ?? {};
    const consents = Object.values(consentProfiles).filter(({ identity }) => identity === provider);
    const callbacks = [`/auth/${provider}/callback`, ...consents.map(({ callback }) => callback)];
    const redirectUris = origins.flatMap((origin) => callbacks.map((callback) => `${origin}/api${callback}`));
    const scopes = consents.flatMap((consent) => consent.scopes);
    const client = { clientId, secret, redirectUris };
    const starting = startProvider(provider, issuerOf(provider), { ...client, scopes }, persons);
    started.set(provider, starting);
    return starting;
  };

  const handle: StandIn['handle'] = async (provider, request, response) => {
    const listener = (await startedOf(provider)).callback() as RequestListener;
    listener(ownView(origins[0], provider, request), response);
  };

  const send = async (input: URL | RequestInfo, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input);
    const provider = identityProviders.find((name) => url.href.startsWith(`${issuerOf(name)}/`));
    if (!provider) throw new TypeError(`The stand-in does not implement ${url.href}.`);
    return injected(url, init, (request, response) => handle(provider, request, response));
  };

  return {
    settings,
    fetch: send,
    handle,
    pendingScopes: async (provider, request, response) => {
      const details = (await startedOf(provider)).interactionDetails(request, response);
      return details.then(
        ({ params: { scope } }) => (typeof scope === 'string' ? scope.split(' ') : []),
        () => undefined,
      );
    },
    finish: async (provider, request, response, person) => {
      const running = await startedOf(provider);
      if (!person)
        return running.interactionResult(request, response, {
          error: 'access_denied',
          error_description: 'The user declined to sign in.',
        });
      const accountId = savePerson(persons, provider, person);
      return running.interactionResult(request, response, {
        login: { accountId, remember: false },
        select_account: {},
        consent: {},
      });
    },
  };
};
