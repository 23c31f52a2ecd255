import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { freshFor, requireFreshSession } from './fresh-session.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const openSession = async () => {
  const user = await app.createUser();
  const opened = await app.services.sessions.open(user.id);
  if (!opened) throw new Error('no session');
  const check = (at = Date.now()) => requireFreshSession({ ...app.services, now: () => at }, user.id, opened.token);
  return { check, end: () => app.services.sessions.end(opened.token) };
};

it('a session may do what cannot be undone for a quarter of an hour, and has to be renewed from then on', async () => {
  const { check } = await openSession();
  const now = Date.now();
  await expect(check(now + freshFor - 60_000)).resolves.toBeUndefined();
  await expect(check(now + freshFor + 1000)).rejects.toMatchObject({ code: 'sign-in-again' });
});

it('a session that has ended since the request began does not have to be renewed: nobody is signed in', async () => {
  const { check, end } = await openSession();
  await end();
  await expect(check()).rejects.toMatchObject({ code: 'not-signed-in' });
});
