import * as calls from '@atrium/shared-kernel/contracts/calls';
import { threadParts } from '@atrium/shared-kernel/contracts/constants';
import { fingerprint } from '@atrium/shared-kernel/contracts/fingerprint';
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

it('returns a whole chat as its end, unless it is long', async () => {
  const { chatId } = await makeChat(threadParts.whole);
  const last = `${threadParts.whole}`;
  expect(await promptsOf({ chatId, part: 'end' })).toEqual({ first: '1', last, earlier: undefined });
});

it('returns nothing before a message that is not in the chat', async () => {
  const { chatId } = await makeChat(1);
  const { ids } = await makeChat(1);
  const { status, body } = await client.call(calls.chat.getChat, { chatId, before: ids[0]! });
  expect([status, body]).toEqual([404, { code: 'unknown-message', msg: 'This message does not exist.' }]);
});

it('returns a fingerprint for each page before the end, which changes with a message, its versions and a report', async () => {
  const { chatId, ids } = await makeChat(count);
  const pagesNow = async () => {
    const { body } = await client.call(calls.chat.getChat, { chatId, part: 'end' });
    const { earlier = 0, pages } = body;
    const parts = await Promise.all([
      client.call(calls.chat.getChat, { chatId, before: ids[earlier]! }),
      client.call(calls.chat.getChat, { chatId, before: ids[earlier - threadParts.before]! }),
    ]);
    // A reader comes to the same by the messages that it has.
    expect(pages).toEqual(parts.map((part) => fingerprint(part.body.messages.map(({ revision = '' }) => revision))));
    return pages;
  };
  const before = await pagesNow();
  expect(before).toHaveLength(2);
  expect(await pagesNow()).toEqual(before);
  await client.call(calls.chat.pinMessage, { messageId: ids[1]!, pinned: true });
  const pinned = await pagesNow();
  expect([pinned?.[0] === before?.[0], pinned?.[1] === before?.[1]]).toEqual([true, false]);
  await client.call(calls.chat.reportMessage, { chatMessage: ids[20]! });
  const reported = await pagesNow();
  expect([reported?.[0] === pinned?.[0], reported?.[1] === pinned?.[1]]).toEqual([false, true]);
  const { db } = test.services.database;
  await db
    .insert(schema.messages)
    .values({ id: newId(), chatId, userId, parentId: ids[2]!, prompt: 'x', content: 'y' });
  await client.call(calls.chat.selectVersion, { messageId: ids[3]! });
  const versioned = await pagesNow();
  expect([versioned?.[0] === reported?.[0], versioned?.[1] === reported?.[1]]).toEqual([true, false]);
});

it('returns no fingerprints with a whole chat, and none with a part before the end', async () => {
  const { chatId, ids } = await makeChat(count);
  const [whole, before] = [await client.call(calls.chat.getChat, { chatId }), { chatId, before: ids.at(-1)! }];
  expect(whole.body).not.toHaveProperty('pages');
  expect((await client.call(calls.chat.getChat, before)).body).not.toHaveProperty('pages');
});
