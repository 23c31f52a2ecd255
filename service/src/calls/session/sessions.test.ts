import * as calls from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../db/id.ts';
import { users } from '../../db/schema/accounts.ts';
import { hashPassword } from '../../domain/accounts/passwords.ts';
import { signIn } from '../../domain/accounts/sign-in.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';

const { auth, session } = calls;
const password = 'Engine1!';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { ATRIUM_COUNTRY_HEADER: 'cf-ipcountry' } });
});
afterAll(() => app.close());

const makeUser = async () => {
  const user = await app.createUser({ premium: true });
  await app.db
    .update(users)
    .set({ passwordHash: await hashPassword(password) })
    .where(eq(users.id, user.id));
  return user;
};
const tokenIn = (headers: Readonly<Record<string, unknown>>) =>
  /atrium_session=([^;]*)/.exec(String(headers['set-cookie']))?.[1];
const logIn = async (email: string, headers: Record<string, string> = {}) => {
  const payload = { email, password };
  const answer = await app.visitor.request({ method: 'POST', url: `/api${auth.login.path}`, payload, headers });
  return tokenIn(answer.headers) ?? '';
};
const statusWith = async (token: string) =>
  (await app.visitor.request({ url: '/api/user', headers: { cookie: `atrium_session=${token}` } })).status;

describe('the sessions of a user', () => {
  it('are listed with device and location, the current one first', async () => {
    const user = await makeUser();
    const client = app.as(user);
    await client.call(session.getUser, {});
    await logIn(user.email, { 'user-agent': firefox, 'cf-ipcountry': 'NO' });
    const { status, body } = await client.call(session.listSessions, {});
    expect(status).toBe(200);
    expect(body.sessions).toMatchObject([
      { current: true, device: 'Unknown device' },
      { current: false, device: 'Firefox on Linux', place: 'Norway' },
    ]);
  });

  it('reveal nothing that opens one', async () => {
    const client = app.as(await makeUser());
    const { text } = await client.request({ url: `/api${session.listSessions.path}` });
    expect(text).not.toContain(await client.token());
    expect(Object.keys((JSON.parse(text) as { sessions: object[] }).sessions[0]!).toSorted()).toEqual([
      '_id',
      'createdDate',
      'current',
      'device',
      'lastUse',
    ]);
  });

  it('end one by one: at once, and the caller stays signed in', async () => {
    const user = await makeUser();
    const client = app.as(user);
    const other = await logIn(user.email);
    expect(await statusWith(other)).toBe(200);
    const { body } = await client.call(session.listSessions, {});
    const { headers } = await client.call(session.endSession, { sessionId: body.sessions[1]!._id });
    expect(headers['set-cookie']).toBeUndefined();
    expect(await statusWith(other)).toBe(401);
    expect((await client.call(session.getUser, {})).status).toBe(200);
  });

  it('end with the cookie if it is the current one', async () => {
    const client = app.as(await makeUser());
    const { body } = await client.call(session.listSessions, {});
    const { headers } = await client.call(session.endSession, { sessionId: body.sessions[0]!._id });
    expect(headers['set-cookie']).toMatch(/^atrium_session=;.*Expires=Thu, 01 Jan 1970/);
    expect((await client.call(session.getUser, {})).status).toBe(401);
  });

  it('of another user answer like missing ones, and continue', async () => {
    const [client, victim] = [app.as(await makeUser()), app.as(await makeUser())];
    const foreign = (await victim.call(session.listSessions, {})).body.sessions[0]!._id;
    const answer = await client.call(session.endSession, { sessionId: foreign });
    expect(answer).toMatchObject({ status: 404, body: { msg: 'This session has already ended.' } });
    const nowhere = await client.call(session.endSession, { sessionId: newId() });
    expect(nowhere).toMatchObject({ status: answer.status, body: answer.body });
    expect((await victim.call(session.getUser, {})).status).toBe(200);
  });

  it('end all together, here too, and leave other users alone', async () => {
    const user = await makeUser();
    const [client, victim] = [app.as(user), app.as(await makeUser())];
    const other = await logIn(user.email);
    const { status, headers } = await client.call(session.endAllSessions, {});
    expect(status).toBe(200);
    expect(headers['set-cookie']).toMatch(/^atrium_session=;.*Expires=Thu, 01 Jan 1970/);
    expect((await client.call(session.getUser, {})).status).toBe(401);
    expect(await statusWith(other)).toBe(401);
    expect((await victim.call(session.getUser, {})).status).toBe(200);
  });

  it('end without harm to a reply that another one reads', async () => {
    const user = await makeUser();
    const client = app.as(user);
    const reply = client.stream(calls.chat.streamReply, { prompt: 'Show me a table' });
    await client.call(session.getUser, {});
    await app.services.sessions.endOthers(user.id, await client.token());
    expect((await reply).items.at(-1)).toMatchObject({ type: 'end', outcome: 'complete' });
  });
});

it('ends only once the browser has its next one, and not if the sign-in fails', async () => {
  const user = await makeUser();
  const order: string[] = [];
  const browser = {
    token: 'A'.repeat(43),
    deviceToken: undefined,
    userAgent: firefox,
    ip: '192.0.2.7',
    country: undefined,
  };
  const signInBy = (open: TestApp['services']['sessions']['open']) =>
    signIn(
      {
        ...app.services,
        sessions: {
          open: async (...given) => {
            order.push('open');
            return open(...given);
          },
          end: async () => void order.push('end'),
        },
      },
      browser,
      user.id,
    );
  await expect(signInBy(async () => undefined)).rejects.toMatchObject({ code: 'account-changed' });
  expect(order).toEqual(['open']);
  await signInBy((...given) => app.services.sessions.open(...given));
  expect(order).toEqual(['open', 'open', 'end']);
});

describe('a session that an attacker planted', () => {
  it('does not become the user’s: a sign-in creates a new one and ends the previous one', async () => {
    const [user, attacker] = [await makeUser(), await makeUser()];
    const planted = (await app.as(attacker).token())!;
    const opened = await logIn(user.email, { cookie: `atrium_session=${planted}` });
    expect(opened).not.toBe(planted);
    expect(await statusWith(planted)).toBe(401);
    expect(await statusWith(opened)).toBe(200);
  });

  it('is not taken over if nobody opened it', async () => {
    const user = await makeUser();
    const planted = 'A'.repeat(43);
    const opened = await logIn(user.email, { cookie: `atrium_session=${planted}` });
    expect(opened).not.toBe(planted);
    expect(await statusWith(planted)).toBe(401);
  });

  it('does not outlive the log-out of the browser', async () => {
    const client = app.as(await makeUser());
    const token = (await client.token())!;
    await client.call(auth.logout, {});
    expect(await statusWith(token)).toBe(401);
  });
});
