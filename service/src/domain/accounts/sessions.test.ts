import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { detached } from '../../db/transaction-guard.ts';
import { sessions as table, users } from '../../db/schema/accounts.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createSessions, type Sessions } from './sessions.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const start = Date.UTC(2026, 5, 15);

let app: TestApp;
let time: number;
let sessions: Sessions;
let user: { id: string };
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  time = start;
  sessions = createSessions(app.services.database, () => time);
  user = await app.createUser();
});

const rowOf = async (userId: string) => {
  const [row] = await app.db.select().from(table).where(eq(table.userId, userId));
  return row!;
};
const open = async (device: string, at = time) => {
  time = at;
  return (await sessions.open(user.id, { device }))!.token;
};
const devicesOf = async (token?: string) => (await sessions.list(user.id, token)).map(({ device }) => device);

describe('a session', () => {
  it('is not opened for a deleted user', async () => {
    await app.db.delete(users).where(eq(users.id, user.id));
    expect(await sessions.open(user.id)).toBeUndefined();
  });

  it('is not opened by a password that was replaced while it was checked', async () => {
    await app.db.update(users).set({ passwordHash: 'old' }).where(eq(users.id, user.id));
    expect(await sessions.open(user.id, {}, 'old')).toBeDefined();
    let opened: Promise<unknown> = Promise.resolve();
    await app.db.transaction(async (tx) => {
      await tx.update(users).set({ passwordHash: 'new' }).where(eq(users.id, user.id));
      opened = detached(() => sessions.open(user.id, {}, 'old'));
      // It waits for this change; an earlier answer would be about the previous password.
      const blocked = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await detached(() => vi.waitFor(async () => expect((await app.db.execute(blocked)).rowCount).toBeGreaterThan(0)));
      await tx.delete(table).where(eq(table.userId, user.id));
    });
    expect(await opened).toBeUndefined();
    expect(await rowOf(user.id)).toBeUndefined();
  });
});

describe('the list of sessions', () => {
  it('lists the current one first, then the last used', async () => {
    const oldest = await open('oldest', start);
    await open('newest', start + 2 * minute);
    await open('middle', start + minute);
    time = start + 3 * minute;
    expect(await devicesOf(oldest)).toEqual(['oldest', 'newest', 'middle']);
    const listed = await sessions.list(user.id, oldest);
    expect(listed.map(({ current }) => current)).toEqual([true, false, false]);
    expect(listed[1]).toMatchObject({ createdDate: new Date(start + 2 * minute), place: null });
  });

  it('has neither what has expired nor what belongs to others', async () => {
    await open('gone');
    await sessions.open((await app.createUser()).id, { device: 'foreign' });
    time = start + 30 * day - 1;
    expect(await devicesOf()).toEqual(['gone']);
    time = start + 30 * day;
    expect(await devicesOf()).toEqual([]);
  });

  it('calls a device without a header unknown', async () => {
    await sessions.open(user.id);
    expect(await devicesOf()).toEqual(['Unknown device']);
  });
});

describe('the use of a session', () => {
  it('is stored with its location at most every five minutes', async () => {
    const token = await open('laptop');
    const findLocation = vi.fn(async () => 'Cape Town, South Africa');
    time = start + 5 * minute - 1;
    await sessions.viewer(token, findLocation);
    expect(findLocation).not.toHaveBeenCalled();
    time = start + 5 * minute + 3000;
    await sessions.viewer(token, findLocation);
    await vi.waitFor(async () =>
      expect(await rowOf(user.id)).toMatchObject({ lastUsedDate: new Date(time), place: 'Cape Town, South Africa' }),
    );
    expect(findLocation).toHaveBeenCalledTimes(1);
  });

  it('delays no request, and is written once for many at a time', async () => {
    const token = await open('laptop');
    time = start + 6 * minute;
    const location = Promise.withResolvers<string>();
    const findLocation = vi.fn(() => location.promise);
    expect(await sessions.viewer(token, findLocation)).toMatchObject({ id: user.id });
    sessions.forget(user.id);
    expect(await sessions.viewer(token, findLocation)).toMatchObject({ id: user.id });
    expect((await rowOf(user.id)).lastUsedDate).toEqual(new Date(start));
    location.resolve('Oslo, Norway');
    await vi.waitFor(async () => expect((await rowOf(user.id)).place).toBe('Oslo, Norway'));
    expect(findLocation).toHaveBeenCalledTimes(1);
  });

  it('prolongs it: a session in use does not end, an idle one ends after 30 days', async () => {
    const token = await open('laptop');
    time = start + 29 * day;
    await sessions.viewer(token);
    await vi.waitFor(async () => expect((await rowOf(user.id)).expires).toEqual(new Date(time + 30 * day)));
    time = start + 58 * day;
    expect(await sessions.viewer(token)).toMatchObject({ id: user.id });
    await vi.waitFor(async () => expect((await rowOf(user.id)).expires).toEqual(new Date(time + 30 * day)));
    time = start + 88 * day;
    expect(await sessions.viewer(token)).toBeUndefined();
  });

  it('that cannot be stored is logged and affects nobody', async () => {
    const warn = vi.fn();
    const logged = createSessions(app.services.database, () => time, { warn });
    const token = await open('laptop');
    time = start + 6 * minute;
    const broken = () => Promise.reject(new Error('no map'));
    expect(await logged.viewer(token, broken)).toMatchObject({ id: user.id });
    await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(1));
    expect((await rowOf(user.id)).lastUsedDate).toEqual(new Date(start));
  });
});

