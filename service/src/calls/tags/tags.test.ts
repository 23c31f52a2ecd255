import * as calls from '@atrium/shared-kernel/contracts/calls';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import type { TestClient } from '../../testing/client.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const premium = async () => test.as(await test.createUser({ premium: true }));
const makeTag = async (client: TestClient, name: string) =>
  (await client.call(calls.tags.createEditTag, { name })).body.tag!;
const makeChat = async (client: TestClient) =>
  (await client.stream(calls.chat.streamReply, { prompt: 'Hi' })).items.find((item) => item.type === 'chatId')!.chatId;
const tagsOf = async (client: TestClient, chatId: string) =>
  (await client.call(calls.chat.focusChat, { chatId })).body.chat.tags.map(({ name }) => name);

describe('collections', () => {
  it('are created with the default appearance, changed and listed', async () => {
    const [client, stranger] = [await premium(), await premium()];
    await makeTag(stranger, 'Theirs');
    const tag = await makeTag(client, 'Work');
    expect(tag).toMatchObject({ name: 'Work', icon: 'folders', color: 'deepPurple' });
    await client.call(calls.tags.createEditTag, { tagId: tag._id, icon: 'heart', name: 'Home' });
    const { body } = await client.call(calls.tags.listTags, {});
    expect(body.tags).toMatchObject([{ _id: tag._id, name: 'Home', icon: 'heart', color: 'deepPurple' }]);
    expect((await stranger.call(calls.tags.listTags, {})).body.tags).toMatchObject([{ name: 'Theirs' }]);
  });

  it('that are requested twice under one id are created once, and nobody can access another user’s by it', async () => {
    const [client, stranger] = [await premium(), await premium()];
    const newTagId = 'AB12'.repeat(6);
    const make = (who: TestClient) => who.call(calls.tags.createEditTag, { newTagId, name: 'Work' });
    const [first, second] = [await make(client), await make(client)];
    expect(first.body.tag).toMatchObject({ _id: newTagId.toLowerCase(), name: 'Work' });
    expect(second.body.tag).toEqual(first.body.tag);
    expect((await client.call(calls.tags.listTags, {})).body.tags).toHaveLength(1);
    expect((await make(stranger)).status).toBe(404);
    expect((await stranger.call(calls.tags.listTags, {})).body.tags).toEqual([]);
  });

  it('that are requested again get what has changed since, unless they were edited in the meantime', async () => {
    const client = await premium();
    const newTagId = 'cd34'.repeat(6);
    const make = (name: string) => client.call(calls.tags.createEditTag, { newTagId, name });
    const names = async () => (await client.call(calls.tags.listTags, {})).body.tags.map(({ name }) => name);
    await make('Wrok');
    expect((await make('Work')).body.tag).toMatchObject({ name: 'Work' });
    await client.call(calls.tags.createEditTag, { tagId: newTagId, name: 'Office' });
    expect((await make('Work')).body.tag).toMatchObject({ name: 'Office' });
    expect(await names()).toEqual(['Office']);
  });

  it('that are deleted while a chat is added no longer exist', async () => {
    const client = await premium();
    const chatId = await makeChat(client);
    const tag = await makeTag(client, 'Work');
    const other = await test.services.database.pool.connect();
    await other.query('begin');
    await other.query('delete from tags where id = $1', [tag._id]);
    const answer = client.call(calls.chat.editChat, { chatId, tags: [tag._id] });
    const blocked = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await vi.waitFor(async () => expect((await test.services.database.pool.query(blocked)).rowCount).toBe(1));
    await other.query('commit');
    other.release();
    expect(await answer).toMatchObject({ status: 404, body: { code: 'unknown-tag' } });
  });

  it('need a name', async () => {
    const client = await premium();
    const answer = await client.call(calls.tags.createEditTag, { icon: 'star' });
    expect(answer).toMatchObject({ status: 400, body: { msg: 'Name is required.' } });
  });

  it('add and remove chats; the chats stay when a collection is deleted', async () => {
    const client = await premium();
    const chatId = await makeChat(client);
    const [work, home] = [await makeTag(client, 'Work'), await makeTag(client, 'Home')];
    await client.call(calls.chat.editChat, { chatId, tags: [work._id, home._id, home._id] });
    expect(await tagsOf(client, chatId)).toEqual(['Work', 'Home']);
    await client.call(calls.tags.removeFromChat, { chatId, tagId: work._id });
    expect(await tagsOf(client, chatId)).toEqual(['Home']);
    await client.call(calls.tags.createEditTag, { name: 'New', chatId });
    expect(await tagsOf(client, chatId)).toEqual(['Home', 'New']);
    await client.call(calls.tags.createEditTag, { tagId: home._id, deleted: true });
    expect(await tagsOf(client, chatId)).toEqual(['New']);
  });

  it('of others are inaccessible', async () => {
    const [owner, stranger] = [await premium(), await premium()];
    const tag = await makeTag(owner, 'Mine');
    const [mine, theirs] = [await makeChat(owner), await makeChat(stranger)];
    const answers = await Promise.all([
      stranger.call(calls.tags.createEditTag, { tagId: tag._id, name: 'Yours' }),
      stranger.call(calls.tags.createEditTag, { tagId: tag._id, deleted: true }),
      stranger.call(calls.tags.createEditTag, { name: 'Yours', chatId: mine }),
      stranger.call(calls.chat.editChat, { chatId: theirs, tags: [tag._id] }),
      stranger.call(calls.chat.editChat, { chatId: mine, tags: [] }),
      stranger.call(calls.tags.removeFromChat, { chatId: mine, tagId: tag._id }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    expect((await stranger.call(calls.tags.listTags, {})).body.tags).toEqual([]);
    expect((await owner.call(calls.tags.listTags, {})).body.tags).toMatchObject([{ name: 'Mine' }]);
  });
});
