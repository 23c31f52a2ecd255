import { callTable } from '@atrium/shared-kernel/contracts/call-table';
import { chat, profile, session } from '@atrium/shared-kernel/contracts/calls';
import type { CallDef } from '@atrium/shared-kernel/contracts/define';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/app.ts';
import type { TestClient } from '../testing/client.ts';

let app: TestApp;
let other: string;
let client: TestClient;
let own: string;
beforeAll(async () => {
  app = await createTestApp();
  const user = await app.createUser({ premium: true });
  own = user.id;
  other = (await app.createUser({ premium: true })).id;
  client = app.as(user);
});
afterAll(() => app.close());

const ask = (who: TestClient, { method, path }: CallDef, person: string, payload: object = {}) =>
  who.request({
    method,
    url: `/api${path}`,
    headers: { 'atrium-person': person },
    ...(method === 'POST' ? { payload } : {}),
  });
const refused = { status: 409, body: { code: 'other-person' } };

/** Calls that ask who is signed in, or sign somebody in. */
const identifying = new Set([
  'auth.login',
  'auth.register',
  'auth.forgotPassword',
  'auth.resetWithHash',
  'auth.changeWithHash',
  'auth.google',
  'auth.apple',
  'auth.azure',
  'auth.listProviders',
  'auth.startSocialLogin',
  'passkeys.startPasskeyLogin',
  'passkeys.finishPasskeyLogin',
  'session.getUser',
]);

describe('a call of a page that was created for another user', () => {
  const table = callTable.map((call) => [call.name, call] as const);
  it.each(table.filter(([name]) => !identifying.has(name)))('is refused: %s', async (_name, call) => {
    expect(await ask(client, call, other)).toMatchObject(refused);
    expect(await ask(client, call, 'none')).toMatchObject(refused);
    // Not 401, because the page would then treat its own user as signed out.
    expect(await ask(app.visitor, call, own)).toMatchObject(refused);
  });

  it.each(table.filter(([name]) => identifying.has(name)))('is answered if it names the user: %s', async (_, call) => {
    expect((await ask(client, call, other)).body).not.toMatchObject(refused.body);
    expect((await ask(app.visitor, call, own)).body).not.toMatchObject(refused.body);
  });

  it('changes nothing', async () => {
    expect(await ask(client, profile.updateUser, other, { firstName: 'Grace' })).toMatchObject(refused);
    expect((await client.call(session.getUser, {})).body).not.toMatchObject({ firstName: 'Grace' });
  });
});

it('a call of the right page, and one that does not say whose page it is, are answered', async () => {
  for (const headers of [{ 'atrium-person': own }, {}])
    expect((await client.request({ method: 'GET', url: `/api${chat.listChats.path}`, headers })).status).toBe(200);
  expect((await ask(app.visitor, session.ping, 'none')).status).toBe(200);
  expect((await ask(app.visitor, chat.listChats, 'none')).status).toBe(401);
});

it('an answer names its user, even if it is a refusal', async () => {
  const who = async (one: TestClient) =>
    (await one.request({ method: 'GET', url: '/api/user' })).headers['atrium-person'];
  expect(await who(client)).toBe(own);
  expect(await who(app.visitor)).toBe('none');
});
