import { session } from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../db/id.ts';
import { users } from '../../db/schema/accounts.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { givePlan } from '../../testing/users.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

it('returns the signed-in user without anything secret', async () => {
  const user = await app.createUser({ email: 'ada@example.test', premium: true });
  const { status, body } = await app.as(user).call(session.getUser, {});
  expect(status).toBe(200);
  expect(body).toMatchObject({ _id: user.id, email: 'ada@example.test', emailNotifications: true, booktAdmin: false });
  expect(Date.parse(body.subscriptionEndDate ?? '')).toBeGreaterThan(Date.now());
  expect(Object.keys(body)).not.toContain('passwordHash');
});

it('returns 401 with a message to a visitor, and for a token that was never issued', async () => {
  expect(await app.visitor.call(session.getUser, {})).toMatchObject({ status: 401, body: { msg: 'Please sign in.' } });
  const forged = await app.visitor.request({ url: '/api/user', headers: { cookie: 'atrium_session=forged' } });
  expect(forged.status).toBe(401);
});

it('refuses a query field that the contract does not know', async () => {
  const user = await app.createUser();
  const { status, body } = await app.as(user).request({ url: '/api/user?admin=true' });
  expect(status).toBe(400);
  expect(body.msg).toMatch(/admin/);
});

it('returns every field that the specification names, as the account has it', async () => {
  const { id } = await app.createUser({ email: 'full@example.test' });
  const [firstName, lastName] = ['Grace', 'Hopper'];
  const fields = {
    username: 'grace_h',
    avatarImageUrl: '/objects/avatars/x',
    theme: 'dark',
    fontSize: '18px',
    aiPersonality: 'serious',
    aiLanguage: 'en-GB',
    aiDisplayName: 'Amazing',
    emailNotifications: false,
    reminderHour: 7,
    heardFrom: 'youtube',
    countryCode: 'ZA',
    region: 'WC',
    postal: '8001',
    currencySymbol: 'R',
    booktAdmin: true,
    googleScopes: ['calendar'],
    microsoftScopes: ['files'],
  } as const;
  const activeTeam = newId();
  const end = new Date(Date.now() + 86_400_000);
  const { googleScopes, microsoftScopes, ...plain } = fields;
  await app.db
    .update(users)
    .set({
      ...plain,
      firstName,
      lastName,
      activeTeamId: activeTeam,
      googleScopes: [...googleScopes],
      microsoftScopes: [...microsoftScopes],
    })
    .where(eq(users.id, id));
  await givePlan(app.db, id, end);
  const { body } = await app.as({ id }).call(session.getUser, {});
  const email = 'full@example.test';
  const subscriptionEndDate = end.toISOString();
  const { emailVerified, memoryEnabled, pushNotifications, revision, ...specified } = body;
  expect({ emailVerified, memoryEnabled, pushNotifications }).toEqual({
    emailVerified: false,
    memoryEnabled: true,
    pushNotifications: false,
  });
  expect(revision).toMatch(/./);
  expect(specified).toEqual({ ...fields, _id: id, email, firstName, lastName, activeTeam, subscriptionEndDate });
});
