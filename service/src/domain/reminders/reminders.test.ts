import { profile } from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AddToTask } from '../../ports/jobs.ts';
import type { Mail, MailPort } from '../../ports/mail.ts';
import type { PushNote, PushPort, PushResult } from '../../ports/push.ts';
import { pushTokens, sessions, users } from '../../db/schema/accounts.ts';
import { mails } from '../../db/schema/mail.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { claimReminders, remindersJob } from './due.ts';
import { reminders } from './send.ts';

let app: TestApp;
let clock = Date.parse('2026-11-21T12:00:00Z');
beforeAll(async () => {
  app = await createTestApp({ now: () => clock });
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.db.update(users).set({ reminderHour: null });
});

const person = async (reminderHour: number | null, timeZone: string | null) => {
  const { id } = await app.createUser();
  await app.db
    .update(users)
    .set({ reminderHour, timeZone, emailVerifiedDate: new Date(clock) })
    .where(eq(users.id, id));
  return id;
};
const claimed: string[] = [];
const add: AddToTask = async (_tx, _task, data) => void claimed.push((data as { userId: string }).userId);
/** The users who are reminded at an instant. */
const remindedAt = async (instant: string): Promise<string[]> => {
  claimed.length = 0;
  await claimReminders(app.db, add, Date.parse(instant));
  return [...claimed];
};

describe('a reminder is due', () => {
  it('at the hour of its user, in the time zone of its user, once a day', async () => {
    const berlin = await person(9, 'Europe/Berlin');
    const kolkata = await person(9, 'Asia/Kolkata');
    const nowhere = await person(9, null);
    await person(null, 'Europe/Berlin');
    expect(await remindedAt('2026-11-21T03:15:00Z')).toEqual([]);
    expect(await remindedAt('2026-11-21T03:30:00Z')).toEqual([kolkata]);
    expect(await remindedAt('2026-11-21T07:59:00Z')).toEqual([]);
    expect(await remindedAt('2026-11-21T08:00:00Z')).toEqual([berlin]);
    expect(await remindedAt('2026-11-21T08:15:00Z')).toEqual([]);
    expect(await remindedAt('2026-11-21T09:00:00Z')).toEqual([nowhere]);
    expect(await remindedAt('2026-11-22T08:00:00Z')).toEqual([berlin]);
  });

  it('once on the day that skips its hour, and once on the day that has it twice', async () => {
    const two = await person(2, 'America/New_York');
    const one = await person(1, 'America/New_York');
    expect(await remindedAt('2026-03-08T06:45:00Z')).toEqual([one]);
    expect(await remindedAt('2026-03-08T07:00:00Z')).toEqual([two]);
    expect(await remindedAt('2026-03-08T08:00:00Z')).toEqual([]);
    expect(await remindedAt('2026-11-01T05:00:00Z')).toEqual([one]);
    expect(await remindedAt('2026-11-01T06:00:00Z')).toEqual([]);
    expect(await remindedAt('2026-11-01T07:00:00Z')).toEqual([two]);
  });

  it('within three hours if no instance could claim it in its own, and not later', async () => {
    const late = await person(9, 'UTC');
    const missed = await person(8, 'UTC');
    expect(await remindedAt('2026-11-21T11:45:00Z')).toEqual([late]);
    expect(await remindedAt('2026-11-22T08:00:00Z')).toEqual([missed]);
  });

  it('within three hours after the last hours of a day too, and as that day’s', async () => {
    const [eleven, ten, nine] = [await person(23, 'UTC'), await person(22, 'UTC'), await person(21, 'UTC')];
    const one = await person(1, 'UTC');
    expect((await remindedAt('2026-11-22T00:15:00Z')).toSorted()).toEqual([eleven, ten].toSorted());
    expect(await remindedAt('2026-11-22T00:30:00Z')).toEqual([]);
    expect(await remindedAt('2026-11-22T01:45:00Z')).toEqual([one]);
    expect(await remindedAt('2026-11-22T21:00:00Z')).toEqual([nine]);
    expect(await remindedAt('2026-11-22T22:00:00Z')).toEqual([ten]);
    expect(await remindedAt('2026-11-22T23:00:00Z')).toEqual([eleven]);
    expect(await remindedAt('2026-11-24T02:00:00Z')).toEqual([one]);
  });

  it('once if many instances claim it at the same time', async () => {
    const everybody = await Promise.all(Array.from({ length: 20 }, () => person(9, 'UTC')));
    claimed.length = 0;
    const at = Date.parse('2026-11-23T09:00:00Z');
    const counts = await Promise.all(Array.from({ length: 4 }, () => claimReminders(app.db, add, at)));
    expect(counts.reduce((sum, count) => sum + count)).toBe(20);
    expect(new Set(claimed)).toEqual(new Set(everybody));
    expect(claimed).toHaveLength(20);
  });

  it('again if its task could not be added', async () => {
    const id = await person(9, 'UTC');
    const broken = claimReminders(app.db, () => Promise.reject(new Error('Full.')), Date.parse('2026-11-21T09:00:00Z'));
    await expect(broken).rejects.toThrow('Full.');
    expect(await remindedAt('2026-11-21T09:15:00Z')).toEqual([id]);
  });

  it('from tomorrow on if its hour of today is over when it is chosen', async () => {
    const user = await app.createUser();
    const choose = (reminderHour: number | null) =>
      app.as(user).call(profile.updateUser, { reminderHour, timeZone: 'Europe/Berlin' });
    clock = Date.parse('2026-11-21T12:30:00Z');
    await choose(13);
    expect(await remindedAt('2026-11-21T12:45:00Z')).toEqual([]);
    expect(await remindedAt('2026-11-22T12:00:00Z')).toEqual([user.id]);
    clock = Date.parse('2026-11-23T10:00:00Z');
    await choose(12);
    expect(await remindedAt('2026-11-23T11:00:00Z')).toEqual([user.id]);
    await choose(null);
    expect(await remindedAt('2026-11-24T11:00:00Z')).toEqual([]);
  });

  it('today if it is chosen just after midnight, and not for the day that has ended', async () => {
    const user = await app.createUser();
    clock = Date.parse('2026-11-21T00:05:00Z');
    await app.as(user).call(profile.updateUser, { reminderHour: 23, timeZone: 'UTC' });
    expect(await remindedAt('2026-11-21T00:15:00Z')).toEqual([]);
    expect(await remindedAt('2026-11-21T23:00:00Z')).toEqual([user.id]);
  });

  it('today if the hour is corrected to one that is still ahead, but not twice', async () => {
    const user = await app.createUser();
    const choose = (reminderHour: number | null) =>
      app.as(user).call(profile.updateUser, { reminderHour, timeZone: 'UTC' });
    clock = Date.parse('2026-11-21T13:30:00Z');
    await choose(13);
    await choose(15);
    expect(await remindedAt('2026-11-21T14:00:00Z')).toEqual([]);
    expect(await remindedAt('2026-11-21T15:00:00Z')).toEqual([user.id]);
    clock = Date.parse('2026-11-21T15:30:00Z');
    await choose(17);
    expect(await remindedAt('2026-11-21T17:00:00Z')).toEqual([]);
    await choose(15);
    await choose(null);
    await choose(18);
    expect(await remindedAt('2026-11-21T18:00:00Z')).toEqual([]);
    expect(await remindedAt('2026-11-22T18:00:00Z')).toEqual([user.id]);
    await choose(null);
  });

  it('even if another user has a time zone that this runtime does not know', async () => {
    await person(9, 'Europe/Atlantis');
    const known = await person(9, 'UTC');
    expect(await remindedAt('2026-11-21T09:00:00Z')).toEqual([known]);
  });

  it('behind what users wait for', async () => {
    await person(9, 'UTC');
    const priorities: unknown[] = [];
    const note: AddToTask = async (_tx, { priority }) => void priorities.push(priority);
    await claimReminders(app.db, note, Date.parse('2026-11-21T09:00:00Z'));
    expect(priorities).toEqual(['low']);
  });

  it('by a job of each quarter of an hour', async () => {
    const id = await person(9, 'UTC');
    claimed.length = 0;
    const job = remindersJob(app.db, add, () => Date.parse('2026-11-21T09:00:00Z'));
    await job.run();
    expect([job.every, claimed]).toEqual(['quarter', [id]]);
  });
});

