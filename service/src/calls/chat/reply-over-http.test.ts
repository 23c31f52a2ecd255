import { connect, type AddressInfo } from 'node:net';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { ReplyItem } from '@atrium/shared-kernel/contracts/entities/stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createOpenAiCompatible } from '../../adapters/model/openai-compatible.ts';
import { schema } from '../../db/database.ts';
import { createTestApp, origin, type TestApp } from '../../testing/app.ts';
import { startUpstream, type Upstream, upstreamAnswer } from '../../testing/openai-upstream.ts';

/** So many that a slow answer is not over when something happens to it. */
const words = 500;
let upstream: Upstream;
let test: TestApp;
let base: string;
beforeAll(async () => {
  upstream = await startUpstream({ delay: 5, words });
  test = await createTestApp({ model: createOpenAiCompatible({ baseUrl: upstream.url, model: 'any' }) });
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  base = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}/api`;
});
afterEach(() => {
  upstream.mode = 'normal';
});
afterAll(async () => {
  await test.close();
  await upstream.close();
});

const signIn = async () => {
  const user = await test.createUser({ premium: true });
  const client = test.as(user);
  return { client, cookie: `atrium_session=${await client.token()}` };
};

/** The lines of a reply as they arrive; ending the loop drops the connection. */
async function* linesOf(response: Response): AsyncGenerator<ReplyItem> {
  let rest = '';
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as ReplyItem;
  }
}
const send = (cookie: string, prompt: string) =>
  fetch(`${base}/aiControllerStream`, {
    method: 'POST',
    headers: { cookie, origin, 'content-type': 'application/json' },
    body: JSON.stringify({ prompt }),
  });
const textOf = (items: readonly ReplyItem[]) => items.map((item) => (item.type === 'text' ? item.text : '')).join('');

describe('a reply over a socket, from a model server that speaks OpenAI’s protocol', () => {
  it('arrives as uncompressed lines while the model still writes', async () => {
    upstream.mode = 'slow';
    const { cookie } = await signIn();
    const response = await send(cookie, 'Hi');
    expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    expect(response.headers.get('content-encoding')).toBeNull();
    const items: ReplyItem[] = [];
    let unfinished = 0;
    for await (const item of linesOf(response)) {
      items.push(item);
      if (item.type === 'text' && upstream.aborted === 0) unfinished += 1;
    }
    expect(unfinished).toBeGreaterThan(30);
    expect(textOf(items)).toBe(upstreamAnswer('Hi', words));
  });

  it('continues without the browser, which resumes it by its sequence number', async () => {
    upstream.mode = 'slow';
    const { cookie, client } = await signIn();
    const known: ReplyItem[] = [];
    for await (const item of linesOf(await send(cookie, 'Hi'))) if (known.push(item) === 8) break;
    const messageId = known.find((item) => item.type === 'id')!.id;
    const { body } = await client.call(calls.chat.getMessage, { id: messageId });
    expect(body).toMatchObject({ pending: true, failed: false });
    expect(body.content).toMatch(/^You asked: Hi/);
    const rest = await client.stream(calls.chat.followReply, { messageId, after: 8 });
    expect(rest.items[0]!.seq).toBe(9);
    expect(textOf([...known, ...rest.items])).toBe(upstreamAnswer('Hi', words));
    expect(rest.items.at(-1)).toMatchObject({ type: 'end', outcome: 'complete' });
    expect(upstream.aborted).toBe(0);
  });

  it('stops at the model when the user stops it', async () => {
    upstream.mode = 'slow';
    const { cookie, client } = await signIn();
    const items: ReplyItem[] = [];
    for await (const item of linesOf(await send(cookie, 'Hi'))) {
      items.push(item);
      if (items.length === 8) await client.call(calls.chat.stopReply, { messageId: (items[1] as { id: string }).id });
    }
    expect(items.at(-1)).toMatchObject({ type: 'end', outcome: 'stopped' });
    await expect.poll(() => upstream.aborted).toBe(1);
    const { body } = await client.call(calls.chat.getMessage, { id: (items[1] as { id: string }).id });
    expect(body).toMatchObject({ pending: false, failed: false, stopped: true, content: textOf(items) });
  });

  it.each([
    ['midway', /^You asked: Hi\n\nword1/],
    ['refuses', /^$/],
  ] as const)('fails with the text so far if the model server fails (%s)', async (mode, partial) => {
    upstream.mode = mode;
    const { cookie, client } = await signIn();
    const items = await Array.fromAsync(linesOf(await send(cookie, 'Hi')));
    expect(items.at(-1)).toMatchObject({ type: 'end', outcome: 'failed' });
    const { body } = await client.call(calls.chat.getMessage, { id: (items[1] as { id: string }).id });
    expect(body).toMatchObject({ pending: false, failed: true });
    expect(body.content).toMatch(partial);
  });

  it('does not prevent the service from closing, which ends it with its text', async () => {
    upstream.mode = 'slow';
    const own = await createTestApp({ model: createOpenAiCompatible({ baseUrl: upstream.url, model: 'any' }) });
    const address = await own.app.listen({ host: '127.0.0.1', port: 0 });
    const token = await own.as(await own.createUser({ premium: true })).token();
    const response = await fetch(`${address}/api/aiControllerStream`, {
      method: 'POST',
      headers: { cookie: `atrium_session=${token}`, origin, 'content-type': 'application/json' },
      body: JSON.stringify({ prompt: 'Hi' }),
    });
    const lines = linesOf(response);
    for (let count = 0; count < 8; count += 1) await lines.next();
    await own.app.close();
    await own.services.replies.close();
    const [message] = await own.db.select().from(schema.messages);
    expect(message).toMatchObject({ pending: false, failed: true });
    expect(message?.content).toMatch(/^You asked: Hi/);
    await own.close();
  });

  it('reaches its end while a follower does not read', async () => {
    const { cookie, client } = await signIn();
    const idle = connect(Number(new URL(base).port), '127.0.0.1').pause();
    const body = JSON.stringify({ prompt: 'x'.repeat(300_000) });
    idle.write(
      `POST /api/aiControllerStream HTTP/1.1\r\nhost: a\r\ncookie: ${cookie}\r\norigin: ${origin}\r\n` +
        `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    await expect
      .poll(async () => {
        const { chats } = (await client.call(calls.chat.listChats, {})).body;
        if (!chats[0]) return undefined;
        return (await client.call(calls.chat.getChat, { chatId: chats[0]._id })).body.messages[0]?.pending;
      })
      .toBe(false);
    idle.destroy();
  });
});
