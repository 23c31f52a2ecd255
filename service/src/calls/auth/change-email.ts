import { changeEmail } from '@atrium/shared-kernel/contracts/calls/auth';
import { changeLinkSent } from '@atrium/shared-kernel/contracts/sentences';
import { users } from '../../db/schema/accounts.ts';
import { addressKey, sameAddress } from '../../domain/accounts/addresses.ts';
import { changeUrl, issueLink } from '../../domain/accounts/email-hashes.ts';
import { requireFreshSession } from '../../domain/accounts/fresh-session.ts';
import { changeOfUser, consumePoints } from '../../domain/accounts/limits.ts';
import { checkOwnPassword } from '../../domain/accounts/own-password.ts';
import { confirmAddressMail } from '../../domain/mail/addresses.ts';
import { existingAccountMail } from '../../domain/mail/existing-account.ts';
import { implement } from '../implement.ts';
import { DomainError } from '../../domain/domain-error.ts';

/**
 * The address changes only through the link sent to the new one. Response and timing are the same for an address that
 * already has an account: its owner is notified instead, and nobody gets the secret of the link.
 */
export default implement(changeEmail, async (context, { userId, email, password }) => {
  const { services, user } = context;
  const { config, database, mail, now } = services;
  const origin = config.origins[0];
  if (userId.toLowerCase() !== user.id) throw new DomainError('forbidden');
  if (addressKey(email) === addressKey(user.email)) throw new DomainError('same-email');
  const passwordHash = await checkOwnPassword(services, user.id, password, context.closed());
  // A user who only signs in through a provider has no password.
  if (passwordHash === null) await requireFreshSession(services, user.id, context.token);
  await consumePoints(services, [[changeOfUser, user.id]], 'too-many-email-changes');
  await database.db.transaction(async (tx) => {
    const secret = await issueLink(tx, { userId: user.id, kind: 'change', newEmail: email, now: now() });
    const [owner] = await tx
      .select({ to: users.email, firstName: users.firstName })
      .from(users)
      .where(sameAddress(users.email, email));
    const sent = owner
      ? existingAccountMail({ ...owner, origin, attempt: 'change' })
      : confirmAddressMail({ to: email, firstName: user.firstName, url: changeUrl(origin, secret, email) });
    await mail.send(tx, sent);
  });
  return { msg: changeLinkSent };
});
