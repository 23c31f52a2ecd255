import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { pushTokens, sessions } from '../../db/schema/accounts.ts';
import type { PushPort } from '../../ports/push.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { linkTo } from '../../testing/mailbox.ts';
import { password, signUp } from '../../testing/sign-up.ts';
import { notify } from './push.ts';

const account = JSON.stringify({
  project_id: 'p',
  client_email: 'a@b.test',
  private_key: '-----BEGIN PRIVATE KEY-----',
});
const day = 24 * 60 * 60 * 1000;
let time = Date.now();
let app: TestApp;
/** Firebase gives another token for each registration, also of the same browser. */
let registrations = 0;
beforeAll(async () => {
  app = await createTestApp({
    env: { FCM_SERVICE_ACCOUNT: account, FCM_VAPID_KEY: 'BPublic', FCM_WEB_API_KEY: 'AIza', FCM_WEB_APP_ID: '1' },
    now: () => time,
  });
});
beforeEach(async () => {
  vi.spyOn(app.services.push, 'register').mockImplementation(async () => {
    registrations += 1;
    return `token-${registrations}`;
  });
  await app.db.delete(pushTokens);
  registrations = 0;
  time = Date.now();
});
afterAll(() => app.close());

/** The tokens that a notification of the user goes to. */
const notified = async (userId: string): Promise<string[]> => {
  const tokens: string[] = [];
  const push: PushPort = {
    publicKey: 'BPublic',
    register: async () => undefined,
    send: async (token) => {
      tokens.push(token);
      return 'sent';
    },
  };
  const note = { title: 'Ready', body: '', link: 'https://atrium.test', tag: 'ready' };
  await notify({ db: app.db, push }, userId, note, time);
  return tokens;
};

/** Sends a call of a page. */
type Send = (url: string, payload: object) => Promise<{ readonly body: unknown }>;
const sendAs = (user: { id: string }): Send => {
  const client = app.as(user);
  return (url, payload) => client.request({ method: 'POST', url, payload });
};
const register = async (send: Send, browser = 'browser') => {
  const subscription = { endpoint: `https://push.example.test/${browser}`, p256dh: 'key', auth: 'secret' };
  return (await send('/api/push/registerBrowser', subscription)).body as { fcmToken: string };
};
/** What a page does at the start of a visit. */
const visit = async (send: Send, browser?: string) => send('/api/push/fcmSubscribe', await register(send, browser));

describe('a browser', () => {
  it('is notified once, in however many tabs it was opened', async () => {
    const user = await app.createUser();
    const send = sendAs(user);
    for (let tab = 0; tab < 3; tab += 1) await visit(send);
    await visit(sendAs(user), 'other');
    expect(await notified(user.id)).toEqual(['token-1', 'token-2']);
    expect(registrations).toBe(2);
  });

  it('is notified once if its tabs open at the same time', async () => {
    const user = await app.createUser();
    const send = sendAs(user);
    await Promise.all([visit(send), visit(send), visit(send)]);
    expect(await notified(user.id)).toHaveLength(1);
    expect(await app.db.$count(pushTokens)).toBe(1);
  });

  it('is notified once after its push service has given it another endpoint', async () => {
    const user = await app.createUser();
    const send = sendAs(user);
    await visit(send, 'before');
    await visit(send, 'after');
    expect(await notified(user.id)).toEqual(['token-2']);
  });

  it('is notified once if an earlier version of the service registered it', async () => {
    const user = await app.createUser();
    const send = sendAs(user);
    await send('/api/push/fcmSubscribe', { fcmToken: 'unknown' });
    expect(await notified(user.id)).toEqual(['unknown']);
    await visit(send);
    expect(await notified(user.id)).toEqual(['token-1']);
  });

  it('is notified once if its cookies were deleted', async () => {
    const user = await app.createUser();
    await visit(sendAs(user));
    await visit(sendAs(user));
    expect(await notified(user.id)).toEqual(['token-1']);
  });

  it('belongs to the user who subscribed last with it', async () => {
    const [before, after] = [await app.createUser(), await app.createUser()];
    await visit(sendAs(before));
    await visit(sendAs(after));
    expect([await notified(before.id), await notified(after.id)]).toEqual([[], ['token-2']]);
  });

  it('is registered again after a week', async () => {
    const user = await app.createUser();
    const send = sendAs(user);
    await visit(send);
    time += 7 * day;
    await visit(send);
    time += 1;
    await visit(send);
    expect([await notified(user.id), await app.db.$count(pushTokens)]).toEqual([['token-2'], 1]);
  });

  it('is not notified before it has subscribed, nor after it has unsubscribed', async () => {
    const user = await app.createUser();
    const send = sendAs(user);
    const browser = await register(send);
    expect(await notified(user.id)).toEqual([]);
    await send('/api/push/fcmSubscribe', browser);
    await send('/api/push/fcmUnsubscribe', browser);
    expect(await notified(user.id)).toEqual([]);
  });
});

