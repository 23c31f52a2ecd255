import { push as calls, session } from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PushPort, PushResult } from '../../ports/push.ts';
import { pushTokens } from '../../db/schema/accounts.ts';
import { maxBrowsersPerUser, notify } from '../../domain/push/push.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';

const account = JSON.stringify({
  project_id: 'p',
  client_email: 'a@b.test',
  private_key: '-----BEGIN PRIVATE KEY-----',
});
let on: TestApp;
let off: TestApp;
beforeAll(async () => {
  on = await createTestApp({
    env: { FCM_SERVICE_ACCOUNT: account, FCM_VAPID_KEY: 'BPublic', FCM_WEB_API_KEY: 'AIza', FCM_WEB_APP_ID: '1' },
  });
  off = await createTestApp();
});
beforeEach(async () => {
  await on.db.delete(pushTokens);
});
afterAll(async () => {
  await on.close();
  await off.close();
});

const ownerOf = async (token: string) =>
  (await on.db.select().from(pushTokens).where(eq(pushTokens.token, token))).map(({ userId }) => userId);

describe('notifications of browsers', () => {
  it('are subscribed to with the public key of the installation', async () => {
    const user = await on.createUser();
    expect(await on.as(user).call(calls.publicPushKey, {})).toMatchObject({ status: 200, body: { key: 'BPublic' } });
    expect((await on.as(user).call(calls.fcmSubscribe, { fcmToken: 'a' })).status).toBe(200);
    expect(await ownerOf('a')).toEqual([user.id]);
  });

  it('belong to who subscribed last with the browser', async () => {
    const [before, after] = [await on.createUser(), await on.createUser()];
    await on.as(before).call(calls.fcmSubscribe, { fcmToken: 'shared' });
    await on.as(after).call(calls.fcmSubscribe, { fcmToken: 'shared' });
    expect(await ownerOf('shared')).toEqual([after.id]);
  });

  it('are ended by their user only', async () => {
    const [owner, other] = [await on.createUser(), await on.createUser()];
    await on.as(owner).call(calls.fcmSubscribe, { fcmToken: 'mine' });
    expect((await on.as(other).call(calls.fcmUnsubscribe, { fcmToken: 'mine' })).status).toBe(200);
    expect(await ownerOf('mine')).toEqual([owner.id]);
    await on.as(owner).call(calls.fcmUnsubscribe, { fcmToken: 'mine' });
    expect(await ownerOf('mine')).toEqual([]);
  });

  it('are limited to a number of browsers, of which the oldest is dropped', async () => {
    const user = await on.createUser();
    const rows = Array.from({ length: maxBrowsersPerUser }, (_, at) => ({
      token: `browser${at}`,
      userId: user.id,
      createdDate: new Date(1_700_000_000_000 + at * 1000),
    }));
    await on.db.insert(pushTokens).values(rows);
    await on.as(user).call(calls.fcmSubscribe, { fcmToken: 'newest' });
    expect(await ownerOf('browser0')).toEqual([]);
    expect(await ownerOf('newest')).toEqual([user.id]);
    expect(await on.db.$count(pushTokens)).toBe(maxBrowsersPerUser);
  });

  it('are reported with the user as not set up, so that no screen has to request it', async () => {
    const told = async (app: TestApp) =>
      (await app.as(await app.createUser()).call(session.getUser, {})).body.pushNotifications;
    expect([await told(on), await told(off)]).toEqual([undefined, false]);
  });

  it('cannot be subscribed to if they are not set up, with a sentence that says so', async () => {
    const client = off.as(await off.createUser());
    const refused = {
      status: 400,
      body: { code: 'push-not-set-up', msg: 'Notifications are not set up on this installation.' },
    };
    expect(await client.call(calls.publicPushKey, {})).toMatchObject(refused);
    expect(await client.call(calls.fcmSubscribe, { fcmToken: 'a' })).toMatchObject(refused);
    const browser = { endpoint: 'https://push.example.test/1', p256dh: 'key', auth: 'secret' };
    expect(await client.call(calls.registerBrowser, browser)).toMatchObject(refused);
    expect((await client.call(calls.fcmUnsubscribe, { fcmToken: 'a' })).status).toBe(200);
    expect(await off.db.$count(pushTokens)).toBe(0);
  });

  it('reach all browsers of a user and nobody else, and drop those that are gone', async () => {
    const [user, other] = [await on.createUser(), await on.createUser()];
    for (const fcmToken of ['taken', 'gone', 'failed']) await on.as(user).call(calls.fcmSubscribe, { fcmToken });
    await on.as(other).call(calls.fcmSubscribe, { fcmToken: 'gone-other' });
    const tokens: string[] = [];
    const push: PushPort = {
      publicKey: 'BPublic',
      register: async () => undefined,
      send: async (token) => {
        tokens.push(token);
        return ({ taken: 'sent', gone: 'gone' } as Record<string, PushResult>)[token] ?? 'failed';
      },
    };
    const note = { title: 'Ready', body: '', link: 'https://atrium.test', tag: 'ready' };
    expect(await notify({ db: on.db, push }, user.id, note, Date.now())).toBe(1);
    expect(tokens.toSorted((a, b) => a.localeCompare(b))).toEqual(['failed', 'gone', 'taken']);
    expect([await ownerOf('gone'), await ownerOf('failed'), await ownerOf('gone-other')]).toEqual([
      [],
      [user.id],
      [other.id],
    ]);
  });
});
