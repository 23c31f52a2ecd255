import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { schema } from '../../db/database.ts';
import { newId } from '../../db/id.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { tokensOf } from '../context/tokens.ts';
import { branchBefore, exchangesOf } from './branch-before.ts';

const { chats, messages } = schema;

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

/** A chat with messages whose answers have this many words each. Returns the ids, first message first. */
const chatOf = async (words: readonly number[], pinned: readonly number[] = []): Promise<string[]> => {
  const user = await test.createUser();
  const [chat] = await test.db.insert(chats).values({ userId: user.id, title: 'Long' }).returning();
  const ids = words.map(() => newId());
  const rows = words.map((count, at) => ({
    id: ids[at]!,
    chatId: chat!.id,
    userId: user.id,
    parentId: ids[at - 1] ?? null,
    prompt: `Question ${at}`,
    content: `Answer ${'word '.repeat(count)}`,
    pinned: pinned.includes(at),
    failed: at === words.length - 2,
  }));
  await test.db.insert(messages).values(rows);
  return ids;
};
const idsIn = async (...asked: Parameters<typeof exchangesOf>) => (await exchangesOf(...asked)).map(({ id }) => id);

it('reads of a long chat the newest until the room is full, some more, and what is pinned', async () => {
  const branch = await chatOf(
    Array.from({ length: 600 }, () => 40),
    [3, 599],
  );
  const read = await exchangesOf(test.db, branch, 8000);
  const ids = read.map(({ id }) => id);
  const newest = branch.toReversed().filter((_, at) => at !== 1);
  expect(ids.slice(0, -1)).toEqual(newest.slice(0, ids.length - 1));
  expect(ids.at(-1)).toBe(branch[3]);
  const tokens = read.slice(0, -9).reduce((sum, one) => sum + tokensOf(one.prompt) + tokensOf(one.content), 0);
  expect(tokens).toBeGreaterThanOrEqual(8000);
  expect(ids.length).toBeLessThan(300);
});

it('continues if the newest are short, and reads what is before a long one', async () => {
  const short = await chatOf(Array.from({ length: 300 }, () => 1));
  expect(await idsIn(test.db, short, 100_000)).toHaveLength(299);
  const long = await chatOf([...Array.from({ length: 100 }, () => 5), 9000, ...Array.from({ length: 63 }, () => 1)]);
  const ids = await idsIn(test.db, long, 4000);
  expect(ids).toContain(long[100]);
  expect(ids).toContain(long[92]);
});

it('reads until both the model and the estimate say that it is full', async () => {
  const branch = await chatOf(Array.from({ length: 400 }, () => 40));
  const few = await idsIn(test.db, branch, 4000);
  expect((await idsIn(test.db, branch, 4000, (text) => tokensOf(text) / 2)).length).toBeGreaterThan(few.length);
  expect(await idsIn(test.db, branch, 4000, (text) => tokensOf(text) * 4)).toEqual(few);
  expect(await idsIn(test.db, [], 4000)).toEqual([]);
});

it('reads nothing again that it has read before, except pinned messages', async () => {
  const branch = await chatOf(Array.from({ length: 20 }, () => 40));
  const first = await exchangesOf(test.db, branch, 8000);
  await test.db.update(messages).set({ prompt: 'Not read' }).where(eq(messages.id, branch[1]!));
  await test.db.update(messages).set({ pinned: true }).where(eq(messages.id, branch[0]!));
  const again = await exchangesOf(test.db, branch, 8000);
  expect(again).toEqual([...first.slice(0, -1), { ...first.at(-1)!, pinned: true }]);
});

it('resolves the branch of a message by its predecessor, its parent or the end of the chat', async () => {
  const branch = await chatOf([1, 1, 1, 1]);
  const [row] = await test.db.select().from(messages).where(eq(messages.id, branch[3]!));
  const chat = { id: row!.chatId, leafId: branch[3]! };
  expect(await branchBefore(test.db, chat, {}, undefined)).toEqual(branch);
  const none = { id: newId(), leafId: branch[3]! };
  expect(await branchBefore(test.db, none, {}, undefined)).toEqual(branch);
  expect(await branchBefore(test.db, none, { after: branch[1]! }, undefined)).toEqual(branch);
  const second = { id: newId(), chatId: chat.id, userId: row!.userId, parentId: branch[0]!, prompt: 'Else' };
  await test.db.insert(messages).values(second);
  expect(await branchBefore(test.db, chat, { after: second.id }, undefined)).toEqual([branch[0], second.id]);
  expect(await branchBefore(test.db, chat, {}, { parentId: branch[1]! })).toEqual(branch.slice(0, 2));
});
