import { users } from '../../db/schema/accounts.ts';
import type { Limit } from '../../ports/limits.ts';
import { DomainError } from '../domain-error.ts';
import type { Parts } from '../parts.ts';
import { addressKey, sameAddress } from './addresses.ts';
import { knownBrowser } from './devices.ts';
import {
  chargesOfNetwork,
  consumePoints,
  restorePoints,
  loginOfAccount,
  loginOfAddress,
  loginOfNetwork,
  loginOfNetworkSlowly,
} from './limits.ts';
import { networkOf } from './networks.ts';
import { checkPassword, requireRoom } from './passwords.ts';

interface Attempt {
  readonly email: string;
  readonly password: string;
  readonly ip: string;
  /** The device token of the browser, if it has one. */
  readonly deviceToken?: string | undefined;
  /** The limit by account for browsers that are not known. */
  readonly ofAccount?: Limit | undefined;
  /** Aborts when the browser has left. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The user with that address and password. Fails with `wrong-credentials` if there is none, and after too many
 * attempts. The same work is done for an account that does not exist, so that neither message nor timing reveals it.
 */
export const userOfPassword = async (
  parts: Pick<Parts, 'database' | 'limits'>,
  { email, password, ip, deviceToken, signal, ofAccount = loginOfAccount }: Attempt,
): Promise<{ readonly id: string; readonly passwordHash: string | null }> => {
  const code = 'too-many-logins';
  requireRoom(code);
  const account = addressKey(email);
  const network = networkOf(ip);
  const [user] = await parts.database.db
    .select({ id: users.id, passwordHash: users.passwordHash })
    .from(users)
    .where(sameAddress(users.email, email));
  const browser = await knownBrowser(parts.database, deviceToken, user?.id ?? 'nobody');
  const source = browser ? `browser ${browser.key}` : `${account} ${network}`;
  const ofSource = [
    [loginOfNetwork, source],
    [loginOfNetworkSlowly, source],
  ] as const;
  // A known browser has limits of its own instead of those of all networks, and of those around its own: attempts by
  // strangers do not lock its owner out.
  const ofEverywhere = browser ? [] : ([[ofAccount, account]] as const);
  const ofPlace = browser
    ? ([
        [loginOfAddress, source],
        [loginOfAddress, network],
      ] as const)
    : chargesOfNetwork(loginOfAddress, ip);
  await consumePoints(parts, [...ofSource, ...ofPlace, ...ofEverywhere], code);
  const matches = await checkPassword(user?.passwordHash, password, { code, signal });
  if (!user || !matches) throw new DomainError('wrong-credentials');
  await restorePoints(parts, [...ofSource, ...ofEverywhere]);
  return user;
};
