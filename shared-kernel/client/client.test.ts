import { describe, expect, test, vi } from 'vitest';
import * as calls from '../contracts/calls.ts';
import { createFakeService, Failure, failureOf, Unreachable } from '../testing/fake-service.ts';
import { createClient, messageOf } from './client.ts';

const chatId = 'c'.repeat(24);

const setUp = (send?: typeof fetch) => {
  const service = createFakeService();
  const onUnauthorized = vi.fn<() => void>();
  const onBadAnswer = vi.fn<(call: string, reason: string) => void>();
  const client = createClient({ baseUrl: '/api', fetch: send ?? service.fetch, onUnauthorized, onBadAnswer });
  return { service, client, onUnauthorized, onBadAnswer };
};
const failed = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable(),
    (error: unknown) => error,
  );

describe('client', () => {
  test('sends a GET with query parameters and a POST with JSON, both with credentials', async () => {
    const send = vi.fn<typeof fetch>(() => Promise.resolve(new Response('{"chats":[]}')));
    const { client } = setUp(send);
    await client.call(calls.chat.listChats, { tagId: chatId });
    expect(send.mock.calls[0]).toMatchObject([
      `/api/globalChats?tagId=${chatId}`,
      { method: 'GET', credentials: 'include' },
    ]);
    await client.call(calls.chat.renameChat, { chatId, title: 'New' });
    expect(send.mock.calls[1]).toMatchObject([
      '/api/renameChat',
      {
        method: 'POST',
        credentials: 'include',
        body: JSON.stringify({ chatId, title: 'New' }),
        headers: { 'content-type': 'application/json' },
      },
    ]);
  });

  test('sends exactly its method, its headers and its signal', async () => {
    const send = vi.fn<typeof fetch>(() => Promise.resolve(new Response('{"chats":[]}')));
    const { client } = setUp(send);
    const { signal } = new AbortController();
    await client.call(calls.chat.listChats, { tagId: undefined }, { signal });
    await client.call(calls.chat.renameChat, { chatId, title: 'New' }, { basedOn: 'r1', keepalive: true });
    expect(send.mock.calls).toEqual([
      ['/api/globalChats', { method: 'GET', credentials: 'include', signal, keepalive: false, headers: {} }],
      [
        '/api/renameChat',
        {
          method: 'POST',
          credentials: 'include',
          signal: null,
          keepalive: true,
          headers: { 'content-type': 'application/json', 'if-match': '"r1"' },
          body: JSON.stringify({ chatId, title: 'New' }),
        },
      ],
    ]);
  });

  test('passes a file to the upload module, which most visits do not load', async () => {
    vi.stubGlobal('XMLHttpRequest', Object);
    const canceled = setUp().client.upload('/objects/1', new Blob(['tea']), { signal: AbortSignal.abort() });
    expect(await failed(canceled)).toMatchObject({ name: 'AbortError' });
    vi.unstubAllGlobals();
  });

  test('rejects with the body plus the status of an answer that is not 2xx', async () => {
    const { client, service } = setUp();
    service.answer(calls.auth.login, () => {
      throw new Failure(429, { msg: 'Slow down.', _msBeforeNext: 4200 });
    });
    const error = await failed(client.call(calls.auth.login, { email: 'a@b.co', password: 'x' }));
    expect(error).toMatchObject({ name: 'CallError', status: 429, msg: 'Slow down.', waitMs: 4200 });
    expect((error as Error).message).toBe('auth.login: 429');
  });

  test.each([
    [calls.session.ping, {}, 'Error getting from api.'],
    [calls.auth.logout, {}, 'Error posting to api.'],
  ] as const)('distinguishes a network failure: %#', async (call, input, message) => {
    const { client, service } = setUp();
    service.answer(call, () => {
      throw new Unreachable();
    });
    const error = await failed(client.call(call, input));
    expect(error).toMatchObject({ name: 'CallError', status: 0, statusText: '', message });
    expect(messageOf(error, 'fallback')).toBe(message);
  });

  test('prefers the service’s sentence to the view’s text', async () => {
    const { client, service } = setUp();
    service.answer(calls.auth.logout, () => {
      throw new Failure(400, { msg: 'Not now.' });
    });
    expect(messageOf(await failed(client.call(calls.auth.logout, {})), 'Failed to log out.')).toBe('Not now.');
  });

  test('says what failed, not only that something did, where the service did not expect the failure', async () => {
    const { client, service } = setUp();
    service.answer(calls.auth.logout, () => {
      throw failureOf('unexpected');
    });
    const error = await failed(client.call(calls.auth.logout, {}));
    expect(messageOf(error, 'Failed to log out.')).toBe('Failed to log out.');
  });

  test('falls back to the view’s text if the service sends none', () => {
    expect(messageOf(new Error('internal'), 'Failed to get chats.')).toBe('Failed to get chats.');
  });

  test('reports a 401 of any call but that of the user fetch', async () => {
    const { client, service, onUnauthorized } = setUp();
    await failed(client.call(calls.session.getUser, {}));
    expect(onUnauthorized).not.toHaveBeenCalled();
    service.answer(calls.memories.listMemories, () => {
      throw new Failure(401, 'Signed out.');
    });
    await failed(client.call(calls.memories.listMemories, {}));
    expect(onUnauthorized).toHaveBeenCalledOnce();
  });

  test('sends with each call which user the page was created for, once that is known', async () => {
    const send = vi.fn<typeof fetch>(() => Promise.resolve(new Response('{"chats":[]}')));
    let person: string | undefined;
    const ports = { onUnauthorized: () => undefined, onBadAnswer: () => undefined };
    const client = createClient({ baseUrl: '/api', fetch: send, person: () => person, ...ports });
    const sent = () => new Headers(send.mock.lastCall?.[1]?.headers).get('atrium-person');
    await client.call(calls.chat.listChats, {});
    expect(sent()).toBeNull();
    person = 'none';
    await client.call(calls.chat.listChats, {});
    expect(sent()).toBe('none');
    person = chatId;
    await client.call(calls.chat.listChats, {});
    expect(sent()).toBe(chatId);
    for await (const item of client.stream(calls.chat.streamReply, { prompt: 'hi' })) expect(item).toBeDefined();
    expect(sent()).toBe(chatId);
  });

  test('reports a call for another user than the signed-in one', async () => {
    const { client, service, onUnauthorized } = setUp();
    service.answer(calls.chat.listChats, () => {
      throw failureOf('other-person');
    });
    expect(await failed(client.call(calls.chat.listChats, {}))).toMatchObject({
      status: 409,
      body: { code: 'other-person' },
    });
    expect(onUnauthorized).toHaveBeenCalledOnce();
    service.answer(calls.chat.listChats, () => {
      throw new Failure(409, 'Another conflict.');
    });
    await failed(client.call(calls.chat.listChats, {}));
    expect(onUnauthorized).toHaveBeenCalledOnce();
  });

  test('rejects an answer that breaks its contract and reports it', async () => {
    const { client, onBadAnswer } = setUp(() => Promise.resolve(new Response('{"chats":7}')));
    expect(await failed(client.call(calls.chat.listChats, {}))).toMatchObject({
      name: 'CallError',
      status: 200,
      statusText: 'Unexpected answer',
      message: 'chat.listChats: unexpected answer',
    });
    expect(onBadAnswer).toHaveBeenCalledWith('chat.listChats', 'chats');
  });

  test('names each field of an answer that breaks its contract', async () => {
    const { client, onBadAnswer } = setUp(() => Promise.resolve(new Response('{"chats":[{"_id":7,"title":7}]}')));
    await failed(client.call(calls.chat.listChats, {}));
    expect(onBadAnswer.mock.lastCall?.[1]).toMatch(/^chats\.0\._id, chats\.0\.title/);
  });

  test('leaves an abort an abort', async () => {
    const { client } = setUp(() => Promise.reject(new DOMException('Aborted', 'AbortError')));
    expect(await failed(client.call(calls.session.ping, {}))).toMatchObject({ name: 'AbortError' });
  });
});

