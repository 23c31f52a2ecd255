import { eq } from 'drizzle-orm';
import * as z from 'zod';
import type { Task } from '../../ports/jobs.ts';
import { users } from '../../db/schema/accounts.ts';
import type { Parts } from '../parts.ts';
import { reminderMail } from '../mail/reminder.ts';
import { notify } from '../push/push.ts';
import { reminderTask } from './due.ts';

type ReminderParts = Pick<Parts, 'database' | 'push' | 'mail' | 'config' | 'now'>;

const payload = z.object({ userId: z.string() });

/**
 * Reminds the user in their browsers, or by email if no browser could be notified, the user wants email and has
 * confirmed the address: it may be that of somebody else, who could not stop the reminders.
 */
export const sendReminder = async (
  { database: { db }, push, mail, config, now }: ReminderParts,
  data: unknown,
): Promise<void> => {
  const { userId } = payload.parse(data);
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  // The user is gone or has turned reminders off.
  if (!user || user.reminderHour === null) return;
  const [origin] = config.origins;
  const note = {
    title: 'Your daily reminder',
    body: 'A good moment for the next question. What is on your mind?',
    link: `${origin}/`,
    tag: 'daily-reminder',
  };
  const delivered = await notify({ db, push }, userId, note, now());
  if (delivered === 0 && user.emailNotifications && user.emailVerifiedDate !== null)
    await mail.send(db, reminderMail({ to: user.email, firstName: user.firstName, origin }));
};

export const reminders = (parts: ReminderParts): Task => ({
  ...reminderTask,
  run: (data) => sendReminder(parts, data),
});
