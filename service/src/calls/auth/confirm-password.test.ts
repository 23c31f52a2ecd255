import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { users } from '../../db/schema/accounts.ts';
import { freshFor } from '../../domain/accounts/fresh-session.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { password, signUp } from '../../testing/sign-up.ts';

const start = Date.UTC(2026, 10, 21, 12);
let time = start;
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ now: () => time });
});
beforeEach(() => {
  time = start;
});
afterAll(() => app.close());

const cookieIn = (headers: Readonly<Record<string, unknown>>) =>
  /atrium_session=[^;]+/.exec(String(headers['set-cookie']))?.[0] ?? '';
const stale = (known: boolean) => ({
  status: 403,
  body: {
    code: 'sign-in-again',
    msg: 'Your last log-in was a while ago. For your safety, please log in again first.',
    password: known,
  },
});

describe('an irreversible action', () => {
  it('is refused to a session that was opened too long ago, and nothing of the account is gone', async () => {
    const ada = await signUp(app, 'stale@example.test');
    time = start + freshFor;
    expect(await ada.post('/api/deleteUser', {})).toMatchObject(stale(true));
    expect(await ada.row()).toBeDefined();
    expect(await ada.isSignedIn()).toBe(true);
  });

  it('is done once the password was given, by a new session that replaces the old one', async () => {
    const ada = await signUp(app, 'fresh@example.test');
    time = start + freshFor;
    const { status, headers } = await ada.post('/api/auth/confirmPassword', { password });
    expect(status).toBe(200);
    const cookie = cookieIn(headers);
    expect([await ada.isSignedIn(), await ada.isSignedIn(cookie)]).toEqual([false, true]);
    expect((await ada.post('/api/deleteUser', {}, { cookie })).status).toBe(200);
    expect(await ada.row()).toBeUndefined();
  });

  it('stays refused after a wrong password, which has few tries', async () => {
    const ada = await signUp(app, 'guess@example.test');
    time = start + freshFor;
    const codes = [];
    for (let at = 0; at < 6; at += 1)
      codes.push(Object(await ada.post('/api/auth/confirmPassword', { password: 'Wrong1!' })).body.code);
    expect(codes).toEqual([...Array(5).fill('wrong-password'), 'too-many-attempts']);
    expect(await ada.post('/api/deleteUser', {})).toMatchObject(stale(true));
  });

  it('requires a new sign-in from a user without a password, even for a change of address', async () => {
    const ada = await signUp(app, 'social@example.test');
    const { id } = (await ada.row())!;
    await app.db.update(users).set({ passwordHash: null }).where(eq(users.id, id));
    const change = (email: string) => ada.post('/api/auth/changeEmail', { userId: id, email });
    expect((await change('social-1@example.test')).status).toBe(200);
    time = start + freshFor;
    expect(await change('social-2@example.test')).toMatchObject(stale(false));
    expect(await ada.post('/api/deleteUser', {})).toMatchObject(stale(false));
    expect(await ada.post('/api/auth/confirmPassword', { password })).toMatchObject({ body: { code: 'no-password' } });
  });
});
