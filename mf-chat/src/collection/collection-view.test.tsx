import '@atrium/shared-kernel/testing/arabic-browser';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Chat, Tag } from '@atrium/shared-kernel/contracts/entities/chat';
import * as events from '#contracts/events';
import { Failure, failureOf } from '@atrium/shared-kernel/testing/fake-service';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { chatId, numbered } from '../testing/replies.ts';
import { renderChat, sendPrompt } from '../testing/screen.tsx';

const tag: Tag = {
  _id: '1'.repeat(24),
  name: 'Towers',
  icon: 'star',
  color: 'blue',
  lastUpdate: '2026-01-01T00:00:00.000Z',
};
const chatOf = (number: number, change: Partial<Chat> = {}): Chat => ({
  _id: number.toString(16).padStart(24, '0'),
  title: `Chat ${number}`,
  tags: [tag],
  secure: false,
  createdDate: '2026-01-01T00:00:00.000Z',
  lastUpdate: new Date(Date.UTC(2026, 0, 1) - number * 60_000).toISOString(),
  ...change,
});
const chats = (count: number, from = 1) => Array.from({ length: count }, (_, index) => chatOf(from + index));

/** The screen with the collection selected. The service has these pages of it, by cursor. */
const open = async (pages: (cursor: string | undefined) => Chat[]) => {
  const rendered = renderChat();
  rendered.host.service.answer(calls.chat.listChats, ({ lastUpdateTimestamp }) => ({
    chats: pages(lastUpdateTimestamp),
  }));
  await act(async () => rendered.host.bus.emit(events.workspace.collectionSelected, { tag }));
  await screen.findByRole('heading', { name: 'Towers', level: 1 });
  return rendered;
};
type Host = ReturnType<typeof renderChat>['host'];
const titles = () =>
  within(screen.getByRole('region', { name: 'Chats in Towers' }))
    .queryAllByRole('link')
    .map((link) => link.querySelector('span')?.textContent);
const lists = (...expected: string[]) => waitFor(() => expect(titles()).toEqual(expected));
const pick = async (title: string, item: string) => {
  fireEvent.click(screen.getByRole('button', { name: `Options for ${title}` }));
  fireEvent.click(await screen.findByRole('menuitem', { name: item }));
};
const requests = (host: Host, call: { name: string }) =>
  host.service.requests.filter((one) => one.call === call.name).map(({ input }) => input);
const changedChats = (host: Host) =>
  host.eventsSeen.filter(({ event }) => event === events.chat.changed.name).map(({ payload }) => payload);

