import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import * as events from '#contracts/events';
import { createScope } from '@atrium/shared-kernel/remote';
import { createFakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { Unreachable } from '@atrium/shared-kernel/testing/fake-service';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCollectionModel } from './collection.model.ts';

const tag = { _id: '1'.repeat(24), name: 'Towers', lastUpdate: '2026-01-01T00:00:00.000Z' };
const chats = Array.from({ length: 25 }, (_, index): Chat => {
  const lastUpdate = new Date(Date.UTC(2026, 0, 1) - index * 60_000).toISOString();
  const common = { tags: [{ ...tag, icon: 'star', color: 'blue' } as const], secure: false, createdDate: lastUpdate };
  return { _id: index.toString(16).padStart(24, '0'), title: `Chat ${index + 1}`, lastUpdate, ...common };
});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A collection of 25 chats that is shown completely, and its requests from then on. */
const open = async () => {
  const host = createFakeHost();
  let reachable = true;
  host.service.answer(calls.chat.listChats, ({ lastUpdateTimestamp = '~' }) => {
    if (!reachable && lastUpdateTimestamp === chats[19]!.lastUpdate) throw new Unreachable();
    return { chats: chats.filter(({ lastUpdate = '' }) => lastUpdate < lastUpdateTimestamp).slice(0, 10) };
  });
  const model = createCollectionModel(host, tag._id);
  model.start(createScope());
  for (let page = 0; page < 3; page += 1) {
    await vi.advanceTimersByTimeAsync(0);
    model.loadMore();
  }
  host.service.requests.length = 0;
  const change = async () => {
    host.bus.emit(events.workspace.chatsChanged, {});
    await vi.advanceTimersByTimeAsync(0);
  };
  return {
    host,
    model,
    change,
    reach: (now: boolean) => {
      reachable = now;
    },
    cursors: () => host.service.requests.map(({ input }) => Object(input).lastUpdateTimestamp as unknown),
    titles: () => model.state$.value.chats.map(({ title }) => title),
  };
};

test('a collection that could not be read again is read on from the last page', async () => {
  const { host, cursors, change, reach, titles } = await open();
  reach(false);
  await change();
  host.bus.emit(events.workspace.chatRenamed, { chatId: chats[0]!._id, title: 'Renamed' });
  reach(true);
  await vi.advanceTimersByTimeAsync(60_000);
  const [, tenth, twentieth] = [0, 9, 19].map((index) => chats[index]!.lastUpdate);
  expect(cursors()).toEqual([undefined, tenth, twentieth, twentieth]);
  expect(titles()).toEqual(['Renamed', ...chats.slice(1).map(({ title }) => title)]);
});

test('a collection that could not be read again is read from the start after a further change', async () => {
  const { cursors, change, reach, titles } = await open();
  reach(false);
  await change();
  reach(true);
  await change();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(cursors().filter((cursor) => cursor === undefined)).toHaveLength(2);
  expect(titles()).toEqual(chats.map(({ title }) => title));
});

test('a chat that is being removed does not come back when the collection is read again', async () => {
  const { host, model, change, titles } = await open();
  const answered = Promise.withResolvers<object>();
  host.service.answer(calls.tags.removeFromChat, () => answered.promise);
  const removed = model.remove(chats[0]!);
  await change();
  await vi.advanceTimersByTimeAsync(0);
  expect(titles()).toEqual(chats.slice(1).map(({ title }) => title));
  answered.resolve({});
  await removed;
});
