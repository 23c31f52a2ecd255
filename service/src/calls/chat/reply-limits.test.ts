import * as calls from '@atrium/shared-kernel/contracts/calls';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ModelPort } from '../../ports/model.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';

let test: TestApp | undefined;
afterEach(() => test?.close());

/** Answers once it is released. */
const waitingModel = () => {
  const gate = Promise.withResolvers<void>();
  let requestCount = 0;
  const model: ModelPort = {
    label: 'Waiting',
    async *reply() {
      requestCount += 1;
      await gate.promise;
      yield { type: 'text', text: 'Done.' };
    },
    name: async () => '',
    improve: async (prompt) => prompt,
  };
  return { model, release: gate.resolve, requestCount: () => requestCount };
};
const open = async (env: Record<string, string>, model?: ModelPort) => {
  test = await createTestApp({ env, ...(model ? { model } : {}) });
  return test;
};
const send = (client: ReturnType<TestApp['as']>, sendId?: string) =>
  client.stream(calls.chat.streamReply, { prompt: 'Hi', ...(sendId ? { sendId } : {}) });

it('refuses prompt help above the limit per minute', async () => {
  const app = await open({});
  const client = app.as(await app.createUser({ premium: true }));
  const improve = async () => (await client.call(calls.chat.improvePrompt, { prompt: 'tea' })).status;
  for (let count = 0; count < 20; count += 1) expect(await improve()).toBe(200);
  expect(await improve()).toBe(429);
});

describe('messages of one user', () => {
  it('are refused above the limit per minute, with the time to wait, and nothing is stored', async () => {
    const app = await open({ ATRIUM_SENDS_PER_MINUTE: '2' });
    const client = app.as(await app.createUser({ premium: true }));
    expect([(await send(client)).status, (await send(client)).status]).toEqual([200, 200]);
    const refused = await send(client);
    expect(refused.status).toBe(429);
    const { msg, _msBeforeNext: wait } = JSON.parse(refused.body) as { msg: string; _msBeforeNext: number };
    expect(msg).toBe('You’re sending messages too quickly. Please wait a moment.');
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60_000);
    expect((await client.call(calls.chat.listChats, {})).body.chats).toHaveLength(2);
    expect((await send(app.as(await app.createUser({ premium: true })))).status).toBe(200);
  });

  it('are refused while the maximum number of replies runs, until one of them ends', async () => {
    const { model, release, requestCount } = waitingModel();
    const app = await open({ ATRIUM_REPLIES_AT_ONCE: '2' }, model);
    const client = app.as(await app.createUser({ premium: true }));
    const running = [send(client), send(client)];
    await vi.waitFor(() => expect(requestCount()).toBe(2));
    const refused = await send(client);
    expect(refused.status).toBe(429);
    expect(JSON.parse(refused.body)).toEqual({
      code: 'too-many-replies',
      limit: 2,
      msg: 'You have 2 replies running. Stop one, or wait until one is done.',
      _msBeforeNext: expect.any(Number),
    });
    release();
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await send(client)).status).toBe(200);
  });

  it('that are repeated with the same id cost nothing', async () => {
    const app = await open({ ATRIUM_SENDS_PER_MINUTE: '1', ATRIUM_REPLIES_AT_ONCE: '1' });
    const client = app.as(await app.createUser({ premium: true }));
    const sendId = 'a'.repeat(24);
    expect((await send(client, sendId)).status).toBe(200);
    expect((await send(client, sendId)).status).toBe(200);
  });

  it('that are refused for another reason occupy no slot', async () => {
    const app = await open({ ATRIUM_REPLIES_AT_ONCE: '1' });
    const client = app.as(await app.createUser({ premium: true }));
    const foreign = { prompt: 'Hi', id: 'f'.repeat(24) };
    expect((await client.stream(calls.chat.streamReply, foreign)).status).toBe(404);
    expect((await send(client)).status).toBe(200);
  });

  it('have no limit if it is set to 0', async () => {
    const app = await open({ ATRIUM_SENDS_PER_MINUTE: '0', ATRIUM_REPLIES_AT_ONCE: '0' });
    const client = app.as(await app.createUser({ premium: true }));
    const statuses = await Promise.all(Array.from({ length: 40 }, async () => (await send(client)).status));
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});
