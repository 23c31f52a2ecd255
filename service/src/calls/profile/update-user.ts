import { updateUser } from '@atrium/shared-kernel/contracts/calls/profile';
import { eq } from 'drizzle-orm';
import { isObjectPath } from '../../adapters/objects/port.ts';
import { users } from '../../db/schema/accounts.ts';
import { isUniqueViolation } from '../../db/unique-violation.ts';
import { badRequest, conflict } from '../../errors.ts';
import { implement } from '../implement.ts';

export default implement(updateUser, async ({ services, user }, changes) => {
  const { database, sessions } = services;
  if (changes.avatarImageUrl && !isObjectPath(changes.avatarImageUrl))
    throw badRequest('avatarImageUrl: The picture has to be an uploaded one.');
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
