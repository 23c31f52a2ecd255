import * as calls from '@atrium/shared-kernel/contracts/calls';
import * as events from '#contracts/events';
import { createFakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { Failure, failureOf } from '@atrium/shared-kernel/testing/fake-service';
import { createScope } from '@atrium/shared-kernel/remote';
import { NEVER } from 'rxjs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { chatOf, chatsOf, tagOf } from '../testing/chats.ts';
import { chatListInputs } from './chat-list.api.ts';
import { createChatListModel } from './chat-list.model.ts';
import { moveChats } from './move-chats.ts';

const [work, home] = [tagOf({ name: 'Work' }), tagOf({ name: 'Home' })];
const [one, two] = [chatOf({ title: 'One', tags: [home] }), chatOf({ title: 'Two' })];

const start = async (chosen: unknown, refused?: string, chats = [one, two]) => {
  const host = createFakeHost();
  host.dialogResult = chosen;
  host.service.answer(calls.chat.editChat, ({ chatId }) => {
    if (chatId === refused) throw new Failure(500, {});
    return {};
  });
  const scope = createScope();
  onTestFinished(() => scope.end());
  const list = createChatListModel(scope, { ...chatListInputs({ ...host, scope } as never), owner$: NEVER });
  list.put(...chats);
  await moveChats(host, list, chats);
  const sent = () => host.service.requests.map(({ input }) => input);
  const shown = () =>
    host.eventsSeen
      .filter(({ event }) => event === events.workspace.collectionsChanged.name)
      .map((seen) => seen.payload);
  return { host, list, sent, shown };
};

test('selected chats move to the chosen collection, and Undo moves them back', async () => {
  const { host, sent, shown } = await start(work);
  expect(sent()).toEqual([
    { chatId: one._id, tags: [work._id], home: work._id },
    { chatId: two._id, tags: [work._id], home: work._id },
  ]);
  expect(host.alertsShown).toMatchObject([{ message: '2 chats moved to “Work”.', action: { label: 'Undo' } }]);
  host.alertsShown[0]!.action!.onSelect();
  await vi.waitFor(() =>
    expect(sent().slice(2)).toEqual([
      { chatId: one._id, tags: [home._id], home: null },
      { chatId: two._id, tags: [], home: null },
    ]),
  );
  expect(shown().slice(2)).toEqual([
    { chatId: one._id, tags: [home] },
    { chatId: two._id, tags: [] },
  ]);
});

test('Undo also restores where a chat began, which decides on its instructions and files', async () => {
  const began = chatOf({ tags: [home, work], home: home._id });
  const outdated = chatOf({ tags: [home], home: work._id });
  const done = tagOf({ name: 'Done' });
  const { host, sent } = await start(done, undefined, [began, outdated]);
  host.alertsShown[0]!.action!.onSelect();
  await vi.waitFor(() =>
    expect(sent().slice(2)).toEqual([
      { chatId: began._id, tags: [home._id, work._id], home: home._id },
      { chatId: outdated._id, tags: [home._id] },
    ]),
  );
});

test('Undo of a second move restores the place that the first one gave, before the chat is read again', async () => {
  const { host, list, sent } = await start(work, undefined, [two]);
  host.dialogResult = home;
  await moveChats(host, list, list.state$.value.chats);
  host.alertsShown.at(-1)!.action!.onSelect();
  await vi.waitFor(() => expect(sent().at(-1)).toEqual({ chatId: two._id, tags: [work._id], home: work._id }));
});

test('chats that the service refuses stay where they were, with a message', async () => {
  const { host, shown } = await start(work, two._id);
  expect(shown().at(-1)).toEqual({ chatId: two._id, tags: [] });
  expect(host.alertsShown.map(({ message }) => message)).toEqual([
    'Failed to move chats. Please try again.',
    '1 chat moved to “Work”.',
  ]);
});

test('an Undo that the service refuses leaves the chats in the chosen collection, and is offered again', async () => {
  const { host, sent, shown } = await start(work);
  host.service.answer(calls.chat.editChat, () => {
    throw new Failure(500, {});
  });
  host.alertsShown[0]!.action!.onSelect();
  await vi.waitFor(() =>
    expect(host.alertsShown.at(-1)).toMatchObject({ message: 'Failed to move chats. Please try again.' }),
  );
  expect(shown().slice(-2)).toEqual([
    { chatId: one._id, tags: [work] },
    { chatId: two._id, tags: [work] },
  ]);
  host.service.answer(calls.chat.editChat, () => ({}));
  host.alertsShown.at(-1)!.action!.onSelect();
  await vi.waitFor(() =>
    expect(sent().slice(-2)).toEqual([
      { chatId: one._id, tags: [home._id], home: null },
      { chatId: two._id, tags: [], home: null },
    ]),
  );
});

test('an Undo into a collection that is gone brings the other chats back, and is not offered again', async () => {
  const { host, sent, shown } = await start(work);
  host.service.answer(calls.chat.editChat, ({ tags }) => {
    if (tags.includes(home._id)) throw failureOf('unknown-tag');
    return {};
  });
  host.alertsShown[0]!.action!.onSelect();
  await vi.waitFor(() => expect(sent().slice(2)).toHaveLength(2));
  await vi.waitFor(() => expect(host.alertsShown).toHaveLength(2));
  expect(host.alertsShown[1]!.action).toBeUndefined();
  await vi.waitFor(() =>
    expect(shown().slice(-2)).toEqual([
      { chatId: two._id, tags: [] },
      { chatId: one._id, tags: [work] },
    ]),
  );
});

test('many chats move while an alert says so, the page is busy and leaving it asks; so does their Undo', async () => {
  const asksToLeave = () => !globalThis.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const states: unknown[] = [];
  const { host } = await start(work, undefined, chatsOf(6));
  const busy = () => host.eventsSeen.findLast(({ event }) => event === events.workspace.busyChanged.name)?.payload;
  expect([busy(), asksToLeave()]).toEqual([{ busy: false }, false]);
  host.service.answer(calls.chat.editChat, () => {
    states.push([busy(), asksToLeave()]);
    return {};
  });
  host.alertsShown.at(-1)!.action!.onSelect();
  await vi.waitFor(() => expect([states.length, busy()]).toEqual([6, { busy: false }]));
  expect(states[5]).toEqual([{ busy: true }, true]);
  expect(host.alertsShown).toMatchObject([
    { time: 0, message: 'Moving 6 chats to “Work”…' },
    { message: '6 chats moved to “Work”.' },
    { time: 0, message: 'Moving 6 chats back…' },
  ]);
});

test('chats that are left when the user stops their Undo are named, and Undo is offered for them', async () => {
  const chats = chatsOf(6);
  const { host, sent, shown } = await start(work, undefined, chats);
  host.alertsShown.at(-1)!.action!.onSelect();
  host.alertsShown.at(-1)!.action!.onSelect();
  await vi.waitFor(() =>
    expect(host.alertsShown.at(-1)).toMatchObject({ type: 'info', message: '5 chats were not moved back.' }),
  );
  await vi.waitFor(() => expect(shown().at(-1)).toEqual({ chatId: chats[5]!._id, tags: [work] }));
  host.alertsShown.at(-1)!.action!.onSelect();
  await vi.waitFor(() =>
    expect(sent().slice(7)).toEqual(chats.slice(1).map(({ _id }) => ({ chatId: _id, tags: [], home: null }))),
  );
});

test('nothing moves where no collection is chosen', async () => {
  const { host, sent } = await start(undefined);
  expect([sent(), host.alertsShown]).toEqual([[], []]);
});
