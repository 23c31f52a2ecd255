import { createHash, randomBytes } from 'node:crypto';

/** An operator who is signed in at the operator page. */
export interface Session {
  /** `product:<email>` or `oidc:<subject>`. */
  readonly identity: string;
  /** When the operator signed in, in ISO 8601. */
  readonly signedInAt: string;
  /** The token in the operator's forms, which no other page knows. */
  readonly token: string;
}

const life = 8 * 3_600_000;
const most = 1000;
const secret = () => randomBytes(32).toString('base64url');
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');

/** Sessions of operators. They exist only in this process, so a restart ends them. */
export const createSessions = (now: () => number = Date.now) => {
  const sessions = new Map<string, Session & { readonly until: number }>();
  return {
    /** Gives the value of the cookie. */
    open(identity: string): string {
      for (const [key, { until }] of sessions) if (until <= now() || sessions.size >= most) sessions.delete(key);
      const value = secret();
      const signedInAt = new Date(now()).toISOString();
      sessions.set(hashOf(value), { identity, signedInAt, token: secret(), until: now() + life });
      return value;
    },
    find(value: string | undefined): Session | undefined {
      const found = value === undefined ? undefined : sessions.get(hashOf(value));
      return found && found.until > now() ? found : undefined;
    },
    end(value: string | undefined): void {
      if (value !== undefined) sessions.delete(hashOf(value));
    },
  };
};

/**
 * With `__Host-`, only this origin can have set the cookie, for all of its paths. Browsers treat local host names as
 * secure.
 */
const cookie = (name: string) => `__Host-atrium-${name}`;
export const sessionCookie = cookie('operator');
export const attemptCookie = cookie('operator-attempt');

export const cookieIn = (header: string | undefined, name: string): string | undefined =>
  header
    ?.split(/;\s*/)
    .find((one) => one.startsWith(`${name}=`))
    ?.slice(name.length + 1) || undefined;

/** `Lax` only for the return from an identity provider, which is another site. */
export const setCookie = (name: string, value: string, sameSite: 'Strict' | 'Lax', seconds?: number): string =>
  `${name}=${value}; Path=/; Secure; HttpOnly; SameSite=${sameSite}${seconds === undefined ? '' : `; Max-Age=${seconds}`}`;
