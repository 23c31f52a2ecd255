import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { idAt, newId } from '../db/id.ts';
import { messages, chats } from '../db/schema/chats.ts';
import { teamMembers } from '../db/schema/teams.ts';
import { recordUsage } from '../domain/usage/record.ts';
import type { operatorUsage } from '../domain/usage/operator-usage.ts';
import { dayOf } from '../domain/usage/usage.ts';
import { createTeam } from '../testing/teams.ts';
import { givePlan } from '../testing/users.ts';
import { eq } from 'drizzle-orm';
import { helpMessages } from '../db/schema/mail.ts';

type OperatorUsage = Awaited<ReturnType<typeof operatorUsage>>;
let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
afterEach(() => app.close());
const get = (path: string) => app.app.inject({ method: 'GET', url: path });

test('the state counts the replies that run, and those of the last half hour that failed, by their cause', async () => {
  const user = await app.createUser();
  await app.db.insert(chats).values({ id: 'c', userId: user.id });
  const message = { chatId: 'c', userId: user.id, prompt: '' };
  await app.db.insert(messages).values([
    { ...message, id: 'm1', pending: true, ...app.lease() },
    { ...message, id: 'm2' },
    { ...message, id: newId(), failed: true, failure: 'busy' },
    { ...message, id: newId(), failed: true, failure: 'busy' },
    { ...message, id: newId(), failed: true, failure: 'misconfigured' },
    { ...message, id: newId(), failed: true },
    { ...message, id: idAt(new Date(Date.now() - 40 * 60_000)), failed: true, failure: 'refused' },
  ]);
  const answer = await get('/internal/state');
  expect(answer.json()).toEqual({
    replies: 1,
    failures: { busy: 2, misconfigured: 1 },
    uptimeSeconds: expect.any(Number) as number,
    databaseMs: expect.any(Number) as number,
  });
});

test('the newest messages of Contact Us come first, with the address to answer', async () => {
  const user = await app.createUser({ email: 'asks@example.test' });
  const old = { id: idAt(new Date(Date.now() - 60_000)), userId: null };
  await app.db.insert(helpMessages).values([{ ...old, text: '<script>alert(1)</script>' }]);
  await app.db.insert(helpMessages).values([{ id: newId(), userId: user.id, text: 'It is broken.' }]);
  const date = expect.any(String) as string;
  expect((await get('/internal/help')).json()).toEqual({
    messages: [
      { id: expect.any(String) as string, date, text: 'It is broken.', email: 'asks@example.test' },
      { id: old.id, date, text: '<script>alert(1)</script>' },
    ],
  });
});

test('at most fifty messages of Contact Us are returned', async () => {
  await app.db.insert(helpMessages).values(Array.from({ length: 60 }, (_, at) => ({ id: newId(), text: `No. ${at}` })));
  const { messages: listed } = (await get('/internal/help')).json<{ messages: { text: string }[] }>();
  expect([listed.length, listed[0]?.text, listed.at(-1)?.text]).toEqual([50, 'No. 59', 'No. 10']);
});

test('it is ready while its database answers, and not when that is gone', async () => {
  expect((await get('/internal/ready')).statusCode).toBe(200);
  vi.spyOn(app.services.database.db, 'execute').mockRejectedValue(new Error('gone'));
  const answer = await get('/internal/ready');
  expect([answer.statusCode, answer.json()]).toEqual([503, { ready: false }]);
});

test('it is not ready once it is shutting down', async () => {
  await app.services.replies.drain(0);
  expect((await get('/internal/ready')).statusCode).toBe(503);
});

test('the edge gets who has a session and in which groups they are at this moment, and nobody else', async () => {
  const ask = async (token?: string) =>
    (
      await app.app.inject({ method: 'GET', url: '/internal/person', headers: { cookie: `atrium_session=${token}` } })
    ).json<{ person?: unknown }>().person;
  const user = await app.createUser();
  const { token } = (await app.services.sessions.open(user.id))!;
  expect(await ask(token)).toEqual({ id: user.id, teams: [], plans: ['free'] });
  const { teamId } = await createTeam(app);
  await app.db.insert(teamMembers).values({ teamId, userId: user.id, paid: false });
  expect(await ask(token)).toEqual({ id: user.id, teams: [teamId], plans: ['free'] });
  await app.db.update(teamMembers).set({ paid: true }).where(eq(teamMembers.userId, user.id));
  app.services.sessions.forget(user.id);
  expect(await ask(token)).toEqual({ id: user.id, teams: [teamId], plans: ['premium', 'team'] });
  await givePlan(app.db, user.id, new Date(app.services.now() + 86_400_000));
  app.services.sessions.forget(user.id);
  expect(await ask(token)).toEqual({ id: user.id, teams: [teamId], plans: ['premium', 'personal', 'team'] });
  await app.services.sessions.endAll(user.id);
  expect([await ask(token), await ask('made up')]).toEqual([undefined, undefined]);
  expect((await get('/internal/person')).json()).toEqual({});
});

test('what models used comes by day, model, purpose and team, a closed team’s too', async () => {
  const user = await app.createUser();
  const { teamId } = await createTeam(app, { name: 'Atlas' });
  const now = app.services.now();
  for (const team of ['', teamId, 'f'.repeat(24)]) {
    const usage = { input: 100, output: 10, cached: 50, thought: 0, estimated: team === '' };
    const model = { id: 'fast', price: { input: 1, output: 1 } };
    await recordUsage(app.services.database.pool, { purpose: 'title', model, user: user.id, team, usage }, now);
  }
  const sum = { uses: 3, estimated: 1, input: 300, cached: 150, output: 30, cost: 330 };
  const { days, models, purposes, teams, budgets } = (await get('/internal/usage')).json<OperatorUsage>();
  expect({ days, models, purposes, budgets }).toEqual({
    days: [{ ...sum, name: dayOf(now) }],
    models: [{ ...sum, name: 'fast' }],
    purposes: [{ ...sum, name: 'title' }],
    budgets: [],
  });
  expect(teams.map(({ name }) => name).toSorted()).toEqual(['Atlas', 'Closed team', 'No team']);
});
