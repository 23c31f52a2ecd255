import { sql } from 'drizzle-orm';
import type { AddToTask, Job, Task } from '../../ports/jobs.ts';
import type { Db, Tx } from '../../db/database.ts';
import { dayBefore, localTime, timeZoneOf } from './local-time.ts';

/** The time zone of users who have not set one. */
export const defaultZone = 'UTC';
/**
 * A reminder that could not be claimed in its hour, because the service was down or the clocks skipped it, is sent
 * within this many hours.
 */
const catchUpHours = 3;

/** The hour of a zone, counted from the start of today and of the day before, whose last hours are caught up today. */
const hoursOf = (zone: string, now: number) => {
  const { day, hour } = localTime(zone, now);
  return [
    { zone, day, hour },
    { zone, day: dayBefore(day), hour: hour + 24 },
  ];
};

export const reminderTask: Pick<Task, 'name' | 'attempts' | 'priority'> = {
  name: 'send-reminder',
  attempts: 5,
  // Everybody with the same hour is reminded at once.
  priority: 'low',
};

const zonesOf = async (db: Tx): Promise<string[]> => {
  const { rows } = await db.execute<{ zone: string }>(
    sql`select distinct coalesce(time_zone, ${defaultZone}) as zone from users where reminder_hour is not null`,
  );
  return rows.map(({ zone }) => zone);
};

/**
 * Claims the users whose hour has come and who have not been reminded that day, nor chose the hour when it was over. It
 * is one statement, so that of several instances only one claims each. No hour is due on both days, so each user matches
 * once. Days only move forward: travelers across the date line are not reminded twice.
 */
const claim = async (tx: Tx, zones: readonly string[], now: number): Promise<string[]> => {
  // A zone that only another runtime knows must not end the reminders of everybody.
  const known = zones.filter((zone) => timeZoneOf(zone) !== undefined);
  const local = known.flatMap((zone) => hoursOf(zone, now));
  const { rows } = await tx.execute<{ id: string }>(sql`
    update users u set reminded_day = l.day
    from jsonb_to_recordset(${JSON.stringify(local)}::jsonb) as l(zone text, day text, hour integer)
    where coalesce(u.time_zone, ${defaultZone}) = l.zone
      and u.reminder_hour <= l.hour and u.reminder_hour > l.hour - ${catchUpHours}
      and (u.reminded_day is null or u.reminded_day < l.day)
      and (u.reminder_skipped_day is null or u.reminder_skipped_day < l.day)
    returning u.id`);
  return rows.map(({ id }) => id);
};

/** Claims the due reminders and adds a task for each in the same transaction. Returns their number. */
export const claimReminders = async (db: Db, addToTask: AddToTask, now: number): Promise<number> => {
  const zones = await zonesOf(db);
  if (zones.length === 0) return 0;
  return db.transaction(async (tx) => {
    const due = await claim(tx, zones, now);
    for (const userId of due) await addToTask(tx, reminderTask, { userId });
    return due.length;
  });
};

/** Checks every quarter of an hour, because time zones differ from UTC by multiples of that. */
export const remindersJob = (db: Db, addToTask: AddToTask, now: () => number = Date.now): Job => ({
  name: 'claim-reminders',
  every: 'quarter',
  run: () => claimReminders(db, addToTask, now()),
});
