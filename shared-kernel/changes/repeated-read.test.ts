import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallFailure } from '../client/call-failure.ts';
import { createRepeatedRead } from './repeated-read.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const passed = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
const failure = (status: number) => new CallFailure(status, '', {}, 'Failed.');

/** Reads that the test answers one after the other. */
const start = () => {
  const reads: PromiseWithResolvers<void>[] = [];
  const controller = new AbortController();
  const request = createRepeatedRead(() => {
    const read = Promise.withResolvers<void>();
    reads.push(read);
    return read.promise;
  }, controller.signal);
  return { reads, controller, request };
};

test('one read runs at a time, and one more for all requests in the meantime', async () => {
  const { reads, request } = start();
  for (let times = 0; times < 3; times += 1) request();
  await passed();
  expect(reads).toHaveLength(1);
  reads[0]!.resolve();
  await passed();
  expect(reads).toHaveLength(2);
  reads[1]!.resolve();
  await passed(60_000);
  expect(reads).toHaveLength(2);
});

test.each([0, 429, 500, 503])('what failed with %i is read again, less and less often', async (status) => {
  const { reads, request } = start();
  request();
  for (const pause of [1000, 3000, 10_000, 30_000, 30_000]) {
    const before = reads.length;
    reads.at(-1)!.reject(failure(status));
    await passed(pause - 1);
    expect(reads).toHaveLength(before);
    await passed(1);
    expect(reads).toHaveLength(before + 1);
  }
  reads.at(-1)!.resolve();
  await passed(60_000);
  request();
  reads.at(-1)!.reject(failure(status));
  await passed(1000);
  expect(reads).toHaveLength(8);
});

test('what was refused is read again only with the next change', async () => {
  const { reads, request } = start();
  request();
  reads[0]!.reject(failure(404));
  await passed(60_000);
  expect(reads).toHaveLength(1);
  request();
  expect(reads).toHaveLength(2);
});

test('nothing is read once the screen is closed', async () => {
  const { reads, controller, request } = start();
  request();
  reads[0]!.reject(failure(0));
  await passed();
  controller.abort();
  request();
  await passed(60_000);
  expect(reads).toHaveLength(1);
});
