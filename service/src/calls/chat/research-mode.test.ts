import * as calls from '@atrium/shared-kernel/contracts/calls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ModelPort } from '../../ports/model.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

it('a research without a provider says so, and its thoughts and text are the message after a reload', async () => {
  const client = test.as(await test.createUser({ premium: true }));
  const { items } = await client.stream(calls.chat.streamReply, {
    prompt: 'How long is the Nile?',
    deepResearch: true,
  });
  expect(items.at(-1)).toMatchObject({ type: 'end', outcome: 'complete' });
  const id = items.find((item) => item.type === 'id')!.id;
  const { body } = await client.call(calls.chat.getMessage, { id });
  expect(body.content).toBe(items.map((item) => (item.type === 'text' ? item.text : '')).join(''));
  expect(body.content).toMatch(/^> Web research is not set up on this installation[^]*research by the demo model/);
  expect(body.thoughts).toEqual(items.flatMap((item) => (item.type === 'thought' ? [item.text] : [])));
});

it.each([
  [
    { deepResearch: true, imageMode: true },
    400,
    'research-excludes-images',
    'Deep research and image mode cannot be used together.',
  ],
  [{ secureMode: true }, 403, 'secure-for-admins', 'Only admins can use secure mode.'],
])('a message in incompatible modes is refused: %j', async (modes, status, code, msg) => {
  const client = test.as(await test.createUser({ premium: true }));
  const answer = await client.stream(calls.chat.streamReply, { prompt: 'Hi', ...modes });
  expect([answer.status, JSON.parse(answer.body)]).toEqual([status, { code, msg }]);
  expect((await client.call(calls.chat.listChats, {})).body.chats).toEqual([]);
});

it('a stopped research ends at once, even if the model does not', async () => {
  const started = Promise.withResolvers<void>();
  const slow: ModelPort = {
    label: 'Slow',
    async *reply() {
      started.resolve();
      yield { type: 'text', text: 'Begun. ' };
      await new Promise(() => undefined);
    },
    name: async () => '',
    improve: async () => '',
  };
  const own = await createTestApp({ model: slow });
  try {
    const client = own.as(await own.createUser({ premium: true }));
    const streaming = client.stream(calls.chat.streamReply, { prompt: 'Nile', deepResearch: true });
    await started.promise;
    const { body } = await client.call(calls.chat.listChats, {});
    const chat = await client.call(calls.chat.getChat, { chatId: body.chats[0]!._id });
    await client.call(calls.chat.stopReply, { messageId: chat.body.messages[0]!._id });
    expect((await streaming).items.at(-1)).toMatchObject({ type: 'end', outcome: 'stopped' });
  } finally {
    await own.close();
  }
});
