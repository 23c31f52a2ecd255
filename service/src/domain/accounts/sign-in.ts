import type { Parts } from '../parts.ts';
import { moveSubscription } from '../push/push.ts';
import { deviceName, rememberDevice } from './devices.ts';
import { findLocation, type ClientLocation } from './locations.ts';
import type { Sessions } from './sessions.ts';
import { DomainError } from '../domain-error.ts';

/** The browser that somebody signs in with. */
export interface Browser extends ClientLocation {
  /** How it names itself. */
  readonly userAgent: string | undefined;
  /** The token of its current session. */
  readonly token: string | undefined;
  /** The token of the browser itself, whoever signs in with it. */
  readonly deviceToken: string | undefined;
}

type SignInParts = Pick<Parts, 'config' | 'database' | 'mail' | 'location'> & {
  readonly sessions: Pick<Sessions, 'open' | 'end'>;
};

/** What the browser stores. */
export interface SignedIn {
  readonly session: { readonly token: string; readonly expires: Date };
  readonly deviceToken: string;
}

/**
 * Signs a user in; every sign-in method ends here. The previous session ends, so that nobody can have planted it. A
 * user who signs in with a new browser gets an email, except at their very first sign-in. `passwordHash` is the hash
 * that the password was checked against. Fails with `account-changed` if that hash or the account changed in the
 * meantime.
 */
export const signIn = async (
  parts: SignInParts,
  browser: Browser,
  userId: string,
  passwordHash?: string | null,
): Promise<SignedIn> => {
  const { sessions, location } = parts;
  const at = { device: deviceName(browser.userAgent), place: await findLocation(location, browser) };
  const session = await sessions.open(userId, at, passwordHash);
  if (!session) throw new DomainError('account-changed');
  if (browser.token !== undefined) await moveSubscription(parts.database.db, userId, browser.token, session.token);
  const deviceToken = await rememberDevice(parts, browser.deviceToken, userId, { ...at, time: new Date() });
  // Last, since open tabs notice it at once, and would find nobody signed in before the browser has the new session.
  if (browser.token !== undefined) await sessions.end(browser.token);
  return { session, deviceToken };
};
