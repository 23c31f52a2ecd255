import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createClient } from '../client/client.ts';
import { followChanges } from '../contracts/calls/changes.ts';
import type { ChangeItem } from '../contracts/entities/change.ts';
import { createFakeService, failureOf, Unreachable } from '../testing/fake-service.ts';
import { readChanges } from './change-stream.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Lines = (
  input: { readonly after?: string | undefined },
  signal: AbortSignal | undefined,
) => AsyncIterable<ChangeItem> | Iterable<ChangeItem>;
/** Like a network connection, it breaks when its reader stops. */
const never = (signal: AbortSignal | undefined) =>
  new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('Left.', 'AbortError')));
  });

/** Reads with one answer of the service for each connection. The last answer stays open. */
const start = (...answers: readonly Lines[]) => {
  const service = createFakeService();
  let connections = 0;
  service.answer(followChanges, (input, signal) =>
    answers[Math.min(connections++, answers.length - 1)]!(input, signal),
  );
  const client = createClient({
    baseUrl: '/api',
    fetch: service.fetch,
    onUnauthorized: () => undefined,
    onBadAnswer: () => undefined,
  });
  const controller = new AbortController();
  const items: ChangeItem[] = [];
  const waiting: (() => void)[] = [];
  const comeOnline = () => waiting.splice(0).forEach((then) => then());
  const options = {
    client,
    cursor: () => items.findLast(({ cursor }) => cursor !== undefined)?.cursor,
    age: () => 1234.5,
    reachable: (_: AbortSignal, then: () => void) => void waiting.push(then),
    random: () => 0.5,
  };
  const state = { ended: false };
  const read = async () => {
    await readChanges(options, controller.signal, (item) => items.push(item));
    state.ended = true;
  };
  void read();
  const inputs = () => service.requests.map(({ input }) => input);
  return { items, inputs, controller, comeOnline, state };
};
const held: Lines = async function* (_, signal) {
  yield { type: 'alive', cursor: 'held' };
  await never(signal);
};
const passed = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('a first connection sends the age of the page, later ones continue from the last cursor', async () => {
  const { items, inputs } = start(
    () => [
      { type: 'changed', kind: 'chats', ids: ['c1'] },
      { type: 'changed', kind: 'memories', ids: [], cursor: 'one' },
    ],
    held,
  );
  await passed(1000);
  expect(items.map(({ type }) => type)).toEqual(['changed', 'changed', 'alive']);
  expect(inputs()).toEqual([{ age: 1235 }, { after: 'one' }]);
});

test('an unreachable service is retried less and less often, and at once when the network is back', async () => {
  const { inputs, comeOnline } = start(() => {
    throw new Unreachable();
  });
  await passed(60_000);
  expect(inputs().length).toBeGreaterThan(5);
  expect(inputs().length).toBeLessThan(12);
  const before = inputs().length;
  comeOnline();
  await passed(10);
  expect(inputs().length).toBeGreaterThan(before);
});

test('a connection without data for a minute is opened again', async () => {
  const { inputs } = start(held);
  await passed(59_000);
  expect(inputs()).toHaveLength(1);
  await passed(3000);
  expect(inputs()).toEqual([{ age: 1235 }, { after: 'held' }]);
});

test.each(['not-signed-in', 'other-person'] as const)('it is over for a page that is %s', async (code) => {
  const { state, inputs } = start(() => {
    throw failureOf(code);
  });
  await passed(60_000);
  expect(state.ended).toBe(true);
  expect(inputs()).toHaveLength(1);
});

test('unsubscribing closes the connection at once', async () => {
  const { state, controller } = start(held);
  await passed(10);
  controller.abort();
  await passed(1);
  expect(state.ended).toBe(true);
});
