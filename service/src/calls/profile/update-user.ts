import { updateUser } from '@atrium/shared-kernel/contracts/calls/profile';
import type { Infer } from '@atrium/shared-kernel/contracts/define';
import { eq } from 'drizzle-orm';
import { users } from '../../db/schema/accounts.ts';
import { isUniqueViolation } from '../../db/unique-violation.ts';
import type { Viewer } from '../../domain/accounts/viewer.ts';
import { checkAvatar, removeAvatar } from '../../domain/profile/avatar.ts';
import { defaultZone } from '../../domain/reminders/due.ts';
import { isTimeZone, localTime } from '../../domain/reminders/local-time.ts';
import { implement } from '../implement.ts';
import { DomainError } from '../../domain/domain-error.ts';

type Changes = Infer<typeof updateUser.input>;

/** An hour that has come already today reminds from tomorrow on. */
const passed = (user: Viewer, { reminderHour, timeZone }: Changes, now: number) => {
  if (reminderHour === undefined || reminderHour === null) return {};
  const { day, hour } = localTime(timeZone ?? user.timeZone ?? defaultZone, now);
  return hour >= reminderHour ? { remindedDay: day } : {};
};

export default implement(updateUser, async ({ services, user }, changes) => {
  const { database, sessions } = services;
  if (changes.timeZone !== undefined && !isTimeZone(changes.timeZone)) throw new DomainError('unknown-time-zone');
  if (changes.avatarImageUrl) await checkAvatar(services, user.id, changes.avatarImageUrl);
  const emptied = {
    ...(changes.username === '' ? { username: null } : {}),
    ...(changes.avatarImageUrl === '' ? { avatarImageUrl: null } : {}),
  };
  const set = { ...changes, ...emptied, ...passed(user, changes, services.now()) };
  if (Object.keys(set).length === 0) return {};
  try {
    await database.db.update(users).set(set).where(eq(users.id, user.id));
  } catch (error) {
    if (isUniqueViolation(error, 'users_username')) throw new DomainError('username-taken');
    throw error;
  }
  sessions.forget(user.id);
  if (changes.avatarImageUrl !== undefined) await removeAvatar(services, user.avatarImageUrl);
  return {};
});
