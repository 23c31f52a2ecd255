import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { emailHashes } from '../../db/schema/accounts.ts';
import { issueLink } from '../../domain/accounts/email-hashes.ts';
import { changeOfUser } from '../../domain/accounts/limits.ts';
import { createTestApp, origin, type TestApp } from '../../testing/app.ts';
import { emailsTo, linkTo } from '../../testing/mailbox.ts';
import { password, signUp } from '../../testing/sign-up.ts';

const start = Date.UTC(2026, 10, 21, 12);
const day = 24 * 60 * 60 * 1000;
let time = start;
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ now: () => time });
});
beforeEach(() => {
  time = start;
});
afterAll(() => app.close());

type Person = Awaited<ReturnType<typeof signUp>> & { id: string };
const join = async (email: string): Promise<Person> => {
  const person = await signUp(app, email);
  return { ...person, id: (await person.row())!.id };
};
const change = ({ id, post }: Person, email: string, secret?: string) =>
  post('/api/auth/changeEmail', { userId: id, email, ...(secret === undefined ? {} : { password: secret }) });
let requestCount = 0;
const follow = (link: Record<string, string>, headers: Record<string, string> = {}) => {
  requestCount += 1;
  return app.visitor.request({
    method: 'POST',
    url: '/api/auth/changeWithHash',
    payload: link,
    headers: { 'x-forwarded-for': `198.18.${requestCount >> 8}.${requestCount & 255}`, ...headers },
  });
};
const linkFor = async (person: Person, email: string) => {
  await change(person, email, password);
  return Object.fromEntries(await linkTo(app, email, 'change')) as { changeHash: string; newEmail: string };
};
const refused = {
  status: 400,
  body: { code: 'invalid-link', msg: 'This link is no longer valid. Please request a new one.' },
};
const sent = 'An email has been sent to the new address. Please confirm by clicking the link received.';

describe('requesting a change of address', () => {
  it('requires the password of an account that has one, and accepts no other', async () => {
    const ada = await join('ask@example.test');
    expect(await change(ada, 'next@example.test')).toMatchObject({
      status: 400,
      body: { code: 'password-required', msg: 'Password required.' },
    });
    expect(await change(ada, 'next@example.test', 'Wrong1!')).toMatchObject({
      status: 400,
      body: { msg: 'The password is incorrect.' },
    });
    expect(await emailsTo(app, 'next@example.test')).toEqual([]);
    expect(await change(ada, 'next@example.test', password)).toMatchObject({ status: 200, body: { msg: sent } });
    expect((await emailsTo(app, 'next@example.test'))[0]?.plain).toContain(`${origin}/auth/change?changeHash=`);
    expect(await ada.row()).toMatchObject({ email: 'ask@example.test' });
  });

  it('requires none of an account without a password', async () => {
    const user = await app.createUser();
    const client = app.as(user);
    const payload = { userId: user.id, email: 'social@example.test' };
    expect((await client.request({ method: 'POST', url: '/api/auth/changeEmail', payload })).status).toBe(200);
    expect(await emailsTo(app, 'social@example.test')).toHaveLength(1);
  });

  it('refuses the current address, in whatever case, and an invalid one', async () => {
    const ada = await join('same@example.test');
    const same = { status: 400, body: { code: 'same-email', msg: 'Email cannot be the same as existing.' } };
    expect(await change(ada, 'SAME@example.test', password)).toMatchObject(same);
    expect((await change(ada, 'nothing', password)).body.msg).toBe('email: Please enter a valid email address');
  });

  it('changes the caller’s own account only', async () => {
    const [ada, eve] = [await join('victim@example.test'), await join('eve@example.test')];
    expect((await change({ ...eve, id: ada.id }, 'evil@example.test', password)).status).toBe(403);
    expect(await emailsTo(app, 'evil@example.test')).toEqual([]);
  });

  it('answers the same for an address with and without an account, and notifies only its owner', async () => {
    const ada = await join('curious@example.test');
    const { email } = await app.createUser({ email: 'taken@example.test' });
    const free = await change(ada, 'free@example.test', password);
    const forTaken = await change(ada, email.toUpperCase(), password);
    expect(forTaken.text).toBe(free.text);
    expect(forTaken.status).toBe(200);
    const [sent, ...more] = await emailsTo(app, email);
    expect(more).toEqual([]);
    expect(sent?.subject).toBe('You already have an Atrium account');
    expect(sent?.plain).not.toContain('changeHash');
    expect(await emailsTo(app, email.toUpperCase())).toEqual([]);
  });

  it('accepts five wrong passwords a minute for one account, even if a hundred arrive at once', async () => {
    const ada = await join('patience@example.test');
    const answers = await Promise.all(Array.from({ length: 100 }, () => change(ada, 'x@example.test', 'Wrong1!')));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
    const late = await change(ada, 'x@example.test', password);
    expect(late).toMatchObject({ status: 429, body: { _msBeforeNext: expect.any(Number) } });
  });

  it('sends ten mails an hour for one account', async () => {
    const ada = await join('mailer@example.test');
    for (let at = 0; at < 8; at += 1) await app.services.limits.consume(changeOfUser, ada.id);
    const statuses = [];
    for (let at = 0; at < 4; at += 1) statuses.push((await change(ada, `to${at}@example.test`, password)).status);
    expect(statuses).toEqual([200, 200, 429, 429]);
  });
});

