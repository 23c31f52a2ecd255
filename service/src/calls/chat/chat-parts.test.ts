import * as calls from '@atrium/shared-kernel/contracts/calls';
import { threadParts } from '@atrium/shared-kernel/contracts/constants';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { schema } from '../../db/database.ts';
import { newId } from '../../db/id.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import type { TestClient } from '../../testing/client.ts';

const count = threadParts.end + threadParts.before + 5;

let test: TestApp;
let client: TestClient;
let userId: string;
beforeAll(async () => {
  test = await createTestApp();
  const user = await test.createUser({ premium: true });
  userId = user.id;
  client = test.as(user);
});
afterAll(() => test.close());

const makeChat = async (length: number) => {
  const { db } = test.services.database;
  const [chat] = await db.insert(schema.chats).values({ userId, title: 'Long' }).returning();
  const ids = Array.from({ length }, () => newId());
  await db.insert(schema.messages).values(
    ids.map((id, at) => ({
      id,
      chatId: chat!.id,
      userId,
      parentId: ids[at - 1] ?? null,
      prompt: `${at + 1}`,
      content: 'Yes.',
    })),
  );
  return { chatId: chat!.id, ids };
};
const promptsOf = async (input: Parameters<typeof client.call<typeof calls.chat.getChat>>[1]) => {
  const { body } = await client.call(calls.chat.getChat, input);
  return { first: body.messages[0]?.prompt, last: body.messages.at(-1)?.prompt, earlier: body.earlier };
};

it('returns a long chat completely, or its end and then the parts before it, with how many remain', async () => {
  const { chatId, ids } = await makeChat(count);
  expect(await promptsOf({ chatId })).toEqual({ first: '1', last: `${count}`, earlier: undefined });
  const fromEnd = count - threadParts.end;
  expect(await promptsOf({ chatId, part: 'end' })).toEqual({
    first: `${fromEnd + 1}`,
    last: `${count}`,
    earlier: fromEnd,
  });
  expect(await promptsOf({ chatId, before: ids[fromEnd]! })).toEqual({ first: '6', last: `${fromEnd}`, earlier: 5 });
  expect(await promptsOf({ chatId, before: ids[5]! })).toEqual({ first: '1', last: '5', earlier: undefined });
  expect(await promptsOf({ chatId, before: ids[0]! })).toEqual({});
});

it('gives a chat whole as its end, unless it is long', async () => {
  const { chatId } = await makeChat(threadParts.whole);
  const last = `${threadParts.whole}`;
  expect(await promptsOf({ chatId, part: 'end' })).toEqual({ first: '1', last, earlier: undefined });
});

it('knows nothing before a message that is not in the chat', async () => {
  const { chatId } = await makeChat(1);
  const { ids } = await makeChat(1);
  const { status, body } = await client.call(calls.chat.getChat, { chatId, before: ids[0]! });
  expect([status, body]).toEqual([404, { code: 'unknown-message', msg: 'This message does not exist.' }]);
});
