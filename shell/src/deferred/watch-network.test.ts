import * as calls from '@atrium/shared-kernel/contracts/calls';
import { Subject } from 'rxjs';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createOnline } from '../visit/device.ts';
import { withFirstAnswers } from '../visit/first-answers.ts';
import { createStorage } from '../visit/storage.ts';
import { watchNetwork } from './watch-network.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

type State = 'up' | 'refusing' | 'hanging' | 'stalling' | 'edge alone';

/** A body that ends only with the request, of which `write` sends a part. */
const unfinished = (signal?: AbortSignal | null) => {
  let write: (text: string) => void = () => undefined;
  const body = new ReadableStream<Uint8Array>({
    start(control) {
      write = (text) => control.enqueue(new TextEncoder().encode(text));
      signal?.addEventListener('abort', () => control.error(new DOMException('Aborted', 'AbortError')));
    },
  });
  return { body, write: (text: string) => write(text) };
};

/** A page whose network answers, refuses each connection, carries nothing, or nothing but the beginning of an answer. */
const start = () => {
  let state: State = 'up';
  const requested: string[] = [];
  const answers: Response[] = [];
  const writes: ((text: string) => void)[] = [];
  const send = vi.fn<typeof fetch>((input, init) => {
    requested.push(input instanceof Request ? input.url : input.toString());
    if (state === 'up') {
      answers.push(Response.json({}));
      return Promise.resolve(answers.at(-1)!);
    }
    if (state === 'edge alone') return Promise.resolve(Response.json({}, { status: 503 }));
    if (state === 'stalling' && input !== '/api/ping') {
      const { body, write } = unfinished(init?.signal);
      writes.push(write);
      return Promise.resolve(new Response(body, { headers: { 'content-type': 'application/json' } }));
    }
    if (state === 'refusing') return Promise.reject(new TypeError('Failed to fetch'));
    return new Promise((_, reject) => {
      init?.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
    });
  });
  const browser = Object.assign(new EventTarget(), { navigator: { onLine: true } });
  const page = browser as unknown as Window & typeof browser;
  const online$ = createOnline(page);
  const failures$ = new Subject<unknown>();
  const network = { send: withFirstAnswers(send, createStorage().local) };
  watchNetwork({ network, online$, page, failures$ });
  const states: boolean[] = [];
  online$.subscribe((online) => states.push(online));
  const turn = (next: State) => {
    state = next;
  };
  const call = (method = 'GET', signal?: AbortSignal, path = `/${method.toLowerCase()}`) =>
    network.send(`/api${path}`, { method, ...(signal ? { signal } : {}) }).then(
      () => 'answered',
      (error: unknown) => (error as Error).name,
    );
  return { turn, call, requested, answers, writes, states, page, failures$, online$ };
};
const pings = (requested: readonly string[]) => requested.filter((url) => url === '/api/ping').length;

test('a network that answers is not probed', async () => {
  const { call, requested, states } = start();
  expect(await call()).toBe('answered');
  await pass(600_000);
  expect([requested, states]).toEqual([['/api/get'], [true]]);
});

test('a call that fails shows that the network is dead, and the first answer that it is back', async () => {
  const { turn, call, requested, states } = start();
  turn('refusing');
  expect(await call()).toBe('TypeError');
  await pass(0);
  expect(states).toEqual([true, false]);
  await pass(2000 + 4000 + 8000 + 16_000 + 30_000 + 30_000);
  expect(pings(requested)).toBe(7);
  turn('up');
  await pass(30_000);
  expect(states).toEqual([true, false, true]);
  await pass(600_000);
  expect(pings(requested)).toBe(8);
});

test('an edge that reaches no service is as no network, until it reaches one', async () => {
  const { turn, call, states } = start();
  turn('edge alone');
  expect(await call()).toBe('answered');
  await pass(0);
  expect(states).toEqual([true, false]);
  turn('up');
  await pass(2000);
  expect(states).toEqual([true, false, true]);
});

test('the answer to the question is read to its end, so that no connection is held', async () => {
  const { answers, failures$ } = start();
  failures$.next('a remote');
  await pass(0);
  expect(answers.map(({ bodyUsed }) => bodyUsed)).toEqual([true]);
});

test('a failing service is not a dead network', async () => {
  const { turn, call, states, failures$ } = start();
  failures$.next('mf-chat');
  turn('refusing');
  const failed = call();
  turn('up');
  await failed;
  await pass(0);
  expect(states).toEqual([true]);
});

