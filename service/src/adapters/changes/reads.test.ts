import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createReads } from './reads.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Reads that the test settles. `waits.ms` is the value of `wait`. */
const open = (waits: { ms: number } = { ms: 1000 }) => {
  const reading: PromiseWithResolvers<void>[] = [];
  const errors: unknown[] = [];
  const reads = createReads({
    read: () => {
      reading.push(Promise.withResolvers<void>());
      return reading.at(-1)!.promise;
    },
    pace: 20,
    wait: () => waits.ms,
    onError: (error) => errors.push(error),
  });
  reads.start();
  const settle = async (error?: Error) => {
    if (error) reading.at(-1)!.reject(error);
    else reading.at(-1)!.resolve();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { reads, reading, settle, errors, signal: new AbortController() };
};

describe('reads of changes', () => {
  it('run on a signal, at most once per interval, and never two at once', async () => {
    const { reads, reading, settle } = open();
    for (let at = 0; at < 5; at += 1) reads.wake();
    await vi.advanceTimersByTimeAsync(100);
    expect(reading).toHaveLength(1);
    await settle();
    await vi.advanceTimersByTimeAsync(19);
    expect(reading).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(reading).toHaveLength(2);
    await settle();
    await vi.advanceTimersByTimeAsync(500);
    expect(reading).toHaveLength(2);
  });

  it('run without a signal after the interval that applies at that moment', async () => {
    const waits = { ms: 1000 };
    const { reads, reading, settle } = open(waits);
    await settle();
    await vi.advanceTimersByTimeAsync(1019);
    expect(reading).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(reading).toHaveLength(2);
    await settle();
    waits.ms = 40;
    reads.wake();
    await vi.advanceTimersByTimeAsync(20);
    await settle();
    await vi.advanceTimersByTimeAsync(60);
    expect(reading).toHaveLength(4);
  });

  it('are awaited from their start: one that is already running is not enough, and one that fails is repeated', async () => {
    const { reads, reading, settle, errors, signal } = open();
    let done = false;
    void reads.next(signal.signal).then(() => (done = true));
    await settle();
    expect(done).toBe(false);
    await vi.advanceTimersByTimeAsync(20);
    await settle(new Error('gone'));
    expect([done, errors.length]).toEqual([false, 1]);
    await vi.advanceTimersByTimeAsync(500);
    expect(reading).toHaveLength(3);
    await settle();
    expect(done).toBe(true);
  });

  it('are not awaited after a disconnect, and end with the feed', async () => {
    const { reads, reading, settle, signal } = open();
    const waiting = reads.next(signal.signal);
    signal.abort();
    await waiting;
    const closing = reads.close();
    await settle();
    await vi.advanceTimersByTimeAsync(5000);
    await closing;
    expect(reading).toHaveLength(1);
  });
});