describe('a browser that is signed out', () => {
  let people = 0;
  const person = async () => {
    people += 1;
    const ada = await signUp(app, `push-${people}@example.test`, `203.0.113.${people}`);
    const sendWith =
      (cookie: string): Send =>
      (url, payload) =>
        ada.post(url, payload, { cookie });
    const { cookie } = await ada.logIn();
    const { id } = (await ada.row())!;
    const laptop = sendWith(cookie);
    await visit(laptop);
    return { ...ada, id, laptop };
  };
  type Ada = Awaited<ReturnType<typeof person>>;
  /** The session of the only browser that is subscribed. */
  const subscribed = async () => {
    const [row] = await app.db
      .select({ sessionId: sessions.id })
      .from(pushTokens)
      .innerJoin(sessions, eq(sessions.tokenHash, pushTokens.sessionHash));
    return row!;
  };

  const ways: [string, (ada: Ada) => Promise<unknown>][] = [
    ['by its own log-out', ({ laptop }) => laptop('/api/auth/logout', {})],
    ['everywhere', ({ post }) => post('/api/endAllSessions', {})],
    ['by itself everywhere', ({ laptop }) => laptop('/api/endAllSessions', {})],
    ['from another device', async ({ post }) => post('/api/endSession', await subscribed())],
    [
      'by a password that was changed on another device',
      ({ post }) => post('/api/auth/changePassword', { password, newPassword: 'Turbine2!' }),
    ],
    [
      'by a forgotten password',
      async ({ email, post }) => {
        await post('/api/auth/forgotPassword', { email });
        await app.services.background.settled();
        const resetHash = (await linkTo(app, email, 'set')).get('resetHash');
        await post('/api/auth/resetWithHash', { resetHash, password: 'Turbine2!' });
      },
    ],
    ['because it was not used for long', async () => void (time += 31 * day)],
  ];
  it.each(ways)('%s is notified no more', async (_way, end) => {
    const ada = await person();
    expect(await notified(ada.id)).toHaveLength(1);
    await end(ada);
    expect(await notified(ada.id)).toEqual([]);
  });

  it('is notified no more if an earlier version of the service subscribed it, for which it is unknown', async () => {
    const ada = await app.createUser();
    await app.db.insert(pushTokens).values({ token: 'earlier', userId: ada.id });
    expect(await notified(ada.id)).toEqual([]);
  });

  it.each([
    ['changes the password', '/api/auth/changePassword', { password, newPassword: 'Turbine2!' }],
    ['confirms the password', '/api/auth/confirmPassword', { password }],
  ])('is not one that %s: it stays subscribed with its new session', async (_way, url, payload) => {
    const ada = await person();
    await ada.laptop(url, payload);
    expect(await notified(ada.id)).toHaveLength(1);
  });
});
