import { changeEmail } from '@atrium/shared-kernel/contracts/calls/auth';
import { eq, sql } from 'drizzle-orm';
import { users } from '../../db/schema/accounts.ts';
import { changeUrl, issueLink } from '../../domain/accounts/email-hashes.ts';
import {
  changeOfUser,
  givePointsBack,
  passwordOfUser,
  passwordOfUserSlowly,
  consumePoints,
} from '../../domain/accounts/limits.ts';
import { checkPassword } from '../../domain/accounts/passwords.ts';
import { confirmAddressMail } from '../../domain/mail/addresses.ts';
import { existingAccountMail } from '../../domain/mail/existing-account.ts';
import { implement, type UserContext } from '../implement.ts';
import { DomainError } from '../../domain/domain-error.ts';

/** Who has a password has to know it; who signs in through a provider alone has none. */
const requirePassword = async (context: UserContext, password: string | undefined): Promise<void> => {
  const { services, user } = context;
  const [row] = await services.database.db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, user.id));
  if (!row?.passwordHash) return;
  if (password === undefined) throw new DomainError('password-required');
  const tries = [
    [passwordOfUser, user.id],
    [passwordOfUserSlowly, user.id],
  ] as const;
  await consumePoints(services, tries, 'too-many-attempts');
  if (!(await checkPassword(row.passwordHash, password))) throw new DomainError('wrong-password');
  await givePointsBack(services, tries);
};

/**
 * The address is changed by the link that the new one is sent. The answer, and what it takes, are the same for an address
 * that has an account: its owner is told instead, and nobody has the secret of the link that is made.
 */
export default implement(changeEmail, async (context, { userId, email, password }) => {
  const { services, user } = context;
  const { config, database, mail, now } = services;
  const origin = config.origins[0];
  if (userId.toLowerCase() !== user.id) throw new DomainError('forbidden');
  if (email.toLowerCase() === user.email.toLowerCase()) throw new DomainError('same-email');
  await requirePassword(context, password);
  await consumePoints(services, [[changeOfUser, user.id]], 'too-many-email-changes');
  await database.db.transaction(async (tx) => {
    const secret = await issueLink(tx, { userId: user.id, kind: 'change', newEmail: email, now: now() });
    const [owner] = await tx
      .select({ to: users.email, firstName: users.firstName })
      .from(users)
      .where(eq(sql`lower(${users.email})`, email.toLowerCase()));
    const letter = owner
      ? existingAccountMail({ ...owner, origin, attempt: 'change' })
      : confirmAddressMail({ to: email, firstName: user.firstName, url: changeUrl(origin, secret, email) });
    await mail.send(tx, letter);
  });
  return { msg: 'An email has been sent to the new address. Please confirm by clicking the link received.' };
});
