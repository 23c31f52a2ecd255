import { forgotPassword } from '@atrium/shared-kernel/contracts/calls/auth';
import { resetLinkSent } from '@atrium/shared-kernel/contracts/sentences';
import { users } from '../../db/schema/accounts.ts';
import { addressKey, sameAddress } from '../../domain/accounts/addresses.ts';
import { knownBrowser } from '../../domain/accounts/devices.ts';
import { issueLink, resetUrl } from '../../domain/accounts/email-hashes.ts';
import {
  type Charges,
  chargesOfWiderNetworks,
  forgotOfAccount,
  forgotOfAccountDaily,
  forgotOfAccountSlowly,
  forgotOfAccountEverywhere,
  forgotOfAccountHourly,
  forgotOfAddress,
  forgotOfOwner,
  consumePoints,
} from '../../domain/accounts/limits.ts';
import { networkOf } from '../../domain/accounts/networks.ts';
import { resetMail } from '../../domain/mail/passwords.ts';
import type { Services } from '../services.ts';
import { DomainError } from '../../domain/domain-error.ts';
import { implement, type VisitorContext } from '../implement.ts';

const sendLink = async ({ database, mail, config, now }: Services, email: string): Promise<void> => {
  await database.db.transaction(async (tx) => {
    const [user] = await tx
      .select({ id: users.id, to: users.email, firstName: users.firstName })
      .from(users)
      .where(sameAddress(users.email, email));
    if (!user) return;
    const secret = await issueLink(tx, { userId: user.id, kind: 'reset', now: now() });
    const { to, firstName } = user;
    await mail.send(tx, resetMail({ to, firstName, url: resetUrl(config.origins[0], secret) }));
  });
};

/** Who the browser is known to be for, without a word about whether the account exists to any other browser. */
const ownerOf = async ({ services, user, deviceToken }: VisitorContext, email: string): Promise<string | undefined> => {
  if (user && addressKey(user.email) === addressKey(email)) return `user ${user.id}`;
  if (deviceToken === undefined) return undefined;
  const { db } = services.database;
  const [account] = await db.select({ id: users.id }).from(users).where(sameAddress(users.email, email));
  const browser = await knownBrowser(services.database, deviceToken, account?.id ?? 'nobody');
  return browser && `browser ${browser.key}`;
};

/**
 * Strangers who use up the points of an address, or of the networks around one, keep only other strangers from a link,
 * not the owner of the address.
 */
const consumeShared = async (context: VisitorContext, email: string, shared: Charges): Promise<void> => {
  const { services } = context;
  for (const [limit, key] of shared) {
    let wait = await services.limits.consume(limit, key);
    if (wait > 0 && limit === forgotOfAccountDaily) wait = await services.limits.consume(forgotOfAccountSlowly, key);
    if (wait === 0) continue;
    const owner = await ownerOf(context, email);
    if (owner === undefined) throw new DomainError('too-many-resets', { wait });
    return consumePoints(services, [[forgotOfOwner, owner]], 'too-many-resets');
  }
};

/** The account is looked up after the response, so that content and timing are the same whether or not there is one. */
export default implement(forgotPassword, async (context, { email }) => {
  const { services, log, ip } = context;
  const account = addressKey(email);
  const network = networkOf(ip);
  await consumePoints(
    services,
    [
      [forgotOfAccount, `${account} ${network}`],
      [forgotOfAccountHourly, `${account} ${network}`],
      [forgotOfAddress, network],
    ],
    'too-many-resets',
  );
  await consumeShared(context, email, [
    ...chargesOfWiderNetworks(forgotOfAddress, ip),
    [forgotOfAccountEverywhere, account],
    [forgotOfAccountDaily, account],
  ]);
  services.background.run(log, 'A link to set a new password was not sent.', () => sendLink(services, email));
  return { msg: resetLinkSent };
});
