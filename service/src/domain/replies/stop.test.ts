import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { ReplyItem } from '@atrium/shared-kernel/contracts/entities/stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOpenAiCompatible } from '../../adapters/model/openai-compatible.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { startUpstream, type Upstream, upstreamAnswer } from '../../testing/openai-upstream.ts';

/** Longer than any test waits, so that only a stop ends it. */
const words = 100_000;
let upstream: Upstream;
let test: TestApp;
beforeAll(async () => {
  upstream = await startUpstream({ mode: 'slow', delay: 1, words });
  test = await createTestApp({ model: createOpenAiCompatible({ baseUrl: upstream.url, model: 'any' }) });
});
afterAll(async () => {
  await test.close();
  await upstream.close();
});

const textOf = (items: readonly ReplyItem[]) => items.map((item) => (item.type === 'text' ? item.text : '')).join('');

describe('a stop', () => {
  it('has closed the model’s connection and stored the text when it responds, and no text follows', async () => {
    const client = test.as(await test.createUser({ premium: true }));
    const reading = client.stream(calls.chat.streamReply, { prompt: 'Hi' });
    const shown = async () => {
      const chatId = (await client.call(calls.chat.listChats, {})).body.chats[0]?._id;
      return chatId ? (await client.call(calls.chat.getChat, { chatId })).body.messages[0] : undefined;
    };
    await expect.poll(async () => (await shown())?.content.length ?? 0).toBeGreaterThan(100);
    const before = (await shown())!;

    expect((await client.call(calls.chat.stopReply, { messageId: before._id })).status).toBe(200);
    const stopped = (await shown())!;
    expect(stopped).toMatchObject({ pending: false, failed: false, stopped: true });
    await expect.poll(() => upstream.aborted).toBe(1);

    const { items } = await reading;
    expect(items.at(-1)).toMatchObject({ type: 'end', outcome: 'stopped' });
    // What the reader had at the stop, what a reload shows, and what is stored are the same text.
    expect(stopped.content).toBe(textOf(items));
    expect((await shown())!.content).toBe(stopped.content);
    expect(stopped.content.startsWith(before.content)).toBe(true);
    expect(upstreamAnswer('Hi', words).startsWith(stopped.content)).toBe(true);
  });
});
