import * as calls from '@atrium/shared-kernel/contracts/calls';
import { eq } from 'drizzle-orm';
import { schema } from '../../db/database.ts';
import { type TestApp, origin } from '../app.ts';
import { createAuthenticator } from '../authenticator.ts';
import { createPerson, createTeam, type Person } from '../authorization/actors.ts';
import { createBrowser } from '../browser.ts';
import { clientId, clientSecret, startIssuer } from '../issuer.ts';
import { linkTo } from '../mailbox.ts';
import { password, signUp } from '../sign-up.ts';
import { givePlan } from '../users.ts';
import { making, premium, roleWith, type Cases } from './prepare.ts';

let count = 0;
const somebody = (app: TestApp) => signUp(app, `changes-${(count += 1)}@example.test`, `198.19.0.${count}`);

const integrationOf = async (app: TestApp, provider: 'google' | 'microsoft') => {
  const person = await createPerson(app, 'productAdmin');
  await person.client.token();
  const tokens = JSON.stringify({ access: 'a', refresh: 'r' });
  await app.db.insert(schema.integrations).values({ userId: person.id, provider, scopes: ['s'], tokens });
  const scopes = provider === 'google' ? { googleScopes: ['s'] } : { microsoftScopes: ['s'] };
  await app.db.update(schema.users).set(scopes).where(eq(schema.users.id, person.id));
  return person;
};

let issuer: Awaited<ReturnType<typeof startIssuer>> | undefined;
/** Starts the provider for `auth.google`. The app needs its environment variables. */
export const openIssuer = async () => {
  issuer = await startIssuer();
  return {
    env: { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_ISSUER: issuer.url },
    close: () => issuer!.close(),
  };
};

export const accountCases: Cases = {
  'auth.login': [
    async (app) => {
      const ada = await somebody(app);
      return () => ada.logIn();
    },
  ],
  'auth.changePassword': [
    async (app) => {
      const ada = await somebody(app);
      return () => ada.post('/api/auth/changePassword', { password, newPassword: 'Newer-Engine2' });
    },
  ],
  'auth.removeConnection': [
    async (app) => {
      const ada = await somebody(app);
      const userId = (await ada.row())!.id;
      const identity = {
        issuer: 'https://accounts.google.com',
        subject: `changes-${userId}`,
        provider: 'google' as const,
      };
      await app.db.insert(schema.identities).values({ ...identity, userId });
      return () => ada.post('/api/auth/disconnect', { provider: 'google' });
    },
  ],
  'auth.confirmPassword': [
    async (app) => {
      const ada = await somebody(app);
      return () => ada.post('/api/auth/confirmPassword', { password });
    },
  ],
  'auth.resetWithHash': [
    async (app) => {
      const ada = await somebody(app);
      const [user] = await app.db.select().from(schema.users).where(eq(schema.users.email, ada.email));
      const key = { userId: user!.id, publicKey: 'AA', counter: 0, name: 'Laptop' };
      await app.db.insert(schema.passkeys).values({ id: `key-${user!.id}`, ...key });
      await app.visitor.call(calls.auth.forgotPassword, { email: ada.email });
      await app.services.background.settled();
      const resetHash = (await linkTo(app, ada.email, 'set')).get('resetHash')!;
      return making(app.visitor, calls.auth.resetWithHash, { resetHash, password: 'Newer-Engine2' });
    },
  ],
  'auth.changeWithHash': [
    async (app) => {
      const ada = await somebody(app);
      const [user] = await app.db.select().from(schema.users).where(eq(schema.users.email, ada.email));
      const { teamId } = await createTeam(app);
      await app.db.insert(schema.teamMembers).values({ teamId, userId: user!.id, paid: false });
      const email = `next-${ada.email}`;
      await ada.post('/api/auth/changeEmail', { userId: user!.id, email, password });
      const link = await linkTo(app, email, 'change');
      const hash = link.get('changeHash')!;
      return making(app.visitor, calls.auth.changeWithHash, { changeHash: hash, newEmail: email });
    },
  ],
  'auth.google': [
    async (app) => {
      const browser = createBrowser(app.app, origin);
      const { body } = await browser.call(calls.auth.startSocialLogin, { provider: 'google' });
      const parameters = new URL(body.redirectUrl).searchParams;
      const claims = {
        sub: `changes-${(count += 1)}-of-a-test`,
        email: `social-${count}@example.test`,
        given_name: 'Ada',
      };
      issuer!.claims = { nonce: parameters.get('nonce') ?? '', email_verified: true, ...claims };
      const query = new URLSearchParams({ state: parameters.get('state') ?? '', code: 'right-code' });
      const { next } = await browser.get(`/api/auth/google/callback?${query}`);
      return () => browser.call(calls.auth.google, { token: next?.searchParams.get('credential') ?? '' });
    },
  ],
  'integrations.disconnectGoogle': [
    async (app) => making((await integrationOf(app, 'google')).client, calls.integrations.disconnectGoogle, {}),
  ],
  'integrations.disconnectMicrosoft': [
    async (app) => making((await integrationOf(app, 'microsoft')).client, calls.integrations.disconnectMicrosoft, {}),
  ],
  'passkeys.finishPasskeyRegistration': [
    async (app) => {
      const { client } = await premium(app);
      const { body } = await client.call(calls.passkeys.startPasskeyRegistration, {});
      const credential = createAuthenticator(origin).register(body.options);
      return making(client, calls.passkeys.finishPasskeyRegistration, { credential });
    },
  ],
  'passkeys.finishPasskeyLogin': [
    async (app) => {
      const { client } = await premium(app);
      const device = createAuthenticator(origin);
      const { body } = await client.call(calls.passkeys.startPasskeyRegistration, {});
      const registered = device.register(body.options);
      await client.call(calls.passkeys.finishPasskeyRegistration, { credential: registered });
      const login = await app.visitor.call(calls.passkeys.startPasskeyLogin, {});
      const credential = device.logIn(login.body.options);
      return making(app.visitor, calls.passkeys.finishPasskeyLogin, { credential });
    },
  ],
  'profile.deleteUser': [
    async (app, fixtures) => {
      const { teamId, member } = await createTeam(app);
      const client = app.as(member);
      await client.token();
      await fixtures.chat({ id: member.id } as Person);
      await givePlan(app.db, member.id, new Date(Date.now() + 86_400_000));
      await roleWith(app, teamId, member.id);
      return making(client, calls.profile.deleteUser, {});
    },
  ],
};
