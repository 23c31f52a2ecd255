import { login } from '@atrium/shared-kernel/contracts/calls/auth';
import { eq, sql } from 'drizzle-orm';
import { users } from '../../db/schema/accounts.ts';
import { loginOfAccount, loginOfAccountDaily, loginOfAddress, takePoints } from '../../domain/accounts/limits.ts';
import { checkPassword } from '../../domain/accounts/passwords.ts';
import { signIn } from '../../domain/accounts/sign-in.ts';
import { CallError } from '../../errors.ts';
import { implement } from '../implement.ts';

export default implement(login, async (context, { email, password }) => {
  const { database, limits } = context.services;
  const account = email.toLowerCase();
  const here = `${account} ${context.ip}`;
  await takePoints(
    context,
    [
      [loginOfAccount, here],
      [loginOfAccountDaily, account],
      [loginOfAddress, context.ip],
    ],
    'Too many login attempts.',
  );
  const [user] = await database.db
    .select({ id: users.id, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(sql`lower(${users.email})`, account));
  const right = await checkPassword(user?.passwordHash, password);
  if (!user || !right) throw new CallError(400, 'The email address or the password is not right.');
  await limits.clear(loginOfAccount, here);
  await signIn(context, user.id);
  return {};
});
