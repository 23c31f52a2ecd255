import { auth } from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { emailHashes, identities, passkeys, users } from '../../db/schema/accounts.ts';
import {
  chargesOfWiderNetworks,
  forgotOfAccountDaily,
  forgotOfAccountEverywhere,
  forgotOfAddress,
  linkOfUser,
} from '../../domain/accounts/limits.ts';
import { createTestApp, origin, type TestApp } from '../../testing/app.ts';
import { emailsTo, linkTo } from '../../testing/mailbox.ts';
import { password, signUp } from '../../testing/sign-up.ts';

const start = Date.UTC(2026, 10, 21, 12);
const hour = 60 * 60 * 1000;
let time = start;
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ now: () => time });
});
beforeEach(() => {
  time = start;
});
afterAll(() => app.close());

const confirmation = 'If an account uses this address, we’ve sent it a link to set a new password.';
const fresh = 'Newer-Engine2';
let requestCount = 0;
/** Each request comes from another address. */
const post = (path: string, payload: object, headers: Record<string, string> = {}) => {
  requestCount += 1;
  return app.visitor.request({
    method: 'POST',
    url: `/api/auth/${path}`,
    payload,
    headers: { 'x-forwarded-for': `198.18.${requestCount >> 8}.${requestCount & 255}`, ...headers },
  });
};
const forget = async (email: string) => {
  const answer = await post('forgotPassword', { email });
  await app.services.background.settled();
  return answer;
};
const linkFor = async (email: string) => {
  await forget(email);
  return (await linkTo(app, email, 'set')).get('resetHash')!;
};
const reset = (resetHash: string, secret = fresh) => post('resetWithHash', { resetHash, password: secret });
const refused = {
  status: 400,
  body: { code: 'invalid-link', msg: 'This link is no longer valid. Please request a new one.' },
};

