import { passkeys as calls } from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '../db/schema/accounts.ts';
import { loginOfAccount, operatorLoginOfAccount } from '../domain/accounts/limits.ts';
import { passkeysFor } from '../domain/accounts/operator-login.ts';
import { hashPassword } from '../domain/accounts/passwords.ts';
import { createTestApp, origin, type TestApp } from '../testing/app.ts';
import { createAuthenticator } from '../testing/authenticator.ts';

const page = 'http://operator.atrium.test';
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { ATRIUM_OPERATOR_ORIGIN: page } });
});
afterAll(() => app.close());

let addresses = 0;
const post = async (path: string, body: object) => {
  addresses += 1;
  const payload = { ip: `198.18.0.${addresses}`, ...body };
  const answer = await app.app.inject({ method: 'POST', url: `/internal/operators/${path}`, payload });
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>(), headers: answer.headers };
};
const person = async (booktAdmin: boolean) => {
  const user = await app.createUser({ booktAdmin });
  await app.db
    .update(users)
    .set({ passwordHash: await hashPassword('Atrium1!') })
    .where(eq(users.id, user.id));
  return user;
};

describe('the sign-in of operators', () => {
  it('accepts a product admin’s password and starts no session of the product', async () => {
    const { email } = await person(true);
    const { status, body, headers } = await post('password', { email: email.toUpperCase(), password: 'Atrium1!' });
    expect([status, body, headers['set-cookie']]).toEqual([200, { email }, undefined]);
  });

  it('accepts nobody else, even with the right password, and limits guesses', async () => {
    const { email } = await person(false);
    expect((await post('password', { email, password: 'Atrium1!' })).status).toBe(403);
    const admin = await person(true);
    const ip = '198.18.9.9';
    const tries = [];
    for (let at = 0; at < 6; at += 1)
      tries.push((await post('password', { email: admin.email, password: `guess ${at}`, ip })).status);
    expect(tries).toEqual([400, 400, 400, 400, 400, 429]);
    expect((await post('password', { email: admin.email, password: 'Atrium1!', more: 1 })).status).toBe(400);
  });

  it('is open to an admin whose account strangers keep at the limit of the product’s page', async () => {
    const { email } = await person(true);
    for (let at = 0; at < 60; at += 1) await app.services.limits.consume(loginOfAccount, email);
    expect((await post('password', { email, password: 'Atrium1!' })).status).toBe(200);
    for (let at = 0; at < 60; at += 1) await app.services.limits.consume(operatorLoginOfAccount, email);
    expect((await post('password', { email, password: 'Atrium1!' })).status).toBe(429);
  });

  describe('with a passkey of the product', () => {
    const withPasskey = async (booktAdmin: boolean) => {
      const user = await app.createUser({ booktAdmin });
      const device = createAuthenticator(origin);
      const client = app.as(user);
      const { options } = (await client.call(calls.startPasskeyRegistration, {})).body;
      await client.call(calls.finishPasskeyRegistration, { credential: device.register(options) });
      return { user, device };
    };
    const question = async () => (await post('passkey-question', {})).body['options'] as Record<string, unknown>;

    it('accepts a product admin who answers on the operator page, once', async () => {
      const { user, device } = await withPasskey(true);
      const options = await question();
      expect(options).toMatchObject({ rpId: 'atrium.test', userVerification: 'required' });
      const credential = device.logIn(options, { origin: page });
      expect(await post('passkey', { credential })).toMatchObject({ status: 200, body: { email: user.email } });
      expect((await post('passkey', { credential })).status).toBe(400);
    });

    it('accepts no answer that a script of the product’s own origin got', async () => {
      const { device } = await withPasskey(true);
      expect((await post('passkey', { credential: device.logIn(await question()) })).status).toBe(400);
      const ofProduct = await app.visitor.call(calls.startPasskeyLogin, {});
      expect((await post('passkey', { credential: device.logIn(ofProduct.body.options) })).status).toBe(400);
    });

    it('accepts nobody who is no product admin', async () => {
      const { device } = await withPasskey(false);
      const credential = device.logIn(await question(), { origin: page });
      expect((await post('passkey', { credential })).status).toBe(403);
    });
  });

  it.each([
    ['http://localhost:8081', ['http://localhost:8080'], 'http://localhost:8080'],
    ['https://operator.chat.example', ['https://chat.example'], 'https://chat.example'],
    ['https://operator.example', ['https://chat.example'], undefined],
    ['https://evilchat.example', ['https://chat.example'], undefined],
  ])('on %s requests passkeys of %s: %s', (operator, origins, found) => {
    expect(passkeysFor(operator, origins)).toBe(found);
  });
});
