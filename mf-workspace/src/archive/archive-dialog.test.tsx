import '@atrium/shared-kernel/testing/arabic-browser';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import * as events from '#contracts/events';
import { createFakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { Failure, failureOf } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import contract from '../../contract.ts';
import { chatOf, chatsOf } from '../testing/chats.ts';
import { ArchiveDialog } from './archive-dialog.tsx';

const archived = '2026-07-16T00:00:00.000Z';
const show = (chats = [chatOf({ title: 'Put away', archived })]) => {
  const host = createFakeHost();
  host.service.answer(calls.chat.listChats, ({ lastUpdateTimestamp = '~', only }) => ({
    chats:
      only === 'archived' ? chats.filter(({ lastUpdate = '' }) => lastUpdate < lastUpdateTimestamp).slice(0, 10) : [],
  }));
  return { ...renderRemote(contract, <ArchiveDialog />, { host }), chats, host };
};
const titles = () => screen.queryAllByRole('listitem').map((row) => row.querySelector('button span')?.textContent);

test('an archived chat is restored to the list', async () => {
  const { host, chats } = show();
  host.service.answer(calls.chat.archiveChat, () => ({ chat: chatOf({ ...chats[0], archived: undefined }) }));
  await userEvent.click(await screen.findByRole('button', { name: 'Unarchive Put away' }));
  await waitFor(() => expect(host.alertsShown).toMatchObject([{ message: '“Put away” is back in your chats.' }]));
  expect(titles()).toEqual([]);
  expect(screen.getByText('The archive is empty')).toBeTruthy();
  expect(host.eventsSeen).toMatchObject([
    { event: 'workspace.chatsChanged', payload: { chats: [{ title: 'Put away' }] } },
  ]);
  expect(host.service.requests.at(-1)?.input).toEqual({ chatId: chats[0]?._id, archived: false });
});

test('a chat has the date of its last change, in English in every browser', async () => {
  show([chatOf({ title: 'Put away', archived, lastUpdate: '2026-07-15T12:00:00.000Z' })]);
  expect(await screen.findByText('Jul 15, 2026')).toBeTruthy();
});

test('it stays where the service refuses', async () => {
  const { host } = show();
  host.service.answer(calls.chat.archiveChat, () => {
    throw new Failure(500, {});
  });
  await userEvent.click(await screen.findByRole('button', { name: /^Unarchive/ }));
  await waitFor(() => expect(host.alertsShown).toMatchObject([{ message: 'Failed to unarchive chat.' }]));
  expect(titles()).toEqual(['Put away']);
});

test('it follows what happens to its chats here and elsewhere', async () => {
  const [renamed, deleted, restored] = ['Renamed', 'Deleted', 'Restored'].map((title) => chatOf({ title, archived }));
  const { host } = show([renamed!, deleted!, restored!]);
  await screen.findByRole('button', { name: /^Deleted/ });
  const added = chatOf({ title: 'Added', archived });
  act(() => {
    host.bus.emit(events.workspace.chatsChanged, {
      chats: [{ ...renamed!, title: 'New name' }, { ...restored!, archived: undefined }, added],
    });
    host.bus.emit(events.workspace.chatDeleted, { chatId: deleted!._id });
  });
  expect(new Set(titles())).toEqual(new Set(['Added', 'New name']));
});

test('it is read again after changes that nobody named', async () => {
  const { host, chats } = show();
  await screen.findByRole('button', { name: /^Put away/ });
  chats[0] = { ...chats[0]!, title: 'Renamed' };
  act(() => host.bus.emit(events.workspace.chatsChanged, {}));
  await waitFor(() => expect(titles()).toEqual(['Renamed']));
});

test('a chat that was deleted meanwhile does not come back to it', async () => {
  const chats = ['One', 'Two'].map((title) => chatOf({ title, archived }));
  const { host } = show(chats);
  const { promise, reject } = Promise.withResolvers<never>();
  host.service.answer(calls.chat.archiveChat, ({ chatId }) => {
    if (chatId === chats[0]!._id) return promise;
    throw failureOf('unknown-chat');
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Unarchive One' }));
  act(() => host.bus.emit(events.workspace.chatDeleted, { chatId: chats[0]!._id }));
  reject(new Failure(500, {}));
  await userEvent.click(screen.getByRole('button', { name: 'Unarchive Two' }));
  await waitFor(() => expect(host.alertsShown).toHaveLength(2));
  expect(titles()).toEqual([]);
});

test('a chat is opened from it', async () => {
  const { host, closed, chats } = show();
  await userEvent.click(await screen.findByRole('button', { name: /^Put away/ }));
  expect(closed).toEqual([undefined]);
  expect(host.eventsSeen).toMatchObject([{ event: 'workspace.commandGiven', payload: { chatId: chats[0]?._id } }]);
});

test('more of them come with Show more; a failure offers Retry', async () => {
  const { host } = show(chatsOf(12).map((chat) => ({ ...chat, archived })));
  await waitFor(() => expect(titles()).toHaveLength(10));
  const answer = host.service.requests.length;
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(titles()).toHaveLength(12));
  expect(host.service.requests).toHaveLength(answer + 1);
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});