describe('a connection that breaks after the first part of an answer', () => {
  const broken = (status: number, error: Error) =>
    setUp(() => {
      const body = new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode('{"messages":[')),
        pull: (controller) => controller.error(error),
      });
      return Promise.resolve(new Response(body, { status }));
    });
  const network = new TypeError('network error');
  const abort = new DOMException('Aborted', 'AbortError');

  test('is a failure of the network', async () => {
    const { client, onBadAnswer } = broken(200, network);
    expect(await failed(client.call(calls.chat.listChats, {}))).toMatchObject({
      name: 'CallError',
      status: 0,
      msg: 'Error getting from api.',
    });
    expect(onBadAnswer).not.toHaveBeenCalled();
  });

  test('keeps what the status says', async () => {
    const { client, onUnauthorized } = broken(401, network);
    expect(await failed(client.call(calls.chat.listChats, {}))).toMatchObject({ status: 401 });
    expect(onUnauthorized).toHaveBeenCalledOnce();
  });

  test.each([200, 500])('stays an abort if it was one, after a status of %i', async (status) => {
    const { client } = broken(status, abort);
    expect(await failed(client.call(calls.chat.listChats, {}))).toBe(abort);
  });
});

describe('stream of a call', () => {
  const streamOf = (text: string) => {
    const bytes = new TextEncoder().encode(text);
    const body = new ReadableStream({
      start(controller) {
        for (const half of [bytes.slice(0, 25), bytes.slice(25)]) controller.enqueue(half);
        controller.close();
      },
    });
    return setUp(() => Promise.resolve(new Response(body)));
  };
  const collect = async (setting: ReturnType<typeof setUp>) => {
    const items: unknown[] = [];
    for await (const item of setting.client.stream(calls.chat.streamReply, { prompt: 'hi' })) items.push(item);
    return items;
  };

  test('reads objects and arrays of objects, whatever the chunks', async () => {
    const setting = streamOf(
      '{"seq":1,"type":"text","text":"é"}\n[{"seq":2,"type":"text","text":"b"},{"seq":3,"type":"end","outcome":"complete"}]',
    );
    expect(await collect(setting)).toEqual([
      { seq: 1, type: 'text', text: 'é' },
      { seq: 2, type: 'text', text: 'b' },
      { seq: 3, type: 'end', outcome: 'complete' },
    ]);
  });

  test('skips lines of another shape and only logs what is no JSON', async () => {
    const setting = streamOf('7\n"text"\n{"type":"unheard"}\n{broken\n\n{"seq":4,"type":"text","text":"kept"}\n');
    expect(await collect(setting)).toEqual([{ seq: 4, type: 'text', text: 'kept' }]);
    expect(setting.onBadAnswer).toHaveBeenCalledExactlyOnceWith('chat.streamReply', '{broken');
  });

  test('reports only the beginning of a long line', async () => {
    const setting = streamOf('x'.repeat(1000));
    expect(await collect(setting)).toEqual([]);
    expect(setting.onBadAnswer).toHaveBeenCalledExactlyOnceWith('chat.streamReply', 'x'.repeat(200));
  });

  test('of an answer without a body is empty', async () => {
    expect(await collect(setUp(() => Promise.resolve(new Response(null))))).toEqual([]);
  });

  test('leaves an abort midway an abort', async () => {
    const abort = new DOMException('Aborted', 'AbortError');
    const setting = setUp(() =>
      Promise.resolve(new Response(new ReadableStream({ pull: (controller) => controller.error(abort) }))),
    );
    expect(await failed(collect(setting))).toMatchObject({ name: 'AbortError' });
  });

  test('ends the request of a reader who stops early', async () => {
    const cancel = vi.fn<() => void>();
    const { client } = setUp(() => {
      const text = new TextEncoder().encode('{"seq":1,"type":"text","text":"a"}\n');
      return Promise.resolve(
        new Response(new ReadableStream({ start: (controller) => controller.enqueue(text), cancel })),
      );
    });
    for await (const item of client.stream(calls.chat.streamReply, { prompt: 'hi' })) {
      expect(item).toMatchObject({ seq: 1 });
      break;
    }
    expect(cancel).toHaveBeenCalledOnce();
  });

  test('turns a connection that is lost midway into a network failure', async () => {
    const { client } = setUp(() => {
      const body = new ReadableStream({
        pull: (controller) => controller.error(new TypeError('network error')),
      });
      return Promise.resolve(new Response(body));
    });
    const read = async () => {
      for await (const item of client.stream(calls.chat.streamReply, { prompt: 'hi' })) expect(item).toBeDefined();
    };
    expect(await failed(read())).toMatchObject({
      name: 'CallError',
      status: 0,
      statusText: '',
      msg: 'Error posting to api.',
    });
  });
});
