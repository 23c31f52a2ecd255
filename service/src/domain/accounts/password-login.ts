import { eq, sql } from 'drizzle-orm';
import { users } from '../../db/schema/accounts.ts';
import { DomainError } from '../domain-error.ts';
import type { Parts } from '../parts.ts';
import { knownBrowser } from './devices.ts';
import {
  consumePoints,
  givePointsBack,
  loginOfAccount,
  loginOfAddress,
  loginOfNetwork,
  loginOfNetworkSlowly,
} from './limits.ts';
import { networkOf } from './networks.ts';
import { checkPassword } from './passwords.ts';

interface Given {
  readonly email: string;
  readonly password: string;
  readonly ip: string;
  /** Of the browser, if it has one. */
  readonly deviceToken?: string | undefined;
}

/**
 * The user of that address and password. Throws 400 where there is none, 429 after too many tries. Everything is done for
 * an account that does not exist, too: neither words nor time tell of it.
 */
export const userOfPassword = async (
  parts: Pick<Parts, 'database' | 'limits'>,
  { email, password, ip, deviceToken }: Given,
): Promise<{ readonly id: string; readonly passwordHash: string | null }> => {
  const account = email.toLowerCase();
  const network = networkOf(ip);
  const [user] = await parts.database.db
    .select({ id: users.id, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(sql`lower(${users.email})`, account));
  const browser = await knownBrowser(parts.database, deviceToken, user?.id ?? 'nobody');
  const source = browser ? `browser ${browser.key}` : `${account} ${network}`;
  const ofAccount = [
    [loginOfNetwork, source],
    [loginOfNetworkSlowly, source],
  ] as const;
  // A known browser has a limit of its own, so that attempts by strangers do not lock the owner out of it.
  const ofEverywhere = browser ? [] : ([[loginOfAccount, account]] as const);
  await consumePoints(parts, [...ofAccount, [loginOfAddress, network], ...ofEverywhere], 'too-many-logins');
  const right = await checkPassword(user?.passwordHash, password);
  if (!user || !right) throw new DomainError('wrong-credentials');
  await givePointsBack(parts, [...ofAccount, ...ofEverywhere]);
  return user;
};
