import { updateUser } from '@atrium/shared-kernel/contracts/calls/profile';
import { eq } from 'drizzle-orm';
import { users } from '../../db/schema/accounts.ts';
import { isUniqueViolation } from '../../db/unique-violation.ts';
import { conflict } from '../../errors.ts';
import { implement } from '../implement.ts';

export default implement(updateUser, async ({ services, user }, changes) => {
  const { database, sessions } = services;
  const emptied = {
    ...(changes.username === '' ? { username: null } : {}),
    ...(changes.avatarImageUrl === '' ? { avatarImageUrl: null } : {}),
  };
  const set = { ...changes, ...emptied };
  if (Object.keys(set).length === 0) return {};
  try {
    await database.db.update(users).set(set).where(eq(users.id, user.id));
  } catch (error) {
    if (isUniqueViolation(error, 'users_username')) throw conflict('This username is taken.');
    throw error;
  }
  sessions.forget(user.id);
  return {};
});
