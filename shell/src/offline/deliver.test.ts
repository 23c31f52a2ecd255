import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { ReplyItem } from '@atrium/shared-kernel/contracts/entities/stream';
import type { CallOptions, Client } from '@atrium/shared-kernel/remote';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WaitingItem } from './database.ts';
import { deliver } from './deliver.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const aborted = (signal: AbortSignal | undefined) =>
  new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error));
  });
/** A service that takes the connection, sends these items of a reply a minute apart, and then nothing. */
const silentAfter = (...items: ReplyItem[]) => {
  const client = {
    call: (_call: unknown, _input: unknown, options?: CallOptions) => aborted(options?.signal),
    async *stream(_call: unknown, _input: unknown, options?: CallOptions) {
      for (const item of items) {
        await new Promise((resolve) => void setTimeout(resolve, 59_000));
        yield item;
      }
      await aborted(options?.signal);
    },
  };
  return client as unknown as Pick<Client, 'call' | 'stream'>;
};
const itemOf = (call: string, input: object) => ({ call, input, basedOn: undefined }) as unknown as WaitingItem;
const message = itemOf(calls.chat.streamReply.name, { prompt: 'Hi', id: 'c'.repeat(24) });
const first: ReplyItem = { type: 'chatId', seq: 1, chatId: 'c'.repeat(24) };
const id: ReplyItem = { type: 'id', seq: 2, id: 'd'.repeat(24) };

test.each([
  ['a change', silentAfter(), itemOf(calls.chat.pinChat.name, { chatId: 'c'.repeat(24), pinned: true }), 60_000],
  ['a message', silentAfter(), message, 60_000],
  ['a message whose reply another one waits for', silentAfter(first, id), message, 59_000 * 2 + 60_000],
])(
  '%s is sent again later if nothing comes for a minute, which counts as no attempt',
  async (_, client, item, after) => {
    const outcome = vi.fn();
    void deliver(client, item, true).then(outcome);
    await vi.advanceTimersByTimeAsync(after - 1);
    expect(outcome).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(outcome.mock.calls).toEqual([[{ outcome: 'later', wait: 5000, failed: false }]]);
  },
);

test('a message that the service has is done, and nothing is left waiting', async () => {
  const outcome = vi.fn();
  void deliver(silentAfter(first, id), message, false).then(outcome);
  await vi.advanceTimersByTimeAsync(59_000 * 2);
  expect(outcome.mock.calls).toEqual([[{ outcome: 'done', chatId: 'c'.repeat(24) }]]);
  expect(vi.getTimerCount()).toBe(0);
});
