import { importPKCS8, SignJWT } from 'jose';
import * as z from 'zod';
import type { ServiceAccount } from './fcm-config.ts';

const answer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
const scope = 'https://www.googleapis.com/auth/firebase.messaging';
/** Seconds before its expiry at which a token is renewed. */
const early = 60;

interface AccessToken {
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

export interface AccessTokens {
  /** A valid token. Concurrent callers share one request. Throws if the account is refused. */
  get(): Promise<string>;
  /** Drops a token that was not accepted. */
  drop(token: string): Promise<void>;
}

/** Access tokens of a Google service account, requested with assertions that its key signs. */
export const createAccessTokens = (account: ServiceAccount, now: () => number): AccessTokens => {
  let current: Promise<AccessToken> | undefined;

  const fetchToken = async (): Promise<AccessToken> => {
    const key = await importPKCS8(account.private_key, 'RS256');
    const issued = Math.floor(now() / 1000);
    const assertion = await new SignJWT({ scope })
      .setProtectedHeader({
        alg: 'RS256',
        typ: 'JWT',
        ...(account.private_key_id ? { kid: account.private_key_id } : {}),
      })
      .setIssuer(account.client_email)
      .setAudience(account.token_uri)
      .setIssuedAt(issued)
      .setExpirationTime(issued + 3600)
      .sign(key);
    const response = await fetch(account.token_uri, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
      signal: AbortSignal.timeout(10_000),
      redirect: 'error',
    });
    if (!response.ok) {
      // An unread body would occupy the connection.
      await response.body?.cancel();
      throw new Error(`Google returned no access token (${response.status}).`);
    }
    const { access_token: token, expires_in: seconds } = answer.parse(await response.json());
    return { token, until: now() + Math.max(seconds - early, 1) * 1000 };
  };

  const forget = (request: Promise<AccessToken>) => {
    if (current === request) current = undefined;
  };
  const get = async (): Promise<string> => {
    current ??= fetchToken();
    const request = current;
    try {
      const { token, until } = await request;
      if (until > now()) return token;
    } catch (error) {
      forget(request);
      throw error;
    }
    forget(request);
    return get();
  };
  return {
    get,
    drop: async (token) => {
      const request = current;
      if (request && (await request).token === token) forget(request);
    },
  };
};