describe('the cached user of a session', () => {
  const rename = (firstName: string) => app.db.update(users).set({ firstName }).where(eq(users.id, user.id));
  const nameOf = async (token: string) => (await sessions.viewer(token))?.firstName;
  const idOf = async (token: string) => (await sessions.list(user.id, token))[0]!.id;

  it('is read again once it is three seconds old', async () => {
    const token = await open('here');
    await rename('Ada');
    expect(await nameOf(token)).toBe('Ada');
    await rename('Grace');
    time = start + 2999;
    expect(await nameOf(token)).toBe('Ada');
    time = start + 3000;
    expect(await nameOf(token)).toBe('Grace');
  });

  it('is read again after this session changed, and stays when another one did', async () => {
    const [here, there] = [await open('here'), await open('there')];
    await rename('Ada');
    expect(await nameOf(here)).toBe('Ada');
    await rename('Grace');
    sessions.forgetSessions([await idOf(there)]);
    expect(await nameOf(here)).toBe('Ada');
    sessions.forgetSessions([await idOf(here)]);
    expect(await nameOf(here)).toBe('Grace');
  });

  it.each([
    { what: 'the user', forget: (_id: string) => sessions.forget(user.id) },
    { what: 'the session', forget: (id: string) => sessions.forgetSessions([id]) },
  ])('is not cached where $what was forgotten during the read', async ({ forget }) => {
    const token = await open('here');
    const id = await idOf(token);
    await rename('Ada');
    const read = nameOf(token);
    forget(id);
    expect(await read).toBe('Ada');
    await rename('Grace');
    expect(await nameOf(token)).toBe('Grace');
  });

  it('is cached although another user was forgotten during the read', async () => {
    const token = await open('here');
    await rename('Ada');
    const read = nameOf(token);
    sessions.forget('another user');
    sessions.forgetSessions(['another session']);
    expect(await read).toBe('Ada');
    await rename('Grace');
    expect(await nameOf(token)).toBe('Ada');
  });
});

describe('ending sessions', () => {
  it('ends one by its id, at once, and only for its own user', async () => {
    const [valid, ended] = [await open('kept'), await open('ended')];
    const { id } = (await sessions.list(user.id, ended))[0]!;
    await sessions.viewer(ended);
    const other = await app.createUser();
    expect(await sessions.endOne(other.id, id)).toBe(false);
    expect(await sessions.viewer(ended)).toBeDefined();
    expect(await sessions.endOne(user.id, id)).toBe(true);
    expect(await sessions.viewer(ended)).toBeUndefined();
    expect(await sessions.viewer(valid)).toBeDefined();
    expect(await sessions.endOne(user.id, id)).toBe(false);
  });

  it('ends all but one', async () => {
    const [here, there] = [await open('here'), await open('there')];
    const foreign = await sessions.open((await app.createUser()).id);
    await Promise.all([sessions.viewer(here), sessions.viewer(there)]);
    await sessions.endOthers(user.id, here);
    expect(await sessions.viewer(there)).toBeUndefined();
    expect(await sessions.viewer(here)).toBeDefined();
    expect(await sessions.viewer(foreign!.token)).toBeDefined();
  });

  it('ends all if no session is to be kept', async () => {
    const tokens = [await open('here'), await open('there')];
    await sessions.endOthers(user.id, undefined);
    for (const token of tokens) expect(await sessions.viewer(token)).toBeUndefined();
  });

  it('reaches another instance within three seconds', async () => {
    const elsewhere = createSessions(app.services.database, () => time);
    const token = await open('here');
    await elsewhere.viewer(token);
    await sessions.endAll(user.id);
    time = start + 3000;
    expect(await elsewhere.viewer(token)).toBeUndefined();
  });

  it('is not undone by a request that read the session just before', async () => {
    const token = await open('here');
    const [, ...answers] = await Promise.all([
      sessions.endAll(user.id),
      sessions.viewer(token),
      sessions.viewer(token),
    ]);
    expect(answers).toHaveLength(2);
    expect(await sessions.viewer(token)).toBeUndefined();
  });
});
