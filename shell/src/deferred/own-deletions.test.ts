import * as calls from '@atrium/shared-kernel/contracts/calls';
import { createFakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { failureOf } from '@atrium/shared-kernel/testing/fake-service';
import { expect, test, vi } from 'vitest';
import { createOwnDeletions } from './own-deletions.ts';

test('the end of a chat is expected from its deletion until a moment after the answer', async () => {
  let time = 0;
  const { has, during } = createOwnDeletions(() => time);
  const answer = Promise.withResolvers<string>();
  const deleted = during(['a', 'b'], () => answer.promise);
  expect(['a', 'b', 'c'].map(has)).toEqual([true, true, false]);
  time = 60_000;
  expect(has('a')).toBe(true);
  answer.resolve('done');
  expect(await deleted).toBe('done');
  time += 4999;
  expect(has('b')).toBe(true);
  time += 1;
  expect(has('b')).toBe(false);
});

test('a deletion that fails is not expected any longer, and reported after its caller knows', async () => {
  const { has, during, failed$ } = createOwnDeletions();
  const seen: unknown[] = [];
  failed$.subscribe((ids) => seen.push(ids));
  await expect(during(['a'], () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  expect([has('a'), seen]).toEqual([false, []]);
  await vi.waitFor(() => expect(seen).toEqual([['a']]));
});

test('a deletion of chats that are gone already is not reported as failed, because its user sees it as done', async () => {
  vi.useFakeTimers();
  const { client, service } = createFakeHost();
  service.answer(calls.chat.clearChat, () => {
    throw failureOf('unknown-chat');
  });
  const { has, during, failed$ } = createOwnDeletions();
  const seen: unknown[] = [];
  failed$.subscribe((ids) => seen.push(ids));
  const chatId = 'c'.repeat(24);
  await expect(during([chatId], () => client.call(calls.chat.clearChat, { chatId }))).rejects.toMatchObject({
    status: 404,
  });
  await vi.advanceTimersByTimeAsync(1000);
  expect([has(chatId), seen]).toEqual([true, []]);
  vi.useRealTimers();
});
