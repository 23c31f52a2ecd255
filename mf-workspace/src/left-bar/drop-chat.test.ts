import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Tag } from '@atrium/shared-kernel/contracts/entities/chat';
import * as events from '#contracts/events';
import { createFakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { Failure, failureOf } from '@atrium/shared-kernel/testing/fake-service';
import { BehaviorSubject } from 'rxjs';
import { expect, test } from 'vitest';
import { chatOf, tagOf } from '../testing/chats.ts';
import { dropChat } from './drop-chat.ts';

const [work, home] = [tagOf({ name: 'Work' }), tagOf({ name: 'Home' })];
const drop = async (before: Tag[], failing = false) => {
  const chat = chatOf({ title: 'Plans', tags: before });
  const host = createFakeHost();
  host.service.answer(calls.chat.editChat, () => {
    if (failing) throw new Failure(404, 'This collection does not exist.');
    return {};
  });
  const state$ = new BehaviorSubject({ chats: [chat], page: 'end' as const, loaded: true, removed: new Set<string>() });
  await dropChat(host, { state$ })({ ...chat, tags: [] }, work);
  const emitted = host.eventsSeen.map(({ event, payload }) => ({ event, ...(payload as object) }));
  return { host, chatId: chat._id, emitted };
};
const event = events.workspace.collectionsChanged.name;

test('the collection is added to the chat’s current ones, which is announced at once', async () => {
  const { host, chatId, emitted } = await drop([home]);
  expect(host.service.requests).toEqual([{ call: 'chat.editChat', input: { chatId, tags: [home._id, work._id] } }]);
  expect(emitted).toEqual([{ event, chatId, tags: [home, work] }]);
  expect(host.alertsShown).toMatchObject([{ type: 'info', message: '“Plans” is in Work now.' }]);
});

test('a collection that the chat has already is not added again', async () => {
  const { host, emitted } = await drop([work]);
  expect([host.service.requests, emitted]).toEqual([[], []]);
  expect(host.alertsShown).toMatchObject([{ message: '“Plans” is in Work already.' }]);
});

test('a change that the service refuses is reverted', async () => {
  const { host, chatId, emitted } = await drop([home], true);
  expect(emitted.at(-1)).toEqual({ event, chatId, tags: [home] });
  expect(host.alertsShown).toEqual([{ type: 'error', time: 5000, message: 'This collection does not exist.' }]);
});

test('where another tab was first the collection is added to those that the chat has by now', async () => {
  const chat = chatOf({ title: 'Plans', tags: [], revisions: { title: 't', tags: 'tags-1' } });
  const host = createFakeHost();
  let refusals = 1;
  host.service.answer(calls.chat.editChat, () => {
    refusals -= 1;
    if (refusals >= 0) throw failureOf('stale', { revision: 'now' });
    return {};
  });
  host.service.answer(calls.chat.focusChat, () => ({
    chat: { ...chat, tags: [home], revisions: { title: 't', tags: 'tags-2' } },
  }));
  const state$ = new BehaviorSubject({ chats: [chat], page: 'end' as const, loaded: true, removed: new Set<string>() });
  await dropChat(host, { state$ })(chat, work);
  expect(host.service.requests.at(-1)).toEqual({
    call: 'chat.editChat',
    input: { chatId: chat._id, tags: [home._id, work._id] },
    basedOn: '"tags-2"',
  });
  expect(host.alertsShown).toMatchObject([{ type: 'info', message: '“Plans” is in Work now.' }]);
});
