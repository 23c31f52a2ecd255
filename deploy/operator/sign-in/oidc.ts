import { randomBytes } from 'node:crypto';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client';
import { isLoopback } from '@atrium/shared-kernel/contracts/hosts';
import { SignInRefusal } from './product.ts';

export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The provider's name, for the button. */
  readonly name: string;
}

/**
 * Reads ATRIUM_OPERATOR_OIDC_ISSUER, _CLIENT_ID, _CLIENT_SECRET and _NAME; undefined without the first. Throws a
 * sentence.
 */
export const oidcIn = (env: NodeJS.ProcessEnv): OidcSettings | undefined => {
  const of = (name: string) => env[`ATRIUM_OPERATOR_OIDC_${name}`];
  const [issuer, clientId, clientSecret] = [of('ISSUER'), of('CLIENT_ID'), of('CLIENT_SECRET')];
  if (!issuer) return undefined;
  if (!clientId || !clientSecret)
    throw new Error('ATRIUM_OPERATOR_OIDC_ISSUER needs ATRIUM_OPERATOR_OIDC_CLIENT_ID and …_CLIENT_SECRET.');
  return { issuer, clientId, clientSecret, name: of('NAME') ?? new URL(issuer).hostname };
};

interface Attempt {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly next: string;
  readonly until: number;
}

const secret = () => randomBytes(32).toString('base64url');
/** Milliseconds that a user has to finish the sign-in on the provider’s page. */
const attemptLife = 10 * 60_000;
const most = 1000;
/** Seconds after which the provider has to authenticate the user again. */
const fresh = 15 * 60;

/**
 * Sign-in at a company’s own provider with OpenID Connect: code flow with PKCE, state and nonce, bound to one browser.
 */
export const createOidc = (settings: OidcSettings, origin: string, now: () => number = Date.now) => {
  const attempts = new Map<string, Attempt>();
  const redirectUri = `${origin}/sign-in/oidc/callback`;
  let known: Promise<Configuration> | undefined;
  const configuration = (): Promise<Configuration> => {
    const issuer = new URL(settings.issuer);
    const insecure = issuer.protocol === 'http:' && isLoopback(issuer.hostname) ? [allowInsecureRequests] : [];
    known ??= discovery(issuer, settings.clientId, settings.clientSecret, undefined, {
      // Verifies the signature of the ID token, although it arrives over a direct connection to the provider.
      execute: [enableNonRepudiationChecks, ...insecure],
      timeout: 5,
    }).catch((error: unknown) => {
      known = undefined;
      throw new SignInRefusal('unavailable', { cause: error });
    });
    return known;
  };
  return {
    name: settings.name,
    /** The URL of the provider’s page, and the value of the cookie that binds the attempt to the browser. */
    async start(next: string): Promise<{ readonly url: string; readonly cookie: string }> {
      const config = await configuration();
      for (const [key, { until }] of attempts) if (until <= now() || attempts.size >= most) attempts.delete(key);
      const attempt = { state: secret(), nonce: secret(), verifier: secret(), next, until: now() + attemptLife };
      const cookie = secret();
      attempts.set(cookie, attempt);
      const url = buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid email',
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
        max_age: String(fresh),
      });
      return { url: url.href, cookie };
    },
    /** The user who returned from the provider. Each attempt works only once. */
    async finish(url: string, cookie: string | undefined) {
      const attempt = cookie === undefined ? undefined : attempts.get(cookie);
      if (cookie !== undefined) attempts.delete(cookie);
      if (!attempt || attempt.until <= now()) throw new SignInRefusal('wrong');
      const config = await configuration();
      try {
        const tokens = await authorizationCodeGrant(config, new URL(url, origin), {
          expectedState: attempt.state,
          expectedNonce: attempt.nonce,
          pkceCodeVerifier: attempt.verifier,
          idTokenExpected: true,
          maxAge: fresh,
        });
        const subject = tokens.claims()?.sub;
        if (subject === undefined) throw new SignInRefusal('wrong');
        return { identity: `oidc:${subject}`, next: attempt.next };
      } catch (error) {
        throw new SignInRefusal('wrong', { cause: error });
      }
    },
  };
};
export type Oidc = ReturnType<typeof createOidc>;