test('a question that hangs ends as a failure of the network; a change is left to the browser', async () => {
  const { turn, call, states } = start();
  turn('hanging');
  const ends: string[] = [];
  void call('GET').then((end) => ends.push(`GET ${end}`));
  void call('POST').then((end) => ends.push(`POST ${end}`));
  await pass(12_999);
  expect([ends, states]).toEqual([[], [true]]);
  await pass(1);
  expect([ends, states]).toEqual([['GET TypeError'], [true, false]]);
  void call('GET').then((end) => ends.push(end));
  await pass(5000);
  expect(ends).toEqual(['GET TypeError', 'TypeError']);
});

test('the reading of one chat ends like this, although it is a POST', async () => {
  const { turn, call } = start();
  turn('hanging');
  const ends: string[] = [];
  void call('POST', undefined, calls.chat.focusChat.path).then((end) => ends.push(end));
  await pass(13_000);
  expect(ends).toEqual(['TypeError']);
});

test('a first call that the page has sent by itself ends like this if it hangs, and is made again then', async () => {
  window.firstAnswers = { '/api/get': new Promise(() => undefined) };
  onTestFinished(() => void delete window.firstAnswers);
  const { turn, call } = start();
  turn('hanging');
  const ends: string[] = [];
  void call().then((end) => ends.push(end));
  await pass(13_000);
  expect(ends).toEqual(['TypeError']);
  turn('up');
  expect(await call()).toBe('answered');
});

test('a first call that the page has sent by itself ends like this if it is canceled', async () => {
  const first = Promise.withResolvers<Response>();
  window.firstAnswers = { '/api/get': first.promise };
  onTestFinished(() => void delete window.firstAnswers);
  const { call } = start();
  const control = new AbortController();
  const ended = call('GET', control.signal);
  control.abort();
  expect(await ended).toBe('AbortError');
  expect(await call('GET', control.signal)).toBe('AbortError');
});

test.each(['GET', 'POST'])(
  'a %s whose answer stalls in its middle is probed, and a question ends then',
  async (method) => {
    const { turn, call, requested, states } = start();
    turn('stalling');
    const ends: string[] = [];
    void call(method).then((end) => ends.push(end));
    await pass(7999);
    expect(pings(requested)).toBe(0);
    turn('hanging');
    await pass(5001);
    expect([pings(requested), states, ends]).toEqual([1, [true, false], method === 'GET' ? ['TypeError'] : []]);
  },
);

test('an answer that comes slowly is not probed while it comes', async () => {
  const { turn, call, requested, writes } = start();
  turn('stalling');
  void call();
  for (const text of ['[', '1', ']']) {
    await pass(7000);
    writes[0]?.(text);
  }
  await pass(7999);
  expect(pings(requested)).toBe(0);
  await pass(1);
  expect(pings(requested)).toBe(1);
});

test('a call that is canceled while its answer comes is no lost network', async () => {
  const { turn, call, requested } = start();
  turn('stalling');
  const control = new AbortController();
  const ended = call('GET', control.signal);
  await pass(10);
  control.abort();
  expect(await ended).toBe('AbortError');
  await pass(60_000);
  expect(pings(requested)).toBe(0);
});

test('a canceled call is not a lost network', async () => {
  const { turn, call, requested } = start();
  turn('hanging');
  const control = new AbortController();
  const ended = call('GET', control.signal);
  control.abort();
  expect(await ended).toBe('AbortError');
  await pass(60_000);
  expect(pings(requested)).toBe(0);
});

test('a stream of lines continues after the network is lost for a while', async () => {
  const page = Object.assign(new EventTarget(), { navigator: { onLine: true } });
  const signals: (AbortSignal | null | undefined)[] = [];
  let up = true;
  const network = {
    send: ((_, init) => {
      signals.push(init?.signal);
      return up
        ? Promise.resolve(new Response(unfinished().body, { headers: { 'content-type': 'application/x-ndjson' } }))
        : Promise.reject(new TypeError('Failed to fetch'));
    }) as typeof fetch,
  };
  const online$ = createOnline(page as unknown as Window);
  watchNetwork({ network, online$, page, failures$: new Subject() });
  await network.send('/api/stream');
  up = false;
  await network.send('/api/other').catch(() => undefined);
  await pass(0);
  expect([online$.value, signals[0]?.aborted]).toEqual([false, false]);
});

test('code that does not load triggers a probe of the network; an offline browser does not', async () => {
  const { turn, requested, states, failures$, page } = start();
  turn('refusing');
  failures$.next('mf-billing');
  await pass(0);
  expect([pings(requested), states]).toEqual([1, [true, false]]);
  page.navigator.onLine = false;
  await pass(600_000);
  expect(pings(requested)).toBe(1);
});