describe('a selected collection', () => {
  test('lists its chats, the next page when the bottom is near, and none beyond the last', async () => {
    const { host } = await open((cursor) => (cursor === undefined ? chats(10) : chats(2, 11)));
    await lists(...chats(12).map(({ title }) => title));
    expect(requests(host, calls.chat.listChats)).toEqual([
      { tagId: tag._id },
      { tagId: tag._id, lastUpdateTimestamp: chatOf(10).lastUpdate },
    ]);
    expect(screen.getAllByText(/^(Jan 1, 2026|Dec 31, 2025)$/)).toHaveLength(12);
    expect(screen.getAllByRole('link')[0]?.getAttribute('href')).toBe(`/?chat=${chatOf(1)._id}`);
    expect(screen.queryByRole('region', { name: 'Welcome' })).toBeNull();
  });

  test('lists all of its chats, also behind a page of which every chat is known', async () => {
    const late = Promise.withResolvers<void>();
    const { host } = renderChat();
    host.service.answer(calls.chat.listChats, async ({ lastUpdateTimestamp }) => {
      if (lastUpdateTimestamp === undefined) return { chats: chats(10) };
      await late.promise;
      return { chats: lastUpdateTimestamp === chatOf(10).lastUpdate ? chats(10, 11) : chats(2, 21) };
    });
    await act(async () => host.bus.emit(events.workspace.collectionSelected, { tag }));
    await lists(...chats(10).map(({ title }) => title));
    await act(async () => host.bus.emit(events.workspace.chatsChanged, { chats: chats(10, 11) }));
    await act(async () => late.resolve());
    await lists(...chats(22).map(({ title }) => title));
    expect(requests(host, calls.chat.listChats)).toHaveLength(3);
  });

  test('lists the chats of a full page that leads no further once, and requests it once', async () => {
    const { host } = await open(() => chats(10));
    await lists(...chats(10).map(({ title }) => title));
    await waitFor(() => expect(requests(host, calls.chat.listChats)).toHaveLength(2));
    await act(async () => undefined);
    expect(requests(host, calls.chat.listChats)).toHaveLength(2);
    expect(titles()).toHaveLength(10);
  });

  test('waits for a press before it loads more if the user navigates with Tab', async () => {
    const first = Promise.withResolvers<void>();
    const { host } = renderChat();
    host.service.answer(calls.chat.listChats, async ({ lastUpdateTimestamp }) => {
      await first.promise;
      return { chats: lastUpdateTimestamp === undefined ? chats(10) : chats(2, 11) };
    });
    await act(async () => host.bus.emit(events.workspace.collectionSelected, { tag }));
    await screen.findByRole('heading', { name: 'Towers', level: 1 });
    fireEvent.keyDown(document.body, { key: 'Tab' });
    await act(async () => first.resolve());
    await lists(...chats(10).map(({ title }) => title));
    fireEvent.click(await screen.findByRole('button', { name: 'Show more chats' }));
    await lists(...chats(12).map(({ title }) => title));
    expect(screen.queryByRole('button', { name: 'Show more chats' })).toBeNull();
  });

  test('says that it is empty, and begins its first chat with a message', async () => {
    const { host, reply } = await open(() => []);
    expect(await screen.findByText('No chats in this collection yet')).toBeDefined();
    await sendPrompt('How tall?');
    expect(requests(host, calls.chat.streamReply)).toMatchObject([{ prompt: 'How tall?', tagId: tag._id }]);
    reply.push(...numbered({ type: 'chatId', chatId }));
    await waitFor(() =>
      expect(host.eventsSeen.find(({ event }) => event === 'chat.created')?.payload).toMatchObject({
        chat: { _id: chatId, tags: [tag] },
      }),
    );
    expect(screen.queryByRole('region', { name: 'Chats in Towers' })).toBeNull();
  });

  test('says that its chats could not be fetched, and tries again', async () => {
    let fails = true;
    await open(() => {
      if (fails) throw new Failure(500, {});
      return chats(1);
    });
    expect(await screen.findByText('Failed to get chats in this collection.')).toBeDefined();
    fails = false;
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await lists('Chat 1');
  });

  test('shows where its chats will be until they are there', async () => {
    const { promise, resolve } = Promise.withResolvers<{ chats: Chat[] }>();
    const { host } = renderChat();
    host.service.answer(calls.chat.listChats, () => promise);
    await act(async () => host.bus.emit(events.workspace.collectionSelected, { tag }));
    expect(await screen.findByRole('status', { name: 'Loading chats in this collection' })).toBeDefined();
    resolve({ chats: chats(1) });
    await lists('Chat 1');
    expect(screen.queryByRole('status', { name: 'Loading chats in this collection' })).toBeNull();
  });

  test('that is announced again stays, with its new name', async () => {
    const { host } = await open(() => chats(1));
    await lists('Chat 1');
    act(() => host.navigation.navigate(`/?chat=${chatId}`));
    await act(async () => host.bus.emit(events.workspace.collectionSelected, { tag: { ...tag, name: 'Spires' } }));
    expect(host.navigation.location$.value.search).toBe(`?chat=${chatId}`);
    await act(async () => host.navigation.navigate('/'));
    expect(await screen.findByRole('heading', { name: 'Spires', level: 1 })).toBeDefined();
  });

  test('follows what happens to its chats elsewhere', async () => {
    const { host } = await open(() => chats(3));
    await lists('Chat 1', 'Chat 2', 'Chat 3');
    host.service.answer(calls.chat.focusChat, () => ({ chat: chatOf(4, { tags: [] }) }));
    const { bus } = host;
    act(() => bus.emit(events.workspace.chatRenamed, { chatId: chatOf(1)._id, title: 'First' }));
    act(() => bus.emit(events.workspace.chatDeleted, { chatId: chatOf(2)._id }));
    act(() => bus.emit(events.workspace.collectionsChanged, { chatId: chatOf(3)._id, tags: [] }));
    act(() => bus.emit(events.workspace.collectionsChanged, { chatId: chatOf(4)._id, tags: [tag] }));
    await lists('First', 'Chat 4');
    act(() => bus.emit(events.chat.touched, { chatId: chatOf(4)._id, lastUpdate: '2026-02-01T00:00:00.000Z' }));
    await lists('Chat 4', 'First');
    act(() => bus.emit(events.workspace.collectionsChanged, { chatId: chatOf(4)._id, tags: [] }));
    await waitFor(() => expect(titles()).toEqual(['First']));
  });

  test('follows chats that are added and removed in another tab, and reloads if the change names none', async () => {
    let there = chats(3);
    const { host } = await open(() => there);
    await lists('Chat 1', 'Chat 2', 'Chat 3');
    const changed = (...some: Chat[]) => act(async () => host.bus.emit(events.workspace.chatsChanged, { chats: some }));
    await changed(chatOf(0), chatOf(2, { tags: [] }), chatOf(3, { archived: '2026-01-02T00:00:00.000Z' }));
    await lists('Chat 0', 'Chat 1');
    await changed(chatOf(1, { title: 'Renamed' }), chatOf(9, { tags: [] }));
    await lists('Chat 0', 'Renamed');
    there = chats(2);
    await act(async () => host.bus.emit(events.workspace.chatsChanged, {}));
    await lists('Chat 1', 'Chat 2');
    expect(requests(host, calls.chat.listChats)).toEqual([{ tagId: tag._id }, { tagId: tag._id }]);
  });

  test('keeps all that was loaded while it is read again after a change that names no chats', async () => {
    let there = chats(25);
    const after = (cursor: string | undefined) =>
      there.filter(({ lastUpdate = '' }) => cursor === undefined || lastUpdate < cursor).slice(0, 10);
    const { host } = await open(after);
    await lists(...there.map(({ title }) => title));
    const shown = titles();
    // Chats 2 and 12 were deleted elsewhere. The second page comes late, and meanwhile a chat is renamed and another removed.
    there = there.filter((_, index) => index !== 1 && index !== 11);
    const late = Promise.withResolvers<void>();
    host.service.answer(calls.chat.listChats, async ({ lastUpdateTimestamp }) => {
      const page = after(lastUpdateTimestamp);
      if (lastUpdateTimestamp !== undefined) await late.promise;
      return { chats: page };
    });
    await act(async () => host.bus.emit(events.workspace.chatsChanged, {}));
    await waitFor(() => expect(requests(host, calls.chat.listChats)).toHaveLength(5));
    expect(titles()).toEqual(shown);
    act(() => host.bus.emit(events.workspace.chatRenamed, { chatId: chatOf(1)._id, title: 'First' }));
    act(() => host.bus.emit(events.workspace.chatDeleted, { chatId: chatOf(13)._id }));
    await act(async () => late.resolve());
    await lists('First', ...there.slice(1).flatMap(({ title }) => (title === 'Chat 13' ? [] : [title])));
  });

  test('keeps all that was loaded when it is shown again', async () => {
    const { host } = await open((cursor) => (cursor === undefined ? chats(10) : chats(2, 11)));
    await lists(...chats(12).map(({ title }) => title));
    await act(async () => host.navigation.navigate(`/?chat=${chatId}`));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Chats in Towers' })).toBeNull());
    const before = requests(host, calls.chat.listChats).length;
    const late = Promise.withResolvers<void>();
    host.service.answer(calls.chat.listChats, async ({ lastUpdateTimestamp }) => {
      if (lastUpdateTimestamp !== undefined) await late.promise;
      return { chats: lastUpdateTimestamp === undefined ? chats(10) : chats(1, 11) };
    });
    await act(async () => host.navigation.navigate('/'));
    await waitFor(() => expect(requests(host, calls.chat.listChats)).toHaveLength(before + 2));
    expect(titles()).toHaveLength(12);
    await act(async () => late.resolve());
    await lists(...chats(11).map(({ title }) => title));
  });
});

