import { resendConfirmation } from '@atrium/shared-kernel/contracts/calls/auth';
import { emailConfirmed } from '@atrium/shared-kernel/contracts/sentences';
import { eq } from 'drizzle-orm';
import { users } from '../../db/schema/accounts.ts';
import { changeUrl, issueLink } from '../../domain/accounts/email-hashes.ts';
import { confirmOfUser, confirmOfUserHourly, consumePoints } from '../../domain/accounts/limits.ts';
import { confirmOwnAddressMail } from '../../domain/mail/addresses.ts';
import { implement } from '../implement.ts';

/** Sends a new link that confirms the address of the caller's own account; the previous link becomes invalid. */
export default implement(resendConfirmation, async (context) => {
  const { config, database, mail, now } = context.services;
  const { id: userId, emailVerifiedDate } = context.user;
  if (emailVerifiedDate !== null) return { msg: emailConfirmed };
  const ofUser = [
    [confirmOfUser, userId],
    [confirmOfUserHourly, userId],
  ] as const;
  await consumePoints(context.services, ofUser, 'too-many-confirmations');
  return database.db.transaction(async (tx) => {
    // The cached user may be a few seconds old, and the link must go to the current address.
    const [user] = await tx
      .select({ to: users.email, firstName: users.firstName, verified: users.emailVerifiedDate })
      .from(users)
      .where(eq(users.id, userId))
      .for('no key update');
    if (!user || user.verified !== null) return { msg: emailConfirmed };
    const { to, firstName } = user;
    const secret = await issueLink(tx, { userId, kind: 'confirm', newEmail: to, now: now() });
    await mail.send(tx, confirmOwnAddressMail({ to, firstName, url: changeUrl(config.origins[0], secret, to) }));
    return { msg: `We’ve sent a link to ${to}.` };
  });
});
