import { register } from '@atrium/shared-kernel/contracts/calls/auth';
import { users } from '../../db/schema/accounts.ts';
import { newId } from '../../db/id.ts';
import { registerOfAddress, takePoints } from '../../domain/accounts/limits.ts';
import { hashPassword } from '../../domain/accounts/passwords.ts';
import { signIn } from '../../domain/accounts/sign-in.ts';
import { welcomeMail } from '../../domain/mail/welcome.ts';
import { conflict } from '../../errors.ts';
import { implement } from '../implement.ts';

export default implement(register, async (context, { firstName, lastName, email, password }) => {
  const { database, mail, config } = context.services;
  await takePoints(context, [[registerOfAddress, context.ip]], 'Too many sign-ups, please wait.');
  const id = newId();
  const passwordHash = await hashPassword(password);
  await database.db.transaction(async (tx) => {
    const made = await tx
      .insert(users)
      .values({ id, email, firstName, lastName, passwordHash, countryCode: context.country ?? null })
      .onConflictDoNothing()
      .returning({ id: users.id });
    if (made.length === 0) throw conflict('There is already an account with this email address.');
    await mail.send(tx, welcomeMail(email, firstName, config.origins[0]));
  });
  await signIn(context, id);
  return {};
});
