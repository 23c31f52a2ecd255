import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { idAt, newId } from '../db/id.ts';
import { messages, chats } from '../db/schema/chats.ts';

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
    { ...message, id: 'm1', pending: true },
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

test('it is ready while its database answers, and not when that is gone', async () => {
  expect((await get('/internal/ready')).statusCode).toBe(200);
  vi.spyOn(app.services.database.db, 'execute').mockRejectedValue(new Error('gone'));
  const answer = await get('/internal/ready');
  expect([answer.statusCode, answer.json()]).toEqual([503, { ready: false }]);
});

test('it is not ready once it is about to leave', async () => {
  await app.services.replies.drain(0);
  expect((await get('/internal/ready')).statusCode).toBe(503);
});
