import * as calls from '@atrium/shared-kernel/contracts/calls';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ModelPort, ModelRequest } from '../../ports/model.ts';
import { newId } from '../../db/id.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { webm } from '../../testing/files/sounds.ts';
import { named, upload } from '../../testing/files/upload.ts';
import type { TestClient } from '../../testing/client.ts';

let requests: ModelRequest[] = [];
let blocked: Promise<void> | undefined;
const model: ModelPort = {
  label: 'Echo',
  async *reply(request) {
    requests.push(request);
    await blocked;
    if (request.prompt === 'break') throw new Error('Broken on purpose.');
    yield { type: 'text', text: `Re: ${request.prompt}` };
  },
  name: async () => 'Title',
  improve: async (prompt) => prompt,
};

let test: TestApp;
let client: TestClient;
beforeAll(async () => {
  test = await createTestApp({
    model: { ...model, demo: true },
    env: { ATRIUM_SENDS_PER_MINUTE: '0', ATRIUM_REPLIES_AT_ONCE: '0' },
  });
});
beforeEach(async () => {
  requests = [];
  blocked = undefined;
  client = test.as(await test.createUser({ premium: true }));
});
afterAll(() => test.close());

type Input = Partial<Parameters<typeof client.stream<typeof calls.chat.streamReply>>[1]>;
const send = async (prompt: string, input: Input = {}, sender = client) => {
  const { status, items, body } = await sender.stream(calls.chat.streamReply, { prompt, ...input });
  const id = items.find((item) => item.type === 'chatId')?.chatId ?? '';
  const messageId = items.find((item) => item.type === 'id')?.id ?? '';
  return { status, id, messageId, msg: status === 200 ? '' : (JSON.parse(body).msg as string) };
};
const messagesIn = async (chatId: string) => (await client.call(calls.chat.getChat, { chatId })).body.messages;
const shown = async (chatId: string) => (await messagesIn(chatId)).map(({ prompt }) => prompt);
const select = (messageId: string) => client.call(calls.chat.selectVersion, { messageId });
/** A chat with the prompts one, two, three. */
const threeMessages = async () => {
  const { id, messageId: one } = await send('one');
  const { messageId: two } = await send('two', { id });
  const { messageId: three } = await send('three', { id });
  return { id, one, two, three };
};