describe('a reminder that is due', () => {
  const notes: [string, PushNote][] = [];
  const push: PushPort = {
    publicKey: 'BPublic',
    send: async (token, note) => {
      notes.push([token, note]);
      return token.split(' ')[0] as PushResult;
    },
    register: () => Promise.reject(new Error('Not here.')),
  };
  const send = async (userId: string) => {
    notes.length = 0;
    await app.db.delete(mails);
    await reminders({ ...app.services, push }).run({ userId }, { last: false });
    return {
      notes: notes.map(([, { title, link, tag }]) => `${title} ${link} ${tag}`),
      mails: await app.db.select().from(mails),
    };
  };
  const browser = async (userId: string, token: string) => {
    const session = { tokenHash: `session of ${token}`, userId, expires: new Date(Date.now() + 60_000) };
    await app.db.insert(sessions).values(session);
    await app.db.insert(pushTokens).values({ token, userId, sessionHash: session.tokenHash });
  };

  it('is sent to the browsers of its user, without an email', async () => {
    const id = await person(9, 'UTC');
    await browser(id, `sent ${id}`);
    expect(await send(id)).toEqual({ notes: ['Your daily reminder http://atrium.test/ daily-reminder'], mails: [] });
  });

  it.each(['gone', 'failed'])('is sent by email if the only browser is %s', async (result) => {
    const id = await person(9, 'UTC');
    await browser(id, `${result} ${id}`);
    expect((await send(id)).mails).toMatchObject([{ subject: 'Your daily reminder' }]);
  });

  it('is sent by email if there is no browser, and not at all if its user wants no email', async () => {
    const id = await person(9, 'UTC');
    expect((await send(id)).mails).toHaveLength(1);
    await app.as({ id }).call(profile.updateUser, { emailNotifications: false });
    expect(await send(id)).toEqual({ notes: [], mails: [] });
  });

  it('is not sent to an address that was never confirmed, but to the browsers of its user', async () => {
    const id = await person(9, 'UTC');
    await app.db.update(users).set({ emailVerifiedDate: null }).where(eq(users.id, id));
    expect(await send(id)).toEqual({ notes: [], mails: [] });
    await browser(id, `sent ${id}`);
    expect((await send(id)).notes).toHaveLength(1);
  });

  it('is sent by email behind the emails that users wait for', async () => {
    const id = await person(9, 'UTC');
    const sent: Mail[] = [];
    const mail: MailPort = { send: async (_tx, one) => void sent.push(one), tasks: [] };
    await reminders({ ...app.services, push, mail }).run({ userId: id }, { last: false });
    expect(sent).toMatchObject([{ subject: 'Your daily reminder', priority: 'low' }]);
  });

  it('is not sent if it was switched off, or its user was deleted', async () => {
    const id = await person(null, 'UTC');
    expect((await send(id)).mails).toEqual([]);
    expect((await send('0'.repeat(24))).mails).toEqual([]);
  });
});
