import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { users } from '../../db/schema/accounts.ts';
import { mails } from '../../db/schema/mail.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { password, signUp } from '../../testing/sign-up.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const newPassword = 'Turbine2!';
type Person = Awaited<ReturnType<typeof signUp>>;
const change = (ada: Person, from: string, to = newPassword) =>
  ada.post('/api/auth/changePassword', { password: from, newPassword: to });
const cookieIn = (headers: Readonly<Record<string, unknown>>) =>
  /atrium_session=[^;]+/.exec(String(headers['set-cookie']))?.[0] ?? '';

describe('a password that is changed with the current one', () => {
  it('replaces the old one, ends every other session, and is reported by email', async () => {
    const ada = await signUp(app, 'change@example.test');
    const phone = await ada.logIn();
    const { status, headers } = await change(ada, password);
    expect(status).toBe(200);
    const here = cookieIn(headers);
    expect([await ada.isSignedIn(here), await ada.isSignedIn(), await ada.isSignedIn(phone.cookie)]).toEqual([
      true,
      false,
      false,
    ]);
    expect([(await ada.logIn()).status, (await ada.logIn(newPassword)).status]).toEqual([400, 200]);
    const sent = await app.db.select().from(mails).where(eq(mails.recipient, 'change@example.test'));
    const [email] = sent.filter(({ subject }) => subject === 'Your password was changed');
    expect(email?.plain).toContain('every other device was signed out');
  });

  it('ends the session of this browser only once it has its next one', async () => {
    const ada = await signUp(app, 'change-order@example.test');
    const phone = await ada.logIn();
    const { sessions } = app.services;
    const [open, end] = [sessions.open.bind(sessions), sessions.end.bind(sessions)];
    const order: [string, boolean][] = [];
    const note = async (what: string) => void order.push([what, await ada.isSignedIn()]);
    vi.spyOn(sessions, 'open').mockImplementation(async (...given) => {
      await note('open');
      expect(await ada.isSignedIn(phone.cookie)).toBe(false);
      return open(...given);
    });
    vi.spyOn(sessions, 'end').mockImplementation(async (...given) => {
      await note('end');
      return end(...given);
    });
    const { headers } = await change(ada, password);
    expect(order).toEqual([
      ['open', true],
      ['end', true],
    ]);
    expect([await ada.isSignedIn(cookieIn(headers)), await ada.isSignedIn()]).toEqual([true, false]);
  });

  it('is not changed by a wrong one, of which there are few tries', async () => {
    const ada = await signUp(app, 'change-wrong@example.test');
    const codes = [];
    for (let at = 0; at < 6; at += 1) codes.push(Object((await change(ada, 'Wrong1!x')).body).code);
    expect(codes).toEqual([...Array(5).fill('wrong-password'), 'too-many-attempts']);
    expect(await ada.isSignedIn()).toBe(true);
    expect((await ada.logIn()).status).toBe(200);
  });

  it('follows the rules of new passwords', async () => {
    const ada = await signUp(app, 'change-rules@example.test');
    expect((await change(ada, password, 'Short1')).status).toBe(400);
    expect(await ada.isSignedIn()).toBe(true);
  });

  it('is changed once by two tabs, and never back', async () => {
    const ada = await signUp(app, 'change-twice@example.test');
    const answers = await Promise.all([change(ada, password, 'First1!x'), change(ada, password, 'Second2!x')]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const winner = answers[0].status === 200 ? 'First1!x' : 'Second2!x';
    expect((await ada.logIn(winner)).status).toBe(200);
  });

  it('is refused for an account without one', async () => {
    const ada = await signUp(app, 'change-none@example.test');
    await app.db.update(users).set({ passwordHash: null }).where(eq(users.email, ada.email));
    expect(await change(ada, password)).toMatchObject({ status: 400, body: { code: 'no-password' } });
  });
});