describe('another version of a message', () => {
  it('ends the branch that is shown, and hides what followed the first', async () => {
    const { id, two } = await threeMessages();
    const edited = await send('TWO', { id, replaces: two });
    const messages = await messagesIn(id);
    expect(messages.map(({ prompt, content }) => [prompt, content])).toEqual([
      ['one', 'Re: one'],
      ['TWO', 'Re: TWO'],
    ]);
    expect(messages.map(({ versions }) => versions)).toEqual([undefined, [two, edited.messageId]]);
    const { body } = await client.call(calls.chat.getMessage, { id: two });
    expect(body).toMatchObject({ prompt: 'two', versions: [two, edited.messageId] });
  });

  it('returns which versions have the same question', async () => {
    const { id, two } = await threeMessages();
    const again = await send('two', { id, replaces: two });
    const edited = await send('TWO', { id, replaces: again.messageId });
    const more = await send('TWO', { id, replaces: edited.messageId });
    const [first, last] = await messagesIn(id);
    expect(first).not.toHaveProperty('questions');
    expect(last).toMatchObject({
      versions: [two, again.messageId, edited.messageId, more.messageId],
      questions: [two, two, edited.messageId, edited.messageId],
    });
    const { body } = await client.call(calls.chat.getMessage, { id: two });
    expect(body).toMatchObject({ questions: [two, two, edited.messageId, edited.messageId] });
  });

  it('is sent to the model with only its predecessors, as are the messages after it', async () => {
    const { id, two } = await threeMessages();
    await send('TWO', { id, replaces: two });
    await send('four', { id });
    expect(requests.slice(-2).map(({ turns }) => turns.map(({ content }) => content))).toEqual([
      ['one', 'Re: one'],
      ['one', 'Re: one', 'TWO', 'Re: TWO'],
    ]);
    expect(await shown(id)).toEqual(['one', 'TWO', 'four']);
  });

  it('may be one of the first message, of a failed one and of another version', async () => {
    const { id, messageId } = await send('break');
    const second = await send('ONE', { id, replaces: messageId });
    const third = await send('One', { id, replaces: second.messageId });
    const [message] = await messagesIn(id);
    expect(message).toMatchObject({ prompt: 'One', versions: [messageId, second.messageId, third.messageId] });
    expect(await shown(id)).toEqual(['One']);
  });

  it('knows the files of its own branch only', async () => {
    const { id, messageId: one } = await send('one');
    const file = await upload(client, 'a.txt', 'text/plain', 'Bees are busy.');
    const { messageId: two } = await send('two', { id, files: [named(file)] });
    const { messageId: again } = await send('TWO', { id, replaces: two });
    expect(requests.at(-1)!.files).toEqual([]);
    await send('three', { id, after: two });
    expect(requests.at(-1)!.files).toMatchObject([{ name: 'a.txt', from: 'chat' }]);
    await send('two', { id, replaces: again, files: [named(file)] });
    expect(requests.at(-1)!.files).toMatchObject([{ name: 'a.txt', from: 'prompt' }]);
    expect((await messagesIn(id)).map(({ _id, userFiles }) => [_id === one, userFiles.length])).toEqual([
      [true, 0],
      [false, 1],
    ]);
  });

  it('is stored once, however often it is sent with the same id', async () => {
    const { id, two } = await threeMessages();
    const input = { id, replaces: two, sendId: newId() };
    const both = await Promise.all([send('TWO', input), send('TWO', input)]);
    const later = await send('TWO', input);
    expect(new Set([...both, later].map(({ messageId }) => messageId)).size).toBe(1);
    expect((await messagesIn(id)).at(-1)!.versions).toEqual([two, later.messageId]);
  });

  it('can be created by two tabs at once, and neither is lost', async () => {
    const { id, two } = await threeMessages();
    const made = await Promise.all(['x', 'y', 'z'].map((prompt) => send(prompt, { id, replaces: two })));
    const messages = await messagesIn(id);
    expect(messages).toHaveLength(2);
    expect(messages[1]!.versions).toEqual([two, ...made.map(({ messageId }) => messageId).toSorted()]);
    for (const { messageId } of made) {
      expect((await select(messageId)).status).toBe(200);
      expect((await messagesIn(id)).at(-1)!._id).toBe(messageId);
    }
  });

  it('is shown if one tab sends it while another regenerates the old answer, whichever comes first', async () => {
    for (const last of ['two', 'TWO']) {
      const { id, two } = await threeMessages();
      const first = last === 'two' ? 'TWO' : 'two';
      const made = [await send(first, { id, replaces: two }), await send(last, { id, replaces: two })];
      const messages = await messagesIn(id);
      expect(messages.map(({ prompt }) => prompt)).toEqual(['one', 'TWO']);
      expect(messages[1]!.versions).toEqual([two, ...made.map(({ messageId }) => messageId)]);
      // Nothing is lost: the other one is a version away, and goes on where it is chosen.
      await select(made.find(({ messageId }) => messageId !== messages[1]!._id)!.messageId);
      expect(await shown(id)).toEqual(['one', 'two']);
      await send('two', { id, replaces: two });
      expect(await shown(id)).toEqual(['one', 'two']);
    }
  });

  it('keeps the voice note without transcribing it again', async () => {
    const note = await upload(client, 'note', 'audio/webm', webm(1), 'audio-notes');
    const { id, messageId } = await send('Note:', { voiceNote: note.url });
    const [first] = await messagesIn(id);
    expect(first).toMatchObject({ fromNote: true });
    await send(first!.prompt, { id, replaces: messageId, voiceNote: first!.voiceNote });
    const [second] = await messagesIn(id);
    expect(second!._id).not.toBe(messageId);
    expect(second).toMatchObject({ prompt: first!.prompt, voiceNote: first!.voiceNote, fromNote: true });
  });
});

describe('a message that cannot be replaced', () => {
  it('is one that is unknown, of another chat or of another user, and no model receives it', async () => {
    const { id } = await send('one');
    const elsewhere = await send('other');
    const stranger = test.as(await test.createUser({ premium: true }));
    const theirs = await send('theirs', {}, stranger);
    requests = [];
    for (const replaces of [newId(), elsewhere.messageId, theirs.messageId])
      expect(await send('x', { id, replaces })).toMatchObject({ status: 404, msg: 'This message does not exist.' });
    expect(await send('x', { replaces: elsewhere.messageId })).toMatchObject({ status: 404 });
    expect(await send('x', { id, after: elsewhere.messageId })).toMatchObject({ status: 404 });
    expect(await send('x', { after: elsewhere.messageId })).toMatchObject({ status: 404 });
    expect(requests).toEqual([]);
    expect((await client.call(calls.chat.listChats, {})).body.chats).toHaveLength(2);
    expect(await shown(id)).toEqual(['one']);
  });

  it('is one that is still being answered', async () => {
    const { id } = await send('one');
    const { promise, resolve } = Promise.withResolvers<void>();
    blocked = promise;
    const running = send('two', { id });
    await expect.poll(() => requests.length).toBe(2);
    const pending = (await messagesIn(id)).at(-1)!;
    expect(await send('TWO', { id, replaces: pending._id })).toMatchObject({
      status: 409,
      msg: 'This message is still being answered. Stop the answer, or wait until it’s done.',
    });
    resolve();
    await running;
    expect(await shown(id)).toEqual(['one', 'two']);
  });
});

