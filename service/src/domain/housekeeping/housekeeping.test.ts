import { afterAll, beforeAll, expect, it } from 'vitest';
import { schema } from '../../db/database.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { housekeeping, maxEmails } from './housekeeping.ts';

const {
  changes,
  devices,
  emailHashes,
  mails,
  passkeyChallenges,
  paymentSessions,
  pushTokens,
  sessions,
  signInAttempts,
} = schema;
const now = Date.UTC(2026, 5, 15);
const inDays = (days: number) => new Date(now + days * 24 * 60 * 60 * 1000);

let app: TestApp;
let userId: string;
beforeAll(async () => {
  app = await createTestApp();
  userId = (await app.createUser()).id;
});
afterAll(() => app.close());

const run = async (name: string) => {
  const job = housekeeping(app.services.database, () => now).find((one) => one.name === name);
  await job!.run();
};

it('removes sessions that have ended, and no other', async () => {
  await app.db.insert(sessions).values([
    { tokenHash: 'over', userId, expires: inDays(-0.01) },
    { tokenHash: 'open', userId, expires: inDays(0.01) },
  ]);
  await run('remove-sessions');
  expect((await app.db.select().from(sessions)).map(({ tokenHash }) => tokenHash)).toEqual(['open']);
});

it('removes browsers that are not signed in from those that are notified', async () => {
  await app.db.insert(sessions).values({ tokenHash: 'signed in', userId, expires: inDays(0.01) });
  await app.db.insert(pushTokens).values([
    { token: 'notified', userId, sessionHash: 'signed in' },
    { token: 'signed out', userId, sessionHash: 'signed out' },
    { token: 'never subscribed', userId },
  ]);
  await run('remove-push-tokens');
  expect((await app.db.select().from(pushTokens)).map(({ token }) => token)).toEqual(['notified']);
});

it('removes links by mail that were used or have ended', async () => {
  const link = { userId, kind: 'reset' as const, expires: inDays(1) };
  await app.db.insert(emailHashes).values([
    { ...link, hash: 'open' },
    { ...link, hash: 'used', usedDate: inDays(-0.01) },
    { ...link, hash: 'over', expires: inDays(-0.01) },
  ]);
  await run('remove-email-hashes');
  expect((await app.db.select().from(emailHashes)).map(({ hash }) => hash)).toEqual(['open']);
});

it('removes sign-ins at a provider and challenges of passkeys that were never completed', async () => {
  const attempt = { provider: 'google', nonce: 'n', verifier: 'v' } as const;
  await app.db.insert(signInAttempts).values([
    { ...attempt, tokenHash: 'over', state: 'over', expires: inDays(-0.01) },
    { ...attempt, tokenHash: 'open', state: 'open', expires: inDays(0.01) },
  ]);
  await app.db.insert(passkeyChallenges).values([
    { challenge: 'over', expires: inDays(-0.01) },
    { challenge: 'open', expires: inDays(0.01) },
  ]);
  await run('remove-sign-in-attempts');
  await run('remove-passkey-challenges');
  expect((await app.db.select().from(signInAttempts)).map(({ state }) => state)).toEqual(['open']);
  expect((await app.db.select().from(passkeyChallenges)).map(({ challenge }) => challenge)).toEqual(['open']);
});

it('forgets browsers that were not used for 400 days, but never the last one of a user', async () => {
  const absent = (await app.createUser()).id;
  await app.db.insert(devices).values([
    { userId, deviceHash: 'old', lastUsedDate: inDays(-401) },
    { userId, deviceHash: 'in use', lastUsedDate: inDays(-399) },
    { userId: absent, deviceHash: 'older', lastUsedDate: inDays(-900) },
    { userId: absent, deviceHash: 'last', lastUsedDate: inDays(-800) },
  ]);
  await run('remove-devices');
  const remaining = (await app.db.select().from(devices)).map(({ deviceHash }) => deviceHash);
  expect(remaining.toSorted()).toEqual(['in use', 'last']);
});

it('removes checkouts a week after they ended without a payment, and none that was or may still be paid', async () => {
  const checkout = {
    provider: 'local',
    userId,
    interval: 'month',
    quantity: 1,
    unitAmount: 1,
    currency: 'usd',
  } as const;
  await app.db.insert(paymentSessions).values([
    { ...checkout, id: 'open', expires: inDays(1) },
    { ...checkout, id: 'recent', status: 'expired', expires: inDays(-6) },
    { ...checkout, id: 'canceled', status: 'expired', expires: inDays(-8) },
    { ...checkout, id: 'broken off', teamName: 'Broken', status: 'opening', expires: inDays(-8) },
    { ...checkout, id: 'on its way', teamName: 'Way', expires: inDays(-89) },
    { ...checkout, id: 'never paid', teamName: 'Never', expires: inDays(-91) },
    { ...checkout, id: 'paid', status: 'paid', expires: inDays(-180) },
  ]);
  await run('remove-payment-sessions');
  const remaining = (await app.db.select().from(paymentSessions)).map(({ id }) => id);
  expect(remaining.toSorted()).toEqual(['on its way', 'open', 'paid', 'recent']);
});

it('keeps the newest emails, and all that were not delivered yet', async () => {
  const mailOf = (at: number, sent = true) => ({
    id: at.toString(16).padStart(24, '0'),
    recipient: 'a@example.test',
    subject: String(at),
    plain: '',
    html: '',
    sentDate: sent ? inDays(0) : null,
  });
  await app.db
    .insert(mails)
    .values([mailOf(0, false), ...Array.from({ length: maxEmails + 2 }, (_, at) => mailOf(at + 1))]);
  await run('remove-emails');
  const subjects = (await app.db.select().from(mails)).map(({ subject }) => Number(subject)).toSorted((a, b) => a - b);
  expect(subjects.slice(0, 2)).toEqual([0, 3]);
  expect(subjects).toHaveLength(maxEmails + 1);
});

it('removes emails that could not be delivered a week after, and none that still may be', async () => {
  await app.db.delete(mails);
  const mailOf = (subject: string, age: number, error: string | null) => ({
    recipient: 'a@example.test',
    subject,
    plain: '',
    html: '',
    createdDate: inDays(-age),
    error,
  });
  await app.db
    .insert(mails)
    .values([mailOf('refused', 8, 'No mailbox'), mailOf('tried again', 6, 'Busy'), mailOf('waits', 30, null)]);
  await run('remove-emails');
  const left = await app.db.select({ subject: mails.subject }).from(mails).orderBy(mails.createdDate);
  expect(left.map(({ subject }) => subject)).toEqual(['waits', 'tried again']);
});

it('deletes changes after a day: clients that were offline longer reload everything', async () => {
  const change = { audience: 'person:ada', kind: 'chats', ids: [] };
  await app.db.delete(changes);
  await app.db.insert(changes).values([
    { ...change, audience: 'person:old', createdDate: inDays(-1.01) },
    { ...change, audience: 'person:new', createdDate: inDays(-0.99) },
  ]);
  await run('remove-changes');
  expect((await app.db.select().from(changes)).map(({ audience }) => audience)).toEqual(['person:new']);
});
