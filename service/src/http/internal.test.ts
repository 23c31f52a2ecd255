import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { idAt, newId } from '../db/id.ts';
import { messages, chats } from '../db/schema/chats.ts';
import { helpMessages } from '../db/schema/mail.ts';

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

test('no more than fifty messages of Contact Us come', async () => {
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

test('it is not ready once it is about to leave', async () => {
  await app.services.replies.drain(0);
  expect((await get('/internal/ready')).statusCode).toBe(503);
});