describe('a link that changes the address', () => {
  it('changes it, verifies it, ends the other sessions but not the caller’s, and notifies the former address', async () => {
    const ada = await join('before@example.test');
    const other = await ada.logIn();
    const link = await linkFor(ada, 'After@example.test');
    expect(await follow(link, { cookie: ada.cookie })).toMatchObject({
      status: 200,
      body: { msg: 'Your email address was changed.' },
    });
    expect(await ada.isSignedIn()).toBe(true);
    expect(await ada.isSignedIn(other.cookie)).toBe(false);
    const { body } = await app.visitor.request({ url: '/api/user', headers: { cookie: ada.cookie } });
    expect(body).toMatchObject({ email: 'After@example.test' });
    expect((await ada.logIn(password, 'after@example.test')).status).toBe(200);
    expect((await ada.logIn(password, 'before@example.test')).status).toBe(400);
    const notice = (await emailsTo(app, 'before@example.test')).at(-1);
    expect(notice?.subject).toBe('Your email address was changed');
    expect(notice?.plain).toContain('From: before@example.test\nTo: After@example.test');
  });

  it('ends every session if a visitor or another user opens it', async () => {
    const [ada, ben, eve] = [await join('a@example.test'), await join('b@example.test'), await join('e@example.test')];
    await follow(await linkFor(ada, 'a2@example.test'));
    expect(await ada.isSignedIn()).toBe(false);
    await follow(await linkFor(ben, 'b2@example.test'), { cookie: eve.cookie });
    expect(await ben.isSignedIn()).toBe(false);
    expect(await eve.isSignedIn()).toBe(true);
    expect((await eve.row())?.email).toBe('e@example.test');
  });

  it('works once, even for twenty simultaneous requests', async () => {
    const ada = await join('many@example.test');
    const link = await linkFor(ada, 'many2@example.test');
    const answers = await Promise.all(Array.from({ length: 20 }, () => follow(link)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(19);
    expect((await emailsTo(app, 'many@example.test')).map(({ subject }) => subject).slice(1)).toEqual([
      'Your email address was changed',
    ]);
  });

  it('is valid for a day and not longer', async () => {
    const ada = await join('slow@example.test');
    const link = await linkFor(ada, 'slow2@example.test');
    time = start + day;
    expect(await follow(link)).toMatchObject(refused);
    time = start + day - 1;
    expect((await follow(link)).status).toBe(200);
  });

  it('changes to the address that it was sent to, and stays valid after a try with another', async () => {
    const ada = await join('aim@example.test');
    const link = await linkFor(ada, 'aim2@example.test');
    expect(await follow({ ...link, newEmail: 'evil2@example.test' })).toMatchObject(refused);
    expect((await ada.row())?.email).toBe('aim@example.test');
    expect((await follow({ ...link, newEmail: 'AIM2@example.test' })).status).toBe(200);
  });

  it('is void once a newer change was requested', async () => {
    const ada = await join('again@example.test');
    const older = await linkFor(ada, 'first@example.test');
    const newer = await linkFor(ada, 'second@example.test');
    expect(await follow(older)).toMatchObject(refused);
    expect((await follow(newer)).status).toBe(200);
  });

  it('invalidates the links that were sent to the former address', async () => {
    const ada = await join('leaving@example.test');
    await app.visitor.request({ method: 'POST', url: '/api/auth/forgotPassword', payload: { email: ada.email } });
    await app.services.background.settled();
    const resetHash = (await linkTo(app, ada.email, 'set')).get('resetHash')!;
    const confirm = Object.fromEntries(await linkTo(app, ada.email, 'change'));
    await follow(await linkFor(ada, 'gone@example.test'));
    const reset = await ada.post('/api/auth/resetWithHash', { resetHash, password: 'Newer-Engine2' });
    expect(reset).toMatchObject(refused);
    expect(await follow(confirm)).toMatchObject(refused);
    const rows = await app.db.select().from(emailHashes).where(eq(emailHashes.userId, ada.id));
    expect(rows.filter(({ usedDate }) => usedDate === null)).toEqual([]);
  });

  it('reports that another user has claimed the address in the meantime, and changes nothing', async () => {
    const ada = await join('slower@example.test');
    const link = await linkFor(ada, 'Wanted@example.test');
    await app.createUser({ email: 'wanted@example.test' });
    expect(await follow(link)).toMatchObject({
      status: 409,
      body: { msg: 'There is already an account with this email address.' },
    });
    expect((await ada.row())?.email).toBe('slower@example.test');
    expect(await ada.isSignedIn()).toBe(true);
  });

  it('can be tried thirty times in a quarter of an hour from one network', async () => {
    const statuses = [];
    for (let at = 0; at < 32; at += 1) {
      const headers = { 'x-forwarded-for': `9.9.9.${at}, 203.0.113.98` };
      statuses.push((await follow({ changeHash: `guess${at}`, newEmail: 'a@example.test' }, headers)).status);
    }
    expect(statuses.indexOf(429)).toBe(30);
  });
});

describe('a link that confirms the address of a sign-up', () => {
  it('is accepted for each of forty colleagues who confirm theirs in one network', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.96' };
    const statuses = [];
    for (let at = 0; at < 40; at += 1) {
      const { id: userId, email: newEmail } = await app.createUser();
      const changeHash = await app.db.transaction((tx) =>
        issueLink(tx, { userId, kind: 'confirm', newEmail, now: start }),
      );
      statuses.push((await follow({ changeHash, newEmail }, headers)).status);
    }
    expect(statuses).toEqual(Array(40).fill(200));
  });

  it('ends no session, works once, and is valid for a day', async () => {
    const ada = await join('proved@example.test');
    const other = await ada.logIn();
    const link = Object.fromEntries(await linkTo(app, ada.email, 'change'));
    time = start + day;
    expect(await follow(link)).toMatchObject(refused);
    time = start + 1000;
    expect(await follow(link)).toMatchObject({ status: 200, body: { msg: 'Your email address is confirmed.' } });
    expect((await ada.row())?.emailVerifiedDate).toEqual(new Date(start + 1000));
    expect([await ada.isSignedIn(), await ada.isSignedIn(other.cookie)]).toEqual([true, true]);
    expect(await follow(link)).toMatchObject(refused);
  });
});
