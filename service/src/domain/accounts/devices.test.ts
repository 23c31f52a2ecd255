import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auth } from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { devices, users } from '../../db/schema/accounts.ts';
import { mails } from '../../db/schema/mail.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { linkTo } from '../../testing/mailbox.ts';
import { deviceName } from './devices.ts';
import { hashPassword } from './passwords.ts';

const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0';
const windows = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome}`;
const iPhone = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit}`;

describe('the name of a device', () => {
  it.each([
    [`${windows} Safari/537.36`, 'Chrome on Windows'],
    [`${windows} Safari/537.36 Edg/141.0.0.0`, 'Edge on Windows'],
    [`${iPhone} Version/18.0 Mobile/15E148 Safari/604.1`, 'Safari on iPhone'],
    [`${iPhone} CriOS/141.0 Mobile/15E148 Safari/604.1`, 'Chrome on iPhone'],
    [`Mozilla/5.0 (iPad; CPU OS 16_0 like Mac OS X) ${webkit} Version/16.0 Safari/604.1`, 'Safari on iPad'],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.0 Safari/605.1.15`, 'Safari on macOS'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox on Linux'],
    [`Mozilla/5.0 (Linux; Android 14; SM-S911B) ${chrome} SamsungBrowser/28.0`, 'Samsung Internet on Android'],
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome} Safari/537.36`, 'Chrome on Chrome OS'],
  ])('%s is %s', (userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name);
  });

  it.each([undefined, '', 'curl/8.5.0', 'Mozilla/5.0 (', '<b>', 'x'.repeat(100_000)])(
    'is unknown for %.20s',
    (text) => {
      expect(deviceName(text)).toBe('Unknown device');
    },
  );

  it('never contains text from the header', () => {
    expect(deviceName('Call-0800-12345/1.0 (Windows NT 10.0; Win64; x64)')).toBe('Windows');
  });
});

describe('a sign-in', () => {
  const password = 'Engine1!';
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ env: { ATRIUM_COUNTRY_HEADER: 'cf-ipcountry' } });
  });
  afterAll(() => app.close());

  const makeUser = async () => {
    const user = await app.createUser();
    await app.db
      .update(users)
      .set({ passwordHash: await hashPassword(password) })
      .where(eq(users.id, user.id));
    return user;
  };
  const logIn = async (
    email: string,
    { cookie = '', agent = `${windows} Safari/537.36`, country = 'ZA', secret = password } = {},
  ) => {
    const { status, headers } = await app.visitor.request({
      method: 'POST',
      url: `/api${auth.login.path}`,
      payload: { email, password: secret },
      headers: { cookie, 'user-agent': agent, 'cf-ipcountry': country },
    });
    expect(status).toBe(200);
    const cookies = headers['set-cookie'] as string[];
    const set = cookies.find((text) => text.startsWith('atrium_device='))!;
    const session = cookies.find((text) => text.startsWith('atrium_session='))!.split(';')[0]!;
    return { set, session, cookie: set.split(';')[0]! };
  };
  const mailsTo = (email: string) => app.db.select().from(mails).where(eq(mails.recipient, email));

  it('of a user for the first time is no news, and names the browser by a cookie that scripts cannot read', async () => {
    const user = await makeUser();
    const { set } = await logIn(user.email);
    expect(set).toMatch(/^atrium_device=[\w-]{43}; Path=\/; Expires=.*; HttpOnly; SameSite=Lax$/);
    expect(await mailsTo(user.email)).toEqual([]);
  });

  it('in the same browser again is no news', async () => {
    const user = await makeUser();
    const { cookie } = await logIn(user.email);
    expect((await logIn(user.email, { cookie })).cookie).toBe(cookie);
    expect(await mailsTo(user.email)).toEqual([]);
    expect(await app.db.select().from(devices).where(eq(devices.userId, user.id))).toHaveLength(1);
  });

  it('in another browser is reported by email, once, with what is known of it', async () => {
    const user = await makeUser();
    await logIn(user.email);
    const { cookie } = await logIn(user.email, { agent: `${iPhone} Version/18.0 Mobile/15E148 Safari/604.1` });
    await logIn(user.email, { cookie });
    const sent = await mailsTo(user.email);
    expect(sent).toHaveLength(1);
    expect(sent[0]!.plain).toContain('Safari on iPhone');
    expect(sent[0]!.plain).toContain('South Africa');
  });

  it('in the browser of another user is reported by email', async () => {
    const [first, second] = [await makeUser(), await makeUser()];
    await logIn(second.email);
    const { cookie } = await logIn(first.email);
    await logIn(second.email, { cookie });
    expect(await mailsTo(second.email)).toHaveLength(1);
    expect(await mailsTo(first.email)).toEqual([]);
  });

  it('stores no device token in plain text, and accepts none of another form', async () => {
    const user = await makeUser();
    const { cookie } = await logIn(user.email, { cookie: 'atrium_device=planted' });
    const token = cookie.split('=')[1]!;
    expect(token).not.toBe('planted');
    const stored = await app.db.select().from(devices).where(eq(devices.userId, user.id));
    expect(stored.map(({ deviceHash }) => deviceHash)).not.toContain(token);
  });

  describe('after a new password', () => {
    const fresh = 'Newer-Engine2';
    const post = async (path: string, payload: object, cookie = '') => {
      const answer = await app.visitor.request({
        method: 'POST',
        url: `/api/auth/${path}`,
        payload,
        headers: { cookie },
      });
      expect(answer.status).toBe(200);
    };
    const reset = async (email: string, cookie?: string) => {
      await post('forgotPassword', { email });
      await app.services.background.settled();
      const resetHash = (await linkTo(app, email, 'set')).get('resetHash');
      await post('resetWithHash', { resetHash, password: fresh }, cookie);
    };
    const change = async (email: string, cookie: string) => {
      const session = (await logIn(email, { cookie })).session;
      await post('changePassword', { password, newPassword: fresh }, `${cookie}; ${session}`);
    };
    const reported = async (email: string) =>
      (await mailsTo(email)).filter(({ subject }) => subject === 'New sign-in to your Atrium account').length;

    it.each([
      ['by a link', reset],
      ['in the settings', change],
    ])('set %s is news in every browser but the one that set it', async (_where, replace) => {
      const user = await makeUser();
      const { cookie: own } = await logIn(user.email);
      const { cookie: intruder } = await logIn(user.email);
      const before = await reported(user.email);
      await replace(user.email, own);
      await logIn(user.email, { cookie: own, secret: fresh });
      expect(await reported(user.email)).toBe(before);
      await logIn(user.email, { cookie: intruder, secret: fresh });
      expect(await reported(user.email)).toBe(before + 1);
    });

    it('set in a browser that was never signed in is news in the only known one', async () => {
      const user = await makeUser();
      const { cookie } = await logIn(user.email);
      await reset(user.email);
      await logIn(user.email, { cookie, secret: fresh });
      expect(await reported(user.email)).toBe(1);
    });
  });

  it('that registers sends no mail of a new device', async () => {
    const email = 'fresh@example.test';
    const person = { firstName: 'Ada', lastName: 'Lovelace', email, password };
    expect((await app.visitor.call(auth.register, person)).status).toBe(200);
    expect((await mailsTo(email)).map(({ subject }) => subject)).not.toContain('New sign-in to your Atrium account');
  });
});
