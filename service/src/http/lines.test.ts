import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { chat } from '@atrium/shared-kernel/contracts/calls';
import type { FastifyReply } from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import type { ModelPort } from '../ports/model.ts';
import { createTestApp, origin } from '../testing/app.ts';
import { sessionCookie } from './cookies.ts';
import { basePath } from './calls.ts';
import { openLines } from './lines.ts';

const until = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve());
  });

/** A model that emits one word and then waits for its signal. */
const endless: ModelPort = {
  label: 'Endless',
  async *reply(_request, signal) {
    yield { type: 'text', text: 'begun' };
    await until(signal);
  },
  name: async () => 'Title',
  improve: async (prompt) => prompt,
};

const openStream = async () => {
  const test = await createTestApp({ model: endless });
  onTestFinished(() => test.close());
  const address = await test.app.listen({ port: 0, host: '127.0.0.1' });
  const leaving = new AbortController();
  const token = await test.as(await test.createUser({ premium: true })).token();
  const response = await fetch(`${address}${basePath}${chat.streamReply.path}`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json', cookie: `${sessionCookie}=${token}` },
    body: JSON.stringify({ prompt: 'Go on' }),
    signal: leaving.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const read = async (wanted: string): Promise<string> => {
    let text = '';
    while (!text.includes(wanted)) {
      const { value, done } = (await reader?.read()) ?? {};
      if (done) return text;
      text += value ?? '';
    }
    return text;
  };
  return { test, response, read, leave: () => leaving.abort() };
};

it('sends each line as it comes, as newline-separated JSON with the fixed headers', async () => {
  const { response, read } = await openStream();
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  const lines = (await read('begun')).trim().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { type: string }).type)).toContain('text');
});

it('ends when the service closes, and does not keep it from closing', async () => {
  const { test, read } = await openStream();
  await read('begun');
  await test.app.close();
  expect(await read('nothing more')).not.toContain('nothing more');
});

it('is closed from the start for a client that has already left', async () => {
  const raw = new ServerResponse(new IncomingMessage(new Socket()));
  const closing = once(raw, 'close');
  raw.destroy();
  await closing;
  const live = new Set<AbortController>();
  const { lines, end } = openLines({ raw } as unknown as FastifyReply, live);
  expect([lines.closed.aborted, live.size, lines.write({})]).toEqual([true, 0, false]);
  end();
});

it('is a plain failure with its status while no line was sent', async () => {
  const test = await createTestApp({ model: endless });
  onTestFinished(() => test.close());
  const { status, body } = await test.as(await test.createUser()).stream(chat.streamReply, { prompt: 'Hi' });
  expect(status).toBe(403);
  expect(JSON.parse(body)).toEqual({ code: 'premium-needed', msg: 'This needs an active subscription.' });
});
