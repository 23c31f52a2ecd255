import { forgotPassword } from '@atrium/shared-kernel/contracts/calls/auth';
import { resetLinkSent } from '@atrium/shared-kernel/contracts/sentences';
import { eq, sql } from 'drizzle-orm';
import { users } from '../../db/schema/accounts.ts';
import { issueLink, resetUrl } from '../../domain/accounts/email-hashes.ts';
import {
  chargesOfNetwork,
  forgotOfAccount,
  forgotOfAccountDaily,
  forgotOfAccountHourly,
  forgotOfAddress,
  consumePoints,
} from '../../domain/accounts/limits.ts';
import { networkOf } from '../../domain/accounts/networks.ts';
import { resetMail } from '../../domain/mail/passwords.ts';
import type { Services } from '../services.ts';
import { implement } from '../implement.ts';

const sendLink = async ({ database, mail, config, now }: Services, email: string): Promise<void> => {
  await database.db.transaction(async (tx) => {
    const [user] = await tx
      .select({ id: users.id, to: users.email, firstName: users.firstName })
      .from(users)
      .where(eq(sql`lower(${users.email})`, email));
    if (!user) return;
    const secret = await issueLink(tx, { userId: user.id, kind: 'reset', now: now() });
    const { to, firstName } = user;
    await mail.send(tx, resetMail({ to, firstName, url: resetUrl(config.origins[0], secret) }));
  });
};

/** The account is looked up after the response, so that content and timing are the same whether or not there is one. */
export default implement(forgotPassword, async (context, { email }) => {
  const { services, log, ip } = context;
  const account = email.toLowerCase();
  const network = networkOf(ip);
  await consumePoints(
    services,
    [
      ...chargesOfNetwork(forgotOfAddress, ip),
      [forgotOfAccount, `${account} ${network}`],
      [forgotOfAccountHourly, `${account} ${network}`],
      [forgotOfAccountDaily, account],
    ],
    'too-many-resets',
  );
  services.background.run(log, 'A link to set a new password was not sent.', () => sendLink(services, account));
  return { msg: resetLinkSent };
});
