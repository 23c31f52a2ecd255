import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { ReplyItem } from '@atrium/shared-kernel/contracts/entities/stream';
import type { CallDef } from '@atrium/shared-kernel/contracts/define';
import type { CallOptions, Client } from '@atrium/shared-kernel/remote';
import { failureOf, Unreachable } from '@atrium/shared-kernel/testing/fake-service';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { chatId, chatOf, createBrowser } from '../testing/offline-page.ts';
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

describe('a change whose first attempt arrived without an answer', () => {
  beforeEach(() => void vi.useRealTimers());
  const ids = ['a', 'b'].map((digit) => digit.repeat(24));
  const look = { icon: 'heart', color: 'green', lastUpdate: '2026-01-01T00:00:00.000Z' } as const;
  const tags = ids.map((_id) => ({ _id, name: 'Trips', ...look }));
  const tagId = ids[0];
  const memory = { _id: ids[0]!, memory: 'Likes tea.' };
  const stale = () => failureOf('stale', { revision: 'r2' });

  /** The outcome of another attempt. The service has what the cases set. */
  const attempt = async (
    call: CallDef,
    input: object,
    error: () => Error,
    focus = () => chatOf({ title: 'Tea', tags }),
  ) => {
    const { service, open } = createBrowser();
    service.answer(calls.chat.focusChat, () => ({ chat: focus() }));
    service.answer(calls.tags.listTags, () => ({ tags }));
    service.answer(calls.memories.listMemories, () => ({ memories: [memory] }));
    service.answer(call, () => {
      throw error();
    });
    const item = { ...itemOf(call.name, input), basedOn: 'r1', subjects: [chatId] };
    return deliver((await open()).early.direct, item, false);
  };

  test.each([
    ['a title', calls.chat.renameChat, { chatId, title: ' Tea\u200F' }, stale],
    ['the collections of a chat', calls.chat.editChat, { chatId, tags: ids.toReversed() }, stale],
    ['the name of a collection', calls.tags.createEditTag, { tagId, name: 'Trips' }, stale],
    ['a memory', calls.memories.editMemory, { memoryId: memory._id, memory: memory.memory }, stale],
    [
      'the deletion of a collection',
      calls.tags.createEditTag,
      { tagId, deleted: true },
      () => failureOf('unknown-tag'),
    ],
    ['the deletion of a memory', calls.memories.deleteMemory, { memoryId: tagId }, () => failureOf('unknown-memory')],
  ])('is done: %s', async (_, call, input, error) => {
    expect(await attempt(call, input, error)).toEqual({ outcome: 'done' });
  });

  test.each([
    ['a title', calls.chat.renameChat, { chatId, title: 'Coffee' }],
    ['the collections of a chat', calls.chat.editChat, { chatId, tags: [tagId] }],
    ['the color of a collection', calls.tags.createEditTag, { tagId, name: 'Trips', color: 'blue' }],
    ['a collection that also gets a chat', calls.tags.createEditTag, { tagId, name: 'Trips', chatId }],
    ['the deletion of a collection', calls.tags.createEditTag, { tagId, deleted: true }],
    ['the deletion of a memory', calls.memories.deleteMemory, { memoryId: memory._id }],
  ])('conflicts if the service has something else: %s', async (_, call, input) => {
    expect(await attempt(call, input, stale)).toMatchObject({ outcome: 'refused' });
  });

  test('is sent again later if nobody says what the service has', async () => {
    const lost = () => {
      throw new Unreachable();
    };
    expect(await attempt(calls.chat.renameChat, { chatId, title: 'Tea' }, stale, lost)).toMatchObject({
      outcome: 'later',
    });
  });
});