describe('a chosen version', () => {
  it('shows its branch to the newest message after it, on which the chat continues', async () => {
    const { id, one, two } = await threeMessages();
    const { messageId: edited } = await send('TWO', { id, replaces: two });
    await select(two);
    expect(await shown(id)).toEqual(['one', 'two', 'three']);
    await send('four', { id });
    expect(await shown(id)).toEqual(['one', 'two', 'three', 'four']);
    await select(edited);
    expect(await shown(id)).toEqual(['one', 'TWO']);
    await select(one);
    expect(await shown(id)).toEqual(['one', 'two', 'three', 'four']);
  });

  it('is not left when a tab that shows another branch sends a message', async () => {
    const { id, one, two, three } = await threeMessages();
    await send('TWO', { id, replaces: two });
    await send('four', { id, after: three });
    expect(await shown(id)).toEqual(['one', 'two', 'three', 'four']);
    await send('Two', { id, replaces: two });
    await select(two);
    // Sent after a message of the shown branch, it goes to the end of that branch, as before.
    await send('five', { id, after: one });
    expect(await shown(id)).toEqual(['one', 'two', 'three', 'four', 'five']);
  });

  it('must be one of the caller’s own messages', async () => {
    const { id, two } = await threeMessages();
    await send('TWO', { id, replaces: two });
    const stranger = test.as(await test.createUser({ premium: true }));
    const refused = await stranger.call(calls.chat.selectVersion, { messageId: two });
    expect(refused).toMatchObject({ status: 404, body: { msg: 'This message does not exist.' } });
    expect(await shown(id)).toEqual(['one', 'TWO']);
  });
});

it('messages of two tabs at once follow one another', async () => {
  const { id } = await send('one');
  const prompts = ['a', 'b', 'c', 'd'];
  await Promise.all(prompts.map((prompt) => send(prompt, { id })));
  expect((await shown(id)).toSorted()).toEqual([...prompts, 'one']);
});

describe('outside the shown branch', () => {
  it('messages are found by search', async () => {
    const { id, two } = await threeMessages();
    await send('TWO', { id, replaces: two });
    const { body } = await client.call(calls.chat.searchMessages, { searchTerm: 'three' });
    expect(body.chats.map(({ _id }) => _id)).toEqual([id]);
  });

  it('nothing is duplicated', async () => {
    const { id, two, three } = await threeMessages();
    await send('TWO', { id, replaces: two });
    await select(three);
    const { body } = await client.call(calls.chat.duplicateChat, { chatId: id });
    const copy = body.chat._id;
    const messages = await messagesIn(copy);
    expect(messages.map(({ prompt, versions }) => [prompt, versions])).toEqual([
      ['one', undefined],
      ['two', undefined],
      ['three', undefined],
    ]);
    await send('four', { id: copy });
    expect(await shown(copy)).toEqual(['one', 'two', 'three', 'four']);
  });

  it('no file is readable through a link', async () => {
    const { id, two } = await threeMessages();
    const [hidden, seen] = [
      await upload(client, 'hidden.txt', 'text/plain', 'Bees.'),
      await upload(client, 'seen.txt', 'text/plain', 'Ants.'),
    ];
    await send('hidden', { id, replaces: two, files: [named(hidden)] });
    await send('seen', { id, replaces: two, files: [named(seen)] });
    const { body } = await client.call(calls.chat.shareChat, { chatId: id });
    const open = (url: string) => test.visitor.request({ method: 'GET', url: `${url}?share=${body.id}` });
    expect((await open(seen.url)).status).toBe(200);
    expect((await open(hidden.url)).status).toBe(403);
  });

  it('nothing is shared, and nothing is copied into the chat of a reader', async () => {
    const { id, two } = await threeMessages();
    await send('TWO', { id, replaces: two });
    await select(two);
    const share = async () => (await client.call(calls.chat.shareChat, { chatId: id })).body.id;
    const promptsBehind = async (messageId: string) =>
      (await test.visitor.call(calls.chat.getSharedChat, { messageId })).body.messages.map(({ prompt }) => prompt);
    const link = await share();
    expect(await promptsBehind(link)).toEqual(['one', 'two', 'three']);
    await send('four', { id });
    expect(await promptsBehind(link)).toEqual(['one', 'two', 'three']);
    const reader = test.as(await test.createUser({ premium: true }));
    const mine = await send('mine', { shareId: link }, reader);
    const { body } = await reader.call(calls.chat.getChat, { chatId: mine.id });
    expect(body.messages.map(({ prompt }) => prompt)).toEqual(['one', 'two', 'three', 'mine']);
    expect(requests.at(-1)!.turns).toHaveLength(6);
  });
});
