import { profile, session } from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { users } from '../../db/schema/accounts.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const all = {
  theme: 'dark',
  fontSize: '18px',
  firstName: 'Grace',
  lastName: 'Hopper',
  username: 'grace_h',
  emailNotifications: false,
  aiPersonality: 'serious',
  aiLanguage: 'en-GB',
  aiDisplayName: 'Amazing',
  reminderHour: 7,
  timeZone: 'Africa/Johannesburg',
  heardFrom: 'youtube',
} as const;

it('saves every field, and the very next request sees it', async () => {
  const client = app.as(await app.createUser());
  await client.call(session.getUser, {});
  expect((await client.call(profile.updateUser, all)).status).toBe(200);
  expect((await client.call(session.getUser, {})).body).toMatchObject(all);
});

it('leaves what is not named as it is', async () => {
  const client = app.as(await app.createUser());
  const some = { ...all, username: 'left_alone' };
  await client.call(profile.updateUser, some);
  await client.call(profile.updateUser, { theme: 'light' });
  expect((await client.call(session.getUser, {})).body).toMatchObject({ ...some, theme: 'light' });
  expect((await client.call(profile.updateUser, {})).status).toBe(200);
});

it('changes nobody else', async () => {
  const other = app.as(await app.createUser({ firstName: 'Other' }));
  await app.as(await app.createUser()).call(profile.updateUser, { firstName: 'Mine' });
  expect((await other.call(session.getUser, {})).body.firstName).toBe('Other');
});

it('keeps a username unique, in whatever case, and frees it when it is cleared', async () => {
  const [first, second] = [app.as(await app.createUser()), app.as(await app.createUser())];
  await first.call(profile.updateUser, { username: 'unique_1' });
  const conflict = await second.call(profile.updateUser, { username: 'UNIQUE_1' });
  expect(conflict).toMatchObject({ status: 409, body: { msg: 'This username is taken.' } });
  await first.call(profile.updateUser, { username: '' });
  expect((await first.call(session.getUser, {})).body).not.toHaveProperty('username');
  expect((await second.call(profile.updateUser, { username: 'unique_1' })).status).toBe(200);
});

it.each([
  ['a username that begins with a digit', { username: '1abc' }],
  ['an hour that no day has', { reminderHour: 24 }],
  ['a theme that does not exist', { theme: 'sepia' }],
  ['a picture of another site', { avatarImageUrl: 'https://evil.test/objects/x' }],
  ['a picture of another site, by two slashes', { avatarImageUrl: '//evil.test/objects/x' }],
  ['a time zone that does not exist', { timeZone: 'Europe/Atlantis' }],
  ['a picture that nobody has uploaded', { avatarImageUrl: '/objects/avatars/x' }],
  ['a picture that is a call', { avatarImageUrl: '/objects/../api/auth/logout' }],
  ['a picture that is a script', { avatarImageUrl: 'javascript:alert(1)' }],
  ['an empty name', { firstName: ' ' }],
])('refuses %s and changes nothing', async (_what, wrong) => {
  const client = app.as(await app.createUser());
  const before = (await client.call(session.getUser, {})).body;
  expect((await client.call(profile.updateUser, { theme: 'dark', ...wrong } as never)).status).toBe(400);
  expect((await client.call(session.getUser, {})).body).toEqual(before);
});

/** The stored row; the browser only gets a part of it. */
const stored = async (id: string) => (await app.db.select().from(users).where(eq(users.id, id)))[0];

it('stores a time zone by its one name, however it is written', async () => {
  const user = await app.createUser();
  expect((await app.as(user).call(profile.updateUser, { timeZone: 'europe/BERLIN' })).status).toBe(200);
  expect(await stored(user.id)).toMatchObject({ timeZone: 'Europe/Berlin' });
});

it('saves the hour of a user whose time zone this runtime does not know', async () => {
  const user = await app.createUser();
  await app.db.update(users).set({ timeZone: 'Europe/Atlantis' }).where(eq(users.id, user.id));
  expect((await app.as(user).call(profile.updateUser, { reminderHour: 9 })).status).toBe(200);
  expect(await stored(user.id)).toMatchObject({ reminderHour: 9 });
});

it.each([
  ['_id', 'a'.repeat(24)],
  ['id', 'a'.repeat(24)],
  ['email', 'new@example.test'],
  ['emailVerifiedDate', '2026-01-01T00:00:00.000Z'],
  ['password', 'Engine1!'],
  ['passwordHash', 'x'],
  ['booktAdmin', true],
  ['subscriptionEndDate', '2099-01-01T00:00:00.000Z'],
  ['subscriptionEnd', '2099-01-01T00:00:00.000Z'],
  ['activeTeam', 'a'.repeat(24)],
  ['activeTeamId', 'a'.repeat(24)],
  ['googleScopes', ['drive']],
  ['microsoftScopes', ['files']],
  ['countryCode', 'ZA'],
  ['createdDate', '2020-01-01T00:00:00.000Z'],
  ['__proto__', { booktAdmin: true }],
])('refuses the field %s by its name and changes nothing, not even the other fields', async (field, value) => {
  const user = await app.createUser();
  const client = app.as(user);
  const before = [await stored(user.id), (await client.call(session.getUser, {})).body];
  const payload = `{ "theme": "dark", ${JSON.stringify(field)}: ${JSON.stringify(value)} }`;
  const headers = { 'content-type': 'application/json' };
  const { status, body } = await client.request({ method: 'POST', url: '/api/updateUser', payload, headers });
  expect(status).toBe(400);
  // A forged prototype is refused when the JSON is parsed, before fields are validated.
  expect(body.msg).toContain(field === '__proto__' ? 'not valid' : `"${field}"`);
  expect([await stored(user.id), (await client.call(session.getUser, {})).body]).toEqual(before);
});
