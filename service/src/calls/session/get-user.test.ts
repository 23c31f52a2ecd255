import { session } from '@atrium/shared-kernel/contracts/calls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

it('gives the signed-in user without anything secret', async () => {
  const user = await app.createUser({ email: 'ada@example.test', premium: true });
  const { status, body } = await app.as(user).call(session.getUser, {});
  expect(status).toBe(200);
  expect(body).toMatchObject({ _id: user.id, email: 'ada@example.test', emailNotifications: true, booktAdmin: false });
  expect(Date.parse(body.subscriptionEndDate ?? '')).toBeGreaterThan(Date.now());
  expect(Object.keys(body)).not.toContain('passwordHash');
});

it('answers 401 with a message to a visitor, and to a token that nobody was given', async () => {
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