describe('a forgotten password', () => {
  it('is answered for an unknown address as for a known one, in body, status and headers', async () => {
    const { email } = await app.createUser({ email: 'known@example.test' });
    const known = await forget('KNOWN@example.test');
    const unknown = await forget('unknown@example.test');
    expect(known).toMatchObject({ status: 200, body: { msg: confirmation } });
    expect(unknown.text).toBe(known.text);
    expect(unknown.status).toBe(known.status);
    expect(Object.keys(unknown.headers)).toEqual(Object.keys(known.headers));
    expect(await emailsTo(app, email)).toHaveLength(1);
    expect(await emailsTo(app, 'unknown@example.test')).toEqual([]);
  });

  it('is answered before any work, so that the response time reveals nothing', async () => {
    const { email } = await app.createUser();
    const sent = Promise.withResolvers<void>();
    const send = vi.spyOn(app.services.mail, 'send').mockImplementation(() => sent.promise);
    expect((await post('forgotPassword', { email })).status).toBe(200);
    sent.resolve();
    await app.services.background.settled();
    expect(send).toHaveBeenCalledOnce();
  });

  it('sends a link to the page that sets a new one; only its hash is stored', async () => {
    const { email, id } = await app.createUser();
    const secret = await linkFor(email);
    expect(secret).toMatch(/^[\w-]{43}$/);
    const [sent] = await emailsTo(app, email);
    expect(sent?.plain).toContain(`${origin}/auth/set?resetHash=${secret}\n`);
    const rows = await app.db.select().from(emailHashes).where(eq(emailHashes.userId, id));
    expect(rows).toMatchObject([{ kind: 'reset', expires: new Date(start + hour), usedDate: null }]);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it('is requested once a minute by email address and network, known or not', async () => {
    const { email } = await app.createUser();
    const from = { 'x-forwarded-for': '203.0.113.5' };
    for (const address of [email, 'nobody@example.test']) {
      expect((await post('forgotPassword', { email: address }, from)).status).toBe(200);
      const again = await post('forgotPassword', { email: address.toUpperCase() }, from);
      expect(again).toMatchObject({
        status: 429,
        body: { msg: 'You have recently reset your password, please check your email.' },
      });
      const { _msBeforeNext: wait = 0 } = again.body as { _msBeforeNext?: number };
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(60_000);
    }
    await app.services.background.settled();
    expect(await emailsTo(app, email)).toHaveLength(1);
  });

  it('is not blocked for its owner by a stranger elsewhere, but for an hour after eight emails', async () => {
    const { email } = await app.createUser();
    const answers = [];
    for (let at = 0; at < 10; at += 1) answers.push(await forget(email));
    expect(answers.map(({ status }) => status)).toEqual([...Array(8).fill(200), 429, 429]);
    expect(await emailsTo(app, email)).toHaveLength(8);
    const { _msBeforeNext: wait = 0 } = answers.at(-1)!.body as { _msBeforeNext?: number };
    expect(wait).toBeLessThanOrEqual(hour);
  });

  it('is never blocked by strangers for a user who is signed in, or whose browser has signed in before', async () => {
    const ada = await signUp(app, 'besieged@example.test');
    const { headers } = await post('login', { email: ada.email, password });
    const device = /atrium_device=[^;]+/.exec(String(headers['set-cookie']))?.[0] ?? '';
    for (let at = 0; at < 8; at += 1) await app.services.limits.consume(forgotOfAccountEverywhere, ada.email);
    const from = async (cookie: string, email = ada.email) =>
      (await post('forgotPassword', { email }, { cookie })).status;
    const eve = await signUp(app, 'jealous@example.test', '203.0.113.2');
    for (const cookie of ['', `atrium_device=${'A'.repeat(43)}`, eve.cookie]) expect(await from(cookie)).toBe(429);
    expect(await from(ada.cookie)).toBe(200);
    expect(await from(device, 'Besieged@example.test')).toBe(200);
    const more = [];
    for (let at = 0; at < 5; at += 1) more.push(await from(device));
    expect(more).toEqual([200, 200, 200, 200, 429]);
  });

  it('is sent to an address sixty times a day and then once an hour at most, but still to its owner', async () => {
    const { email, cookie } = await signUp(app, 'flooded@example.test');
    for (let at = 0; at < 58; at += 1) await app.services.limits.consume(forgotOfAccountDaily, email);
    const answers = [];
    for (let at = 0; at < 4; at += 1) answers.push((await forget(email)).status);
    expect(answers).toEqual([200, 200, 200, 429]);
    expect((await post('forgotPassword', { email }, { cookie })).status).toBe(200);
  });

  it('is not blocked for its owner by neighbors who use up those of a line or a company', async () => {
    const { email, cookie } = await signUp(app, 'neighbor@example.test');
    const from = { 'x-forwarded-for': '2001:db8:9:100::1' };
    for (const [limit, network] of chargesOfWiderNetworks(forgotOfAddress, from['x-forwarded-for']))
      for (let at = 0; at < limit.points; at += 1) await app.services.limits.consume(limit, network);
    expect((await post('forgotPassword', { email: 'nobody@nowhere.test' }, from)).status).toBe(429);
    expect((await post('forgotPassword', { email }, { ...from, cookie })).status).toBe(200);
  });

  it('that is refused takes nothing from others in its network', async () => {
    const from = { 'x-forwarded-for': '203.0.113.78' };
    const answers = [];
    for (let at = 0; at < 31; at += 1)
      answers.push((await post('forgotPassword', { email: 'retry@nowhere.test' }, from)).status);
    expect(answers).toEqual([200, ...Array(30).fill(429)]);
    expect((await post('forgotPassword', { email: 'colleague@nowhere.test' }, from)).status).toBe(200);
  });

  it('is requested thirty times an hour from one network, whatever it claims', async () => {
    const answers = [];
    for (let at = 0; at < 32; at += 1)
      answers.push(
        await post(
          'forgotPassword',
          { email: `${at}@nowhere.test` },
          { 'x-forwarded-for': `9.9.9.${at}, 203.0.113.77` },
        ),
      );
    expect(answers.map(({ status }) => status).lastIndexOf(200)).toBe(29);
    expect(answers.at(-1)?.status).toBe(429);
  });
});

describe('a link to set a new password', () => {
  it('sets it, verifies the address, ends every session, and confirms that by email', async () => {
    const ada = await signUp(app, 'ada@example.test');
    const other = await ada.logIn();
    const { status, body } = await reset(await linkFor(ada.email));
    expect({ status, body }).toEqual({ status: 200, body: { msg: 'Your password was changed. Please log in.' } });
    expect(await ada.isSignedIn()).toBe(false);
    expect(await ada.isSignedIn(other.cookie)).toBe(false);
    expect((await ada.logIn(password)).status).toBe(400);
    expect((await ada.logIn(fresh)).status).toBe(200);
    const row = await ada.row();
    expect(row?.passwordHash).toMatch(/^\$argon2id\$/);
    expect(row?.emailVerifiedDate).toEqual(new Date(start));
    const sent = (await emailsTo(app, ada.email)).find(({ subject }) => subject === 'Your password was changed');
    expect(sent?.plain).toContain('When: 21 November 2026 at 12:00 UTC');
  });

  it('says on the page and by email if it removed other ways to log in, as their owner may wonder', async () => {
    const ways = {
      'by-passkey@example.test': (userId: string) =>
        app.db.insert(passkeys).values({ id: userId, userId, publicKey: 'AA', counter: 0, name: 'Phone' }),
      'by-provider@example.test': (userId: string) =>
        app.db.insert(identities).values({ issuer: 'https://id.test', subject: userId, userId, provider: 'azure' }),
      'by-password@example.test': undefined,
    };
    const sentence =
      'Because this email address had not been confirmed, all passkeys and sign-in providers were removed. Add them again in your settings under Account.';
    for (const [email, add] of Object.entries(ways)) {
      const ada = await signUp(app, email);
      await add?.((await ada.row())!.id);
      const { body } = await reset(await linkFor(email));
      const sent = (await emailsTo(app, email)).find(({ subject }) => subject === 'Your password was changed');
      const plain = sent?.plain.replaceAll(/\s+/g, ' ');
      expect([body.msg?.includes(sentence), plain?.includes(sentence)]).toEqual([add !== undefined, add !== undefined]);
    }
  });

  it('keeps the other ways to log in of a confirmed address, and says nothing of them', async () => {
    const ada = await signUp(app, 'confirmed@example.test');
    const { id: userId } = (await ada.row())!;
    await app.db
      .update(users)
      .set({ emailVerifiedDate: new Date(start) })
      .where(eq(users.id, userId));
    await app.db.insert(passkeys).values({ id: userId, userId, publicKey: 'AA', counter: 0, name: 'Phone' });
    const { body } = await reset(await linkFor(ada.email));
    expect(body.msg).toBe('Your password was changed. Please log in.');
    expect(await app.db.select().from(passkeys).where(eq(passkeys.userId, userId))).toHaveLength(1);
  });

  it('ends the cookie of the browser that was signed in as that user', async () => {
    const ada = await signUp(app, 'cookie@example.test');
    const resetHash = await linkFor(ada.email);
    const { headers } = await ada.post('/api/auth/resetWithHash', { resetHash, password: fresh });
    expect(String(headers['set-cookie'])).toMatch(/atrium_session=;.*1970/);
  });

  it('does not change the sessions and the password of others', async () => {
    const [ada, eve] = [await signUp(app, 'a1@example.test'), await signUp(app, 'e1@example.test')];
    await reset(await linkFor(ada.email));
    expect(await eve.isSignedIn()).toBe(true);
    expect((await eve.logIn()).status).toBe(200);
  });

  it('works once', async () => {
    const ada = await signUp(app, 'once@example.test');
    const resetHash = await linkFor(ada.email);
    expect((await reset(resetHash)).status).toBe(200);
    expect(await reset(resetHash, 'Third-Engine3')).toMatchObject(refused);
    expect((await ada.logIn(fresh)).status).toBe(200);
  });

  it('works once for twenty simultaneous requests', async () => {
    const ada = await signUp(app, 'twenty@example.test');
    const resetHash = await linkFor(ada.email);
    const secrets = Array.from({ length: 20 }, (_, at) => `Parallel-${at}a`);
    const answers = await Promise.all(secrets.map((secret) => reset(resetHash, secret)));
    const won = answers.findIndex(({ status }) => status === 200);
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(19);
    expect((await ada.logIn(secrets[won])).status).toBe(200);
  });

  it('is valid for an hour and not longer', async () => {
    const ada = await signUp(app, 'late@example.test');
    const resetHash = await linkFor(ada.email);
    time = start + hour;
    expect(await reset(resetHash)).toMatchObject(refused);
    time = start + hour - 1;
    expect((await reset(resetHash)).status).toBe(200);
  });

  it('is valid beside a newer one that a stranger requested, and using one ends all', async () => {
    const ada = await signUp(app, 'newer@example.test');
    const older = await linkFor(ada.email);
    const confirm = Object.fromEntries(await linkTo(app, ada.email, 'change'));
    const [row] = await app.db.select({ id: users.id }).from(users).where(eq(users.email, ada.email));
    const newer = await linkFor(ada.email);
    expect(newer).not.toBe(older);
    expect((await reset(older)).status).toBe(200);
    expect(await reset(newer)).toMatchObject(refused);
    expect(await post('changeWithHash', confirm)).toMatchObject(refused);
    const left = await app.db.select().from(emailHashes).where(eq(emailHashes.userId, row!.id));
    expect(left.filter(({ usedDate }) => usedDate === null)).toEqual([]);
  });

  it('is neither one that confirms an address, nor one that was never sent', async () => {
    const ada = await signUp(app, 'foreign@example.test');
    const confirm = (await linkTo(app, ada.email, 'change')).get('changeHash')!;
    for (const hash of [confirm, 'unknown', 'A'.repeat(43)]) expect(await reset(hash)).toMatchObject(refused);
    expect((await ada.logIn()).status).toBe(200);
  });

  it('accepts no password that is weaker than the page requires, and stays valid for a better one', async () => {
    const ada = await signUp(app, 'weak@example.test');
    const resetHash = await linkFor(ada.email);
    for (const weak of ['Engine1', 'engine1!', 'ENGINE1!', 'Engine!!', 'En1!'])
      expect(await reset(resetHash, weak)).toMatchObject({
        status: 400,
        body: { msg: expect.stringMatching(/^password:/) },
      });
    expect((await reset(resetHash)).status).toBe(200);
  });

  it('is accepted from a network whose other links were refused, and takes no point from it', async () => {
    const from = { 'x-forwarded-for': '203.0.113.97' };
    const guess = () => post('resetWithHash', { resetHash: 'guess', password: fresh }, from);
    for (let at = 0; at < 29; at += 1) await guess();
    for (const email of ['first-of-office@example.test', 'second-of-office@example.test']) {
      await signUp(app, email);
      const resetHash = await linkFor(email);
      expect((await post('resetWithHash', { resetHash, password: fresh }, from)).status).toBe(200);
    }
    expect([(await guess()).status, (await guess()).status]).toEqual([400, 429]);
    await signUp(app, 'third-of-office@example.test');
    const resetHash = await linkFor('third-of-office@example.test');
    expect((await post('resetWithHash', { resetHash, password: fresh }, from)).status).toBe(200);
  });

  it('costs thirty hashes at most, from however many networks it is sent at once', async () => {
    const ada = await signUp(app, 'hammered@example.test');
    const resetHash = await linkFor(ada.email);
    const { id } = (await ada.row())!;
    for (let at = 0; at < 30; at += 1) await app.services.limits.consume(linkOfUser, id);
    expect(await reset(resetHash)).toMatchObject({ status: 429, body: { _msBeforeNext: expect.any(Number) } });
  });

  it('can be tried thirty times in a quarter of an hour from one network', async () => {
    const answers = [];
    for (let at = 0; at < 32; at += 1)
      answers.push(
        await post(
          'resetWithHash',
          { resetHash: `guess${at}`, password: fresh },
          { 'x-forwarded-for': `9.9.9.${at}, 203.0.113.99` },
        ),
      );
    expect(answers.map(({ status }) => status).indexOf(429)).toBe(30);
    expect(answers.at(-1)?.body).toMatchObject({ _msBeforeNext: expect.any(Number) });
  });
});

it('answers a call with what the contract promises and nothing more', async () => {
  const { body } = await app.visitor.call(auth.forgotPassword, { email: 'shape@example.test' });
  expect(Object.keys(body)).toEqual(['msg']);
});
