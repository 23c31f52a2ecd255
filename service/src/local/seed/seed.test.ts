import { auth, chat, memories, session, teams } from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { users } from '../../db/schema/accounts.ts';
import { chats } from '../../db/schema/chats.ts';
import { hashPassword } from '../../domain/accounts/passwords.ts';
import { isPremium } from '../../domain/accounts/viewer.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { lockSeeded, seededEmail, seededNames as names, seededPassword } from '../../domain/accounts/seeded.ts';
import { seed } from './seed.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  await seed(app.services.database);
});
afterAll(() => app.close());

const idOf = async (name: (typeof names)[number]) => {
  const [user] = await app.db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, seededEmail(name)));
  return { id: user?.id ?? '' };
};

it('creates every account with its password and its plan', async () => {
  for (const name of names) {
    const input = { email: seededEmail(name), password: seededPassword };
    expect((await app.visitor.call(auth.login, input)).status).toBe(200);
    const { body } = await app.as(await idOf(name)).call(session.getUser, {});
    expect(body).toMatchObject({ heardFrom: 'friend', booktAdmin: name === 'admin' });
    const end = body.subscriptionEndDate === undefined ? null : new Date(body.subscriptionEndDate);
    expect(isPremium({ subscriptionEnd: end } as never)).toBe(name !== 'free');
  }
});

it('treats their addresses as verified, even in data from before verification', async () => {
  await app.db.update(users).set({ emailVerifiedDate: null });
  await seed(app.services.database);
  for (const { emailVerifiedDate } of await app.db.select().from(users)) expect(emailVerifiedDate).not.toBeNull();
});

it('removes the known password if others can reach the product, with the sessions, and restores it on a local start', async () => {
  const logIn = (name: (typeof names)[number]) =>
    app.visitor.call(auth.login, { email: seededEmail(name), password: seededPassword });
  const { id } = await idOf('premium');
  const { sessions } = app.services;
  const { token = '' } = (await sessions.open(id)) ?? {};
  expect(await sessions.viewer(token)).toMatchObject({ id });
  await lockSeeded(app.services.database);
  sessions.forget(id);
  expect(await sessions.viewer(token)).toBeUndefined();
  for (const name of names) expect((await logIn(name)).status, name).toBe(400);
  await seed(app.services.database);
  for (const name of names) expect((await logIn(name)).status, name).toBe(200);
});

it('does not change an account whose password was changed', async () => {
  const passwordHash = await hashPassword('Chosen1!');
  await app.db
    .update(users)
    .set({ passwordHash })
    .where(eq(users.email, seededEmail('free')));
  await lockSeeded(app.services.database);
  expect((await app.visitor.call(auth.login, { email: seededEmail('free'), password: 'Chosen1!' })).status).toBe(200);
  await seed(app.services.database);
});

it('gives its users realistic names, which reveal neither their plan nor a test', async () => {
  const accounts = await app.db.select().from(users);
  expect(new Set(accounts.map(({ firstName }) => firstName)).size).toBe(names.length);
  for (const { firstName, lastName } of accounts)
    expect(`${firstName} ${lastName}`).not.toMatch(/free|premium|member|admin|team|test|demo|user|seed/i);
  const all = await app.db.select().from(chats);
  for (const { title } of all) expect(title).not.toMatch(/\b(?:test|demo|sample|example|lorem)/i);
});

it('creates the team Atlas of five seats with its admin and one more member', async () => {
  const { body } = await app.as(await idOf('member')).call(teams.listTeams, {});
  expect(body.teams).toMatchObject([{ name: 'Atlas', admin: false }]);
  const { body: atlas } = await app
    .as(await idOf('teamadmin'))
    .call(teams.getTeam, { teamId: body.teams[0]?._id ?? '' });
  expect(atlas.stripeSubscriptionSeats).toBe(5);
  expect(atlas.members.map(({ email }) => email).toSorted()).toEqual([seededEmail('member'), seededEmail('teamadmin')]);
  expect(atlas.admins).toEqual([(await idOf('teamadmin')).id]);
});

it('gives the premium account chats of three pages, from today to older than a month, and memories', async () => {
  const premium = await idOf('premium');
  const rows = await app.db.select().from(chats).where(eq(chats.userId, premium.id));
  expect(rows.length).toBeGreaterThan(20);
  const ages = rows.map(({ lastUpdate }) => (Date.now() - lastUpdate.getTime()) / 86_400_000);
  for (const [from, to] of [
    [0, 0.1],
    [1, 2],
    [2, 7],
    [7, 14],
    [14, 31],
    [31, 100],
  ] as const)
    expect(ages.some((age) => age >= from && age < to)).toBe(true);
  const client = app.as(premium);
  const { body: page } = await client.call(chat.listChats, {});
  expect(page.chats).toHaveLength(10);
  const { body: first } = await client.call(chat.getChat, { chatId: page.chats[0]?._id ?? '' });
  expect(first.messages.map(({ prompt }) => prompt)[0]).toMatch(/outline/);
  expect((await client.call(memories.listMemories, {})).body.memories.length).toBeGreaterThan(0);
});

it('changes nothing the second time, not even what a user has deleted', async () => {
  const premium = await idOf('premium');
  await app.db.delete(chats).where(eq(chats.userId, premium.id));
  const before = await app.db.select().from(users);
  await seed(app.services.database);
  expect(await app.db.select().from(users)).toEqual(before);
  expect(await app.db.select().from(chats).where(eq(chats.userId, premium.id))).toEqual([]);
});
