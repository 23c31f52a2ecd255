import { login } from '@atrium/shared-kernel/contracts/calls/auth';
import { eq, sql } from 'drizzle-orm';
import { users } from '../../db/schema/accounts.ts';
import { knownBrowser } from '../../domain/accounts/devices.ts';
import {
  givePointsBack,
  loginOfAccount,
  loginOfAddress,
  loginOfNetwork,
  loginOfNetworkSlowly,
  consumePoints,
} from '../../domain/accounts/limits.ts';
import { networkOf } from '../../domain/accounts/networks.ts';
import { checkPassword } from '../../domain/accounts/passwords.ts';
import { signInBrowser } from './sign-in-browser.ts';
import { implement } from '../implement.ts';
import { DomainError } from '../../domain/domain-error.ts';

/** Everything is done for an account that does not exist, too: neither words nor time tell of it. */
export default implement(login, async (context, { email, password }) => {
  const account = email.toLowerCase();
  const network = networkOf(context.ip);
  const [user] = await context.services.database.db
    .select({ id: users.id, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(sql`lower(${users.email})`, account));
  const browser = await knownBrowser(context.services.database, context.deviceToken, user?.id ?? 'nobody');
  const place = browser ? `browser ${browser.key}` : `${account} ${network}`;
  const ofAccount = [
    [loginOfNetwork, place],
    [loginOfNetworkSlowly, place],
  ] as const;
  // Strangers who use up the points of an account do not keep its owner out of the browser at home.
  const ofEverywhere = browser ? [] : ([[loginOfAccount, account]] as const);
  await consumePoints(context.services, [...ofAccount, [loginOfAddress, network], ...ofEverywhere], 'too-many-logins');
  const right = await checkPassword(user?.passwordHash, password);
  if (!user || !right) throw new DomainError('wrong-credentials');
  await givePointsBack(context.services, [...ofAccount, ...ofEverywhere]);
  await signInBrowser(context, user.id, user.passwordHash);
  return {};
});
