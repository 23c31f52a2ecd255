import { updateUser } from '@atrium/shared-kernel/contracts/calls/profile';
import type { Infer } from '@atrium/shared-kernel/contracts/define';
import { eq } from 'drizzle-orm';
import { users } from '../../db/schema/accounts.ts';
import type { Db, Tx } from '../../db/database.ts';
import { isUniqueViolation } from '../../db/unique-violation.ts';
import { namesRevision, type Viewer } from '../../domain/accounts/viewer.ts';
import { requireModel } from '../../domain/models/list-models.ts';
import { checkAvatar, removeAvatar } from '../../domain/profile/avatar.ts';
import { defaultZone } from '../../domain/reminders/due.ts';
import { dayBefore, localTime, timeZoneOf } from '../../domain/reminders/local-time.ts';
import { type BasedOn, requireBase } from '../../domain/revision.ts';
import { implement } from '../implement.ts';
import { DomainError } from '../../domain/domain-error.ts';

type Changes = Infer<typeof updateUser.input>;

/** The time zone by its one name. Fails with `unknown-time-zone`. */
const requireZone = ({ timeZone }: Changes): Pick<Changes, 'timeZone'> => {
  if (timeZone === undefined) return {};
  const known = timeZoneOf(timeZone);
  if (known === undefined) throw new DomainError('unknown-time-zone');
  return { timeZone: known };
};

/**
 * If the hour has already passed today, reminders start tomorrow, and otherwise today: just after midnight, the hour of
 * the day before is not caught up. Each choice replaces what the last one skipped.
 */
const skipToday = (user: Viewer, { reminderHour, timeZone }: Changes, now: number) => {
  if (reminderHour === undefined || reminderHour === null) return {};
  const zone = timeZoneOf(timeZone ?? user.timeZone ?? defaultZone) ?? defaultZone;
  const { day, hour } = localTime(zone, now);
  return { reminderSkippedDay: hour >= reminderHour ? day : dayBefore(day) };
};

const names = ['firstName', 'lastName', 'username', 'aiDisplayName'] as const;

type NewValues = {
  readonly [Column in keyof typeof users.$inferInsert]?: (typeof users.$inferInsert)[Column] | undefined;
};

/** Writes the change. Fails with `stale` if it changes names and is based on outdated ones. */
const write = async (db: Db, user: Viewer, change: NewValues, basedOn: BasedOn) => {
  const own = eq(users.id, user.id);
  return db.transaction(async (tx: Tx) => {
    if (basedOn && names.some((name) => change[name] !== undefined)) {
      const [now] = await tx.select().from(users).where(own).for('no key update');
      if (now) requireBase(basedOn, namesRevision(now));
    }
    const [written] = await tx.update(users).set(change).where(own).returning();
    return written;
  });
};

export default implement(updateUser, async ({ services, user, basedOn }, changes) => {
  const { database, sessions } = services;
  const zone = requireZone(changes);
  if (changes.model) await requireModel(services, services.database.db, user, changes.model);
  if (changes.avatarImageUrl) await checkAvatar(services, user.id, changes.avatarImageUrl);
  const emptied = {
    ...(changes.username === '' ? { username: null } : {}),
    ...(changes.avatarImageUrl === '' ? { avatarImageUrl: null } : {}),
  };
  const set = { ...changes, ...zone, ...emptied, ...skipToday(user, changes, services.now()) };
  if (Object.keys(set).length === 0) return {};
  try {
    const written = await write(database.db, user, set, basedOn);
    sessions.forget(user.id);
    if (changes.avatarImageUrl !== undefined) await removeAvatar(services, user.avatarImageUrl);
    return written ? { revision: namesRevision(written) } : {};
  } catch (error) {
    if (isUniqueViolation(error, 'users_username')) throw new DomainError('username-taken');
    throw error;
  }
});
