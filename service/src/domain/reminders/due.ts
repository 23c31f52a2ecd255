import { sql } from 'drizzle-orm';
import type { AddToTask, Job, Task } from '../../ports/jobs.ts';
import type { Db, Tx } from '../../db/database.ts';
import { localTime } from './local-time.ts';

/** A zone is asked for where a person has told none. */
export const defaultZone = 'UTC';
/**
 * A reminder that could not be claimed in its hour, as the service was down or the clocks went over it, is made up for
 * within so many hours.
 */
const window = 3;

export const reminderTask: Pick<Task, 'name' | 'attempts'> = { name: 'send-reminder', attempts: 5 };

const zonesOf = async (db: Tx): Promise<string[]> => {
  const { rows } = await db.execute<{ zone: string }>(
    sql`select distinct coalesce(time_zone, ${defaultZone}) as zone from users where reminder_hour is not null`,
  );
  return rows.map(({ zone }) => zone);
};

/**
 * Takes those whose hour has come and who have not been reminded on their day: one statement, so that of several
 * instances one takes each. Days only go forward: who travels back over the date line is not reminded twice.
 */
const claim = async (tx: Tx, zones: readonly string[], now: number): Promise<string[]> => {
  const local = zones.map((zone) => ({ zone, ...localTime(zone, now) }));
  const { rows } = await tx.execute<{ id: string }>(sql`
    update users u set reminded_day = l.day
    from jsonb_to_recordset(${JSON.stringify(local)}::jsonb) as l(zone text, day text, hour integer)
    where coalesce(u.time_zone, ${defaultZone}) = l.zone
      and u.reminder_hour <= l.hour and u.reminder_hour > l.hour - ${window}
      and (u.reminded_day is null or u.reminded_day < l.day)
    returning u.id`);
  return rows.map(({ id }) => id);
};

/** Claims the reminders that are due and adds a task for each to the same transaction; answers how many. */
export const claimReminders = async (db: Db, addToTask: AddToTask, now: number): Promise<number> => {
  const zones = await zonesOf(db);
  if (zones.length === 0) return 0;
  return db.transaction(async (tx) => {
    const due = await claim(tx, zones, now);
    for (const userId of due) await addToTask(tx, reminderTask, { userId });
    return due.length;
  });
};

/** Looks for due reminders each quarter of an hour: no zone is off UTC by less. */
export const remindersJob = (db: Db, addToTask: AddToTask, now: () => number = Date.now): Job => ({
  name: 'claim-reminders',
  every: 'quarter',
  run: () => claimReminders(db, addToTask, now()),
});
