import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ModelEvent, ModelPort, ModelRequest } from '../../ports/model.ts';
import { withSilenceLimit } from './with-silence-limit.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const request: ModelRequest = { system: '', turns: [], prompt: 'Hi', owner: 'a'.repeat(24), replaceable: true };
const text: ModelEvent = { type: 'text', text: 'Yes.' };
const omission: ModelEvent = { type: 'omission', omission: { kind: 'pictures-off' } };

/** Waits as models do: until its time, or until it is aborted, which it does not report. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
type Step = readonly [ms: number, event: ModelEvent];
/** Sends the events, each after a number of milliseconds. */
const modelThat = (...steps: readonly Step[]): ModelPort => ({
  label: 'any',
  name: async () => '',
  improve: async () => '',
  async *reply(_request, signal) {
    for (const [ms, event] of steps) {
      await pause(ms, signal);
      if (signal.aborted) return;
      yield event;
    }
  },
});
const resultOf = (model: ModelPort, given = request, signal = new AbortController().signal) =>
  Promise.race([
    Array.fromAsync(model.reply(given, signal)).catch((error: unknown) => error),
    vi.runAllTimersAsync().then(() => 'Nothing happened.'),
  ]);
const limited = (...steps: readonly Step[]) => withSilenceLimit(modelThat(...steps), 1000);

it('fails as unreachable, and not temporarily, if nothing comes in time that shows that the model is at work', async () => {
  const failure = { name: 'ModelFailure', kind: 'unreachable', passing: false };
  expect(await resultOf(limited([1001, text]))).toMatchObject(failure);
  expect(await resultOf(limited([500, omission], [501, text]))).toMatchObject(failure);
  expect(vi.getTimerCount()).toBe(0);
});

it('waits for an answer that has begun, or whose model is at work', async () => {
  expect(await resultOf(limited([999, text], [5000, text]))).toEqual([text, text]);
  expect(await resultOf(limited([999, { type: 'alive' }], [5000, text]))).toHaveLength(2);
});

it('waits as long as it takes if no other model can answer', async () => {
  expect(await resultOf(limited([5000, text]), { ...request, replaceable: false })).toEqual([text]);
});

it('ends quietly if the request is stopped', async () => {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 500);
  expect(await resultOf(limited([5000, text]), request, stop.signal)).toEqual([]);
});
