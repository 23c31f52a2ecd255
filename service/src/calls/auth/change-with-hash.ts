import { changeWithHash } from '@atrium/shared-kernel/contracts/calls/auth';
import { emailConfirmed } from '@atrium/shared-kernel/contracts/sentences';
import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { users } from '../../db/schema/accounts.ts';
import { isUniqueViolation } from '../../db/unique-violation.ts';
import { sameAddress } from '../../domain/accounts/addresses.ts';
import { consumeLink, requireLink, voidLinks } from '../../domain/accounts/email-hashes.ts';
import { announceAddress } from '../../domain/billing/payer-address.ts';
import { addressChangedMail } from '../../domain/mail/addresses.ts';
import type { Services } from '../services.ts';
import { implement } from '../implement.ts';
import { DomainError } from '../../domain/domain-error.ts';

/**
 * Changes the account's address. The old address gets an email, and all links sent to it become invalid. The payment
 * provider gets the new one.
 */
const changeAddress = async (
  tx: Tx,
  services: Services,
  userId: string,
  newEmail: string,
  time: Date,
): Promise<void> => {
  const [before] = await tx
    .select({ to: users.email, firstName: users.firstName })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update');
  await tx.update(users).set({ email: newEmail, emailVerifiedDate: time }).where(eq(users.id, userId));
  await voidLinks(tx, userId);
  await services.mail.send(tx, addressChangedMail({ ...before!, newEmail, time }));
  await announceAddress(services, tx, userId);
};

/** Marks the address as verified, if it is still the account's. */
const markVerified = async (tx: Tx, userId: string, email: string, time: Date): Promise<void> => {
  await tx
    .update(users)
    .set({ emailVerifiedDate: sql`coalesce(${users.emailVerifiedDate}, ${time.toISOString()})` })
    .where(and(eq(users.id, userId), sameAddress(users.email, email)));
};

/** Confirms an address: a new one, which ends the other sessions, or that of the sign-up, which ends none. */
export default implement(changeWithHash, async (context, { changeHash, newEmail }) => {
  const { services, token } = context;
  const time = new Date(services.now());
  const link = { secret: changeHash, kinds: ['change', 'confirm'], newEmail, now: time.getTime() } as const;
  await requireLink(services, link, context.ip);
  try {
    const { userId, kind } = await services.database.db.transaction(async (tx) => {
      const consumed = await consumeLink(tx, link);
      if (!consumed?.newEmail) throw new DomainError('invalid-link');
      if (consumed.kind === 'change') await changeAddress(tx, services, consumed.userId, consumed.newEmail, time);
      else await markVerified(tx, consumed.userId, consumed.newEmail, time);
      return consumed;
    });
    services.sessions.forget(userId);
    if (kind === 'confirm') return { msg: emailConfirmed };
    // If `token` belongs to another user, all of this user’s sessions end.
    await services.sessions.endOthers(userId, token);
    return { msg: 'Your email address was changed.' };
  } catch (error) {
    if (isUniqueViolation(error, 'users_email')) throw new DomainError('email-taken');
    throw error;
  }
});
