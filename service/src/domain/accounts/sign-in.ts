import type { Parts } from '../parts.ts';
import { deviceName, rememberDevice } from './devices.ts';
import { findLocation, type Whereabouts } from './locations.ts';
import type { Sessions } from './sessions.ts';
import { DomainError } from '../domain-error.ts';

/** The browser that somebody signs in with. */
export interface Browser extends Whereabouts {
  /** What it calls itself. */
  readonly userAgent: string | undefined;
  /** Of the session that it has. */
  readonly token: string | undefined;
  /** Its own, whoever signs in with it. */
  readonly deviceToken: string | undefined;
}

type SignInParts = Pick<Parts, 'config' | 'database' | 'mail' | 'location'> & {
  readonly sessions: Pick<Sessions, 'open' | 'end'>;
};

/** What the browser is to have from now on. */
export interface SignedIn {
  readonly session: { readonly token: string; readonly expires: Date };
  readonly deviceToken: string;
}

/**
 * Signs a user in: every way in ends here. A session of before ends, so that nobody can have planted it; a user who
 * comes with a browser for the first time hears of it by mail, but at their first sign-in of all. `passwordHash`: what
 * the password was checked against. Throws 400 where that, or the account, is gone meanwhile.
 */
export const signIn = async (
  parts: SignInParts,
  browser: Browser,
  userId: string,
  passwordHash?: string | null,
): Promise<SignedIn> => {
  const { sessions, location } = parts;
  if (browser.token !== undefined) await sessions.end(browser.token);
  const at = { device: deviceName(browser.userAgent), place: await findLocation(location, browser) };
  const session = await sessions.open(userId, at, passwordHash);
  if (!session) throw new DomainError('account-changed');
  return {
    session,
    deviceToken: await rememberDevice(parts, browser.deviceToken, userId, { ...at, time: new Date() }),
  };
};
