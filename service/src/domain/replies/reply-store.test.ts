import { Client } from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openDatabase, schema } from '../../db/database.ts';
import { newId } from '../../db/id.ts';
import { createTestDatabase } from '../../testing/app.ts';
import { createUser } from '../../testing/users.ts';
import { LiveReply } from './live-reply.ts';
import { appendSegments } from './reply-store.ts';

it('segments of many replies are announced together, each of them once', async () => {
  const test = await createTestDatabase();
  const database = openDatabase(test.connection, { onError: () => undefined });
  const { db, pool } = database;
  const listening = new Client(test.connection);
  onTestFinished(async () => {
    await listening.end();
    await database.close();
    await test.drop();
  });
  const { id: userId } = await createUser(db);
  const chatId = newId();
  await db.insert(schema.chats).values({ id: chatId, userId });
  const ids = Array.from({ length: 450 }, newId);
  await db.insert(schema.messages).values(ids.map((id) => ({ id, chatId, userId, prompt: 'Hi', pending: true })));
  const payloads: string[] = [];
  await listening.connect();
  listening.on('notification', ({ payload = '' }) => payloads.push(payload));
  await listening.query('listen atrium_reply');

  const batches = ids.map((id) => {
    const reply = new LiveReply(id, chatId);
    reply.push({ type: 'text', text: 'so far' });
    return { reply, items: reply.unflushed() };
  });
  const written = await appendSegments(pool, [...batches, { ...batches[0]!, reply: new LiveReply(newId(), chatId) }]);

  expect([...written].toSorted()).toEqual(ids.toSorted());
  await vi.waitFor(() => expect(payloads).toHaveLength(3));
  expect(payloads.flatMap((payload) => payload.split(' ')).toSorted()).toEqual(ids.toSorted());
});
