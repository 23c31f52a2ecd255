import { register } from '@atrium/shared-kernel/contracts/calls/auth';
import { users } from '../../db/schema/accounts.ts';
import { newId } from '../../db/id.ts';
import { addressKey, sameAddress } from '../../domain/accounts/addresses.ts';
import { changeUrl, issueLink } from '../../domain/accounts/email-hashes.ts';
import { chargesOfNetwork, registerOfAccount, registerOfAddress, consumePoints } from '../../domain/accounts/limits.ts';
import { hashPassword, requireRoom } from '../../domain/accounts/passwords.ts';
import { locationOf } from '../../domain/accounts/locations.ts';
import { existingAccountMail } from '../../domain/mail/existing-account.ts';
import { welcomeMail } from '../../domain/mail/welcome.ts';
import { signInBrowser } from './sign-in-browser.ts';
import { implement } from '../implement.ts';
import { DomainError } from '../../domain/domain-error.ts';

/**
 * A new user is signed in at once (A4.11), so the response reveals whether the address was free: an address with an
 * account is refused with its own code. Rate limits, and the email that the owner gets for each attempt, keep this from
 * being used to list accounts.
 */
export default implement(register, async (context, { firstName, lastName, email, password }) => {
  const { config, database, mail, now } = context.services;
  const origin = config.origins[0];
  const code = 'too-many-sign-ups';
  requireRoom(code);
  await consumePoints(
    context.services,
    [[registerOfAccount, addressKey(email)], ...chargesOfNetwork(registerOfAddress, context.ip)],
    code,
  );
  const passwordHash = await hashPassword(password, { code, signal: context.closed() });
  const { country: countryCode = null } = await locationOf(context.services.location, context);
  const id = newId();
  const created = await database.db.transaction(async (tx) => {
    const rows = await tx
      .insert(users)
      .values({ id, email, firstName, lastName, passwordHash, countryCode })
      .onConflictDoNothing()
      .returning({ id: users.id });
    if (rows.length > 0) {
      const url = changeUrl(
        origin,
        await issueLink(tx, { userId: id, kind: 'confirm', newEmail: email, now: now() }),
        email,
      );
      await mail.send(tx, welcomeMail({ to: email, firstName, url }));
      return true;
    }
    const owner = await tx
      .select({ to: users.email, firstName: users.firstName })
      .from(users)
      .where(sameAddress(users.email, email));
    for (const person of owner) await mail.send(tx, existingAccountMail({ ...person, origin, attempt: 'sign-up' }));
    return false;
  });
  if (!created) throw new DomainError('email-taken');
  await signInBrowser(context, id);
  return {};
});