describe('the menu of a chat in a collection', () => {
  test('has Collections, Share, Duplicate and Remove; a function chat and a secure one are not copied', async () => {
    await open(() => [chatOf(1), chatOf(2, { function: 'agentCreator' }), chatOf(3, { secure: true })]);
    await lists('Chat 1', 'Chat 2', 'Chat 3');
    const itemsOf = async (title: string) => {
      fireEvent.click(screen.getByRole('button', { name: `Options for ${title}` }));
      const items = (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
      fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' });
      await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
      return items;
    };
    expect(await itemsOf('Chat 1')).toEqual(['Collections', 'Share', 'Duplicate', 'Remove']);
    expect(await itemsOf('Chat 2')).toEqual(['Collections', 'Remove']);
    expect(await itemsOf('Chat 3')).toEqual(['Collections', 'Remove']);
  });

  test('opens the dialogs of its collections and its links', async () => {
    const { host } = await open(() => chats(1));
    await lists('Chat 1');
    await pick('Chat 1', 'Collections');
    await pick('Chat 1', 'Share');
    expect(host.dialogsOpened).toEqual([
      { dialog: 'workspace.collections', props: { chatId: chatOf(1)._id } },
      { dialog: 'chat.share', props: { chatId: chatOf(1)._id } },
    ]);
  });

  test('duplicates a chat, announces the copy and opens it', async () => {
    const { host } = await open(() => chats(1));
    await lists('Chat 1');
    host.service.answer(calls.chat.duplicateChat, () => ({ chat: chatOf(9) }));
    await pick('Chat 1', 'Duplicate');
    await waitFor(() => expect(host.navigation.location$.value.search).toBe(`?chat=${chatOf(9)._id}`));
    expect(host.alertsShown).toMatchObject([{ type: 'info', message: 'Duplicating chat...' }]);
    expect(changedChats(host)).toEqual([{ chat: chatOf(9) }]);
  });

  test('says why a copy could not be made', async () => {
    const { host } = await open(() => chats(1));
    await lists('Chat 1');
    host.service.answer(calls.chat.duplicateChat, () => {
      throw new Failure(500, {});
    });
    await pick('Chat 1', 'Duplicate');
    await waitFor(() =>
      expect(host.alertsShown.at(-1)).toMatchObject({
        type: 'error',
        message: 'Failed to share chat, please try again',
      }),
    );
  });

  test('does not restore a chat that was deleted elsewhere meanwhile', async () => {
    const { host } = await open(() => chats(3));
    const { promise, reject } = Promise.withResolvers<object>();
    host.service.answer(calls.tags.removeFromChat, ({ chatId }) => {
      if (chatId === chatOf(1)._id) return promise;
      throw failureOf('unknown-chat');
    });
    await pick('Chat 1', 'Remove');
    await lists('Chat 2', 'Chat 3');
    act(() => host.bus.emit(events.workspace.chatDeleted, { chatId: chatOf(1)._id }));
    await act(async () => reject(new Failure(500, {})));
    await pick('Chat 2', 'Remove');
    await waitFor(() => expect(host.alertsShown).toHaveLength(2));
    await lists('Chat 3');
    expect(changedChats(host)).toEqual([1, 2].map((index) => ({ chat: chatOf(index, { tags: [] }) })));
  });

  test('removes a chat at once, announces it, and restores it if the service refuses', async () => {
    const { host } = await open(() => chats(2));
    await lists('Chat 1', 'Chat 2');
    const { promise, reject } = Promise.withResolvers<object>();
    host.service.answer(calls.tags.removeFromChat, () => promise);
    await pick('Chat 1', 'Remove');
    await lists('Chat 2');
    expect(requests(host, calls.tags.removeFromChat)).toEqual([{ chatId: chatOf(1)._id, tagId: tag._id }]);
    expect(changedChats(host)).toEqual([{ chat: chatOf(1, { tags: [] }) }]);
    await act(async () => reject(new Failure(500, {})));
    await lists('Chat 1', 'Chat 2');
    expect(changedChats(host)).toEqual([{ chat: chatOf(1, { tags: [] }) }, { chat: chatOf(1) }]);
    expect(host.alertsShown).toMatchObject([{ message: 'An error occurred. Please try again.' }]);
  });
});
