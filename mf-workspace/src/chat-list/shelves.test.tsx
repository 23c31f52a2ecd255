import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import * as events from '#contracts/events';
import { createFakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { Failure, failureOf } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import contract from '../../contract.ts';
import { LeftBar } from '../left-bar/left-bar.tsx';
import './chat-tools.tsx';
import './pick-chats.tsx';
import { chatOf, tagOf } from '../testing/chats.ts';

const now = '2026-07-15T12:00:00.000Z';
const named = (...titles: string[]) =>
  titles.map((title, index) => chatOf({ title, lastUpdate: new Date(Date.parse(now) - index * 1000).toISOString() }));

const show = (chats: readonly Chat[], path = '/') => {
  const host = createFakeHost({ path });
  host.service.answer(calls.agents.listAgents, () => ({ flows: [] }));
  host.service.answer(calls.tags.listTags, () => ({ tags: [] }));
  host.service.answer(calls.chat.listChats, ({ only }) => ({
    chats: chats.filter(({ pinned }) => (only === 'pinned') === (pinned !== undefined)),
  }));
  return { ...renderRemote(contract, <LeftBar />, { host }), host };
};
const linksShown = () =>
  within(screen.getByRole('region', { name: 'Chats' }))
    .queryAllByRole('link')
    .map((link) => link.textContent);
const choose = async (title: string, item: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Options for ${title}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: item }));
};
const refuse = () => {
  throw new Failure(500, {});
};

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] });
  return () => vi.useRealTimers();
});

describe('a pinned chat', () => {
  test('is on top of all, the last pinned first', async () => {
    const [old, older] = [
      chatOf({ title: 'Old', lastUpdate: '2026-01-01T00:00:00.000Z', pinned: '2026-07-02T00:00:00.000Z' }),
      chatOf({ title: 'Older', lastUpdate: '2025-01-01T00:00:00.000Z', pinned: '2026-07-03T00:00:00.000Z' }),
    ];
    show([...named('New'), old, older]);
    expect(await screen.findByRole('region', { name: 'Pinned' })).toBeTruthy();
    expect(linksShown()).toEqual(['Older', 'Old', 'New']);
  });

  test('goes there at once and keeps the focus; and back', async () => {
    const chats = named('First', 'Second');
    const { host } = show(chats);
    host.service.answer(calls.chat.pinChat, ({ pinned }) => ({
      chat: { ...chats[1]!, ...(pinned ? { pinned: now } : {}) },
    }));
    await choose('Second', 'Pin');
    expect(linksShown()).toEqual(['Second', 'First']);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Second'));
    await choose('Second', 'Unpin');
    expect(linksShown()).toEqual(['First', 'Second']);
    expect(screen.queryByRole('region', { name: 'Pinned' })).toBeNull();
  });

  test('is reverted if the service refuses, with the reason', async () => {
    const { host } = show(named('First', 'Second'));
    host.service.answer(calls.chat.pinChat, () => {
      throw new Failure(400, 'You can pin up to 50 chats. Please unpin one first.');
    });
    await choose('Second', 'Pin');
    await waitFor(() => expect(linksShown()).toEqual(['First', 'Second']));
    expect(host.alertsShown).toMatchObject([{ message: 'You can pin up to 50 chats. Please unpin one first.' }]);
  });
});

describe('a chat of the archive', () => {
  test('leaves the list, and Undo restores it, pinned as before', async () => {
    const [chat] = named('First');
    const pinned = { ...chat!, pinned: now };
    const { host } = show([pinned, ...named('Other')]);
    host.service.answer(calls.chat.archiveChat, ({ archived }) => ({
      chat: archived ? { ...chat!, archived: now } : chat!,
    }));
    host.service.answer(calls.chat.pinChat, () => ({ chat: pinned }));
    await choose('First', 'Archive');
    await waitFor(() => expect(host.alertsShown).toMatchObject([{ message: '“First” was archived.' }]));
    expect(linksShown()).toEqual(['Other']);
    act(() => host.alertsShown[0]?.action?.onSelect());
    await waitFor(() => expect(linksShown()).toEqual(['First', 'Other']));
    expect(screen.getByRole('region', { name: 'Pinned' })).toBeTruthy();
  });

  test('is restored by Undo although it can no longer be pinned, or by another Undo after one that failed', async () => {
    const [chat] = named('First');
    const { host } = show([{ ...chat!, pinned: now }]);
    host.service.answer(calls.chat.archiveChat, ({ archived }) => ({
      chat: archived ? { ...chat!, archived: now } : chat!,
    }));
    await choose('First', 'Archive');
    await waitFor(() => expect(host.alertsShown).toHaveLength(1));
    host.service.answer(calls.chat.archiveChat, refuse);
    act(() => host.alertsShown[0]?.action?.onSelect());
    await waitFor(() => expect(host.alertsShown).toHaveLength(2));
    host.service.answer(calls.chat.archiveChat, () => ({ chat: chat! }));
    host.service.answer(calls.chat.pinChat, () => {
      throw failureOf('too-many-pins', { limit: 50 });
    });
    act(() => host.alertsShown[1]?.action?.onSelect());
    await waitFor(() => expect(linksShown()).toEqual(['First']));
    expect(host.alertsShown.slice(2)).toMatchObject([{ type: 'info', message: expect.stringMatching('not pinned') }]);
  });

  test('that does not exist any longer offers no other Undo, and leaves the lists', async () => {
    const [chat] = named('First');
    const { host } = show([chat!]);
    host.service.answer(calls.chat.archiveChat, () => ({ chat: { ...chat!, archived: now } }));
    await choose('First', 'Archive');
    await waitFor(() => expect(host.alertsShown).toHaveLength(1));
    host.service.answer(calls.chat.archiveChat, () => {
      throw failureOf('unknown-chat');
    });
    act(() => host.alertsShown[0]?.action?.onSelect());
    await waitFor(() => expect(host.alertsShown.at(-1)?.message).toBe('This chat does not exist.'));
    expect(host.alertsShown.at(-1)?.action).toBeUndefined();
    expect(host.eventsSeen.at(-1)).toEqual({
      event: events.workspace.chatDeleted.name,
      payload: { chatId: chat!._id },
    });
  });

  test('is restored if the service refuses', async () => {
    const { host } = show(named('First'));
    host.service.answer(calls.chat.archiveChat, refuse);
    await choose('First', 'Archive');
    await waitFor(() => expect(host.alertsShown).toMatchObject([{ message: 'Failed to archive chat.' }]));
    expect(linksShown()).toEqual(['First']);
  });

  test('is removed from the list by events of others, and restored by them', async () => {
    const [chat] = named('First');
    const { host } = show([chat!]);
    await screen.findByRole('link', { name: 'First' });
    act(() => host.bus.emit(events.chat.changed, { chat: { ...chat!, archived: now } }));
    expect(linksShown()).toEqual([]);
    act(() => host.bus.emit(events.workspace.chatsChanged, { chats: [chat!] }));
    expect(linksShown()).toEqual(['First']);
  });
});

test.each(['Archive', 'Pin'])('%s removes a chat from the list that does not exist any longer', async (item) => {
  const { host } = show(named('First', 'Second'));
  const gone = () => {
    throw failureOf('unknown-chat');
  };
  host.service.answer(calls.chat.archiveChat, gone);
  host.service.answer(calls.chat.pinChat, gone);
  await choose('First', item);
  await waitFor(() => expect(host.alertsShown).toMatchObject([{ message: 'This chat does not exist.' }]));
  expect(linksShown()).toEqual(['Second']);
});

test('a chat that was deleted elsewhere while it was archived does not come back where that fails', async () => {
  const [first, second] = named('First', 'Second');
  const { host } = show([first!, second!]);
  const { promise, reject } = Promise.withResolvers<never>();
  host.service.answer(calls.chat.archiveChat, () => promise);
  await choose('First', 'Archive');
  act(() => host.bus.emit(events.workspace.chatDeleted, { chatId: first!._id }));
  reject(new Failure(500, {}));
  await waitFor(() => expect(host.alertsShown).toHaveLength(1));
  expect(linksShown()).toEqual(['Second']);
});

test('the list reloads if a change names no chats', async () => {
  const chats = named('First');
  const { host } = show(chats);
  await screen.findByRole('link', { name: 'First' });
  chats.push(...named('Imported'));
  act(() => host.bus.emit(events.workspace.chatsChanged, {}));
  expect(await screen.findByRole('link', { name: 'Imported' })).toBeTruthy();
  expect(linksShown()).toHaveLength(2);
});

describe('several chats', () => {
  const boxes = () => screen.getAllByRole<HTMLInputElement>('checkbox');
  const ticked = () => boxes().flatMap((box, index) => (box.checked ? [index + 1] : []));
  const start = async (path = '/') => {
    const chats = named('One', 'Two', 'Three', 'Four', 'Five');
    const shown = show(chats, path.replace('{two}', chats[1]!._id));
    await choose('Two', 'Select');
    await screen.findByRole('toolbar', { name: 'Selected chats' });
    return { ...shown, chats };
  };
  const remove = () => userEvent.click(screen.getByRole('button', { name: 'Delete selected chats' }));

  test('are selected by their boxes, beginning with the one whose menu it was', async () => {
    await start();
    await waitFor(() => expect(document.activeElement).toBe(boxes()[1]));
    await userEvent.click(boxes()[3]!);
    await userEvent.click(boxes()[1]!);
    expect(ticked()).toEqual([4]);
    expect(screen.getByText('1 selected')).toBeTruthy();
  });

  test('are selected in a range with Shift, by mouse and by arrow', async () => {
    await start();
    fireEvent.click(boxes()[3]!, { shiftKey: true });
    expect(ticked()).toEqual([2, 3, 4]);
    boxes()[3]!.focus();
    await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
    expect(ticked()).toEqual([2, 3, 4, 5]);
    expect(document.activeElement).toBe(boxes()[4]);
    await userEvent.keyboard('{ArrowUp} ');
    expect(ticked()).toEqual([2, 3, 5]);
  });

  test('are all selected by the button and by Ctrl A; Escape ends it on the list', async () => {
    await start();
    await userEvent.click(screen.getByRole('button', { name: 'Select all' }));
    expect(ticked()).toEqual([1, 2, 3, 4, 5]);
    await userEvent.click(boxes()[0]!);
    await userEvent.keyboard('{Control>}a{/Control}');
    expect(ticked()).toHaveLength(5);
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Chats' }));
  });

  test('are exported, and moved to a collection, and stay selected', async () => {
    const { host, chats } = await start();
    await userEvent.click(boxes()[3]!);
    const chosen = [chats[1]!._id, chats[3]!._id];
    await userEvent.click(screen.getByRole('button', { name: 'Export selected chats' }));
    expect(host.dialogsOpened).toEqual([{ dialog: 'chat.exportChats', props: { chatIds: chosen } }]);
    host.dialogResult = tagOf({ name: 'Work' });
    host.service.answer(calls.chat.editChat, () => ({}));
    await userEvent.click(screen.getByRole('button', { name: 'Move selected chats to a collection' }));
    await waitFor(() => expect(host.alertsShown).toMatchObject([{ message: '2 chats moved to “Work”.' }]));
    expect(ticked()).toEqual([2, 4]);
  });

  test('are deleted at once, the open one is closed, and Undo restores them', async () => {
    const { host, chats } = await start('/?chat={two}');
    host.service.answer(calls.chat.deleteChats, ({ chatIds }) => ({ chatIds }));
    host.service.answer(calls.chat.restoreChats, () => ({ chats: chats.slice(1, 3) }));
    await userEvent.click(boxes()[2]!);
    await remove();
    await waitFor(() => expect(host.alertsShown).toMatchObject([{ message: '2 chats deleted.', time: 30_000 }]));
    expect(linksShown()).toEqual(['One', 'Four', 'Five']);
    expect(host.service.requests.at(-1)?.input).toEqual({ chatIds: [chats[1]!._id, chats[2]!._id] });
    expect(host.navigation.location$.value.search).toBe('');
    expect(host.eventsSeen.map(({ event }) => event)).toEqual(['workspace.chatDeleted', 'workspace.chatDeleted']);
    act(() => host.alertsShown[0]?.action?.onSelect());
    await waitFor(() => expect(linksShown()).toEqual(['One', 'Two', 'Three', 'Four', 'Five']));
    expect(host.alertsShown.at(-1)).toMatchObject({ message: '2 chats restored.' });
  });

  test('are restored if the service refuses', async () => {
    const { host } = await start();
    host.service.answer(calls.chat.deleteChats, refuse);
    await userEvent.click(boxes()[2]!);
    await remove();
    await waitFor(() =>
      expect(host.alertsShown).toMatchObject([{ message: 'Failed to delete chats. Please try again.' }]),
    );
    expect(linksShown()).toHaveLength(5);
    expect(host.eventsSeen).toEqual([]);
  });

  test('that do not exist any longer count as deleted, with Undo', async () => {
    const { host } = await start();
    host.service.answer(calls.chat.deleteChats, () => {
      throw failureOf('unknown-chats');
    });
    host.service.answer(calls.chat.clearChat, () => {
      throw failureOf('unknown-chat');
    });
    await userEvent.click(boxes()[2]!);
    await remove();
    await waitFor(() => expect(host.alertsShown).toMatchObject([{ message: '2 chats deleted.' }]));
    await choose('One', 'Delete');
    await waitFor(() =>
      expect(host.alertsShown.slice(1)).toMatchObject([{ message: '“One” deleted.', action: { label: 'Undo' } }]),
    );
    expect(linksShown()).toEqual(['Four', 'Five']);
  });

  test('are restored by another Undo after one that failed, from where it ended, while that is possible', async () => {
    const host = createFakeHost();
    const many = Array.from({ length: 1500 }, () => chatOf());
    host.service.answer(calls.chat.deleteChats, ({ chatIds }) => ({ chatIds }));
    const { deleteChats } = await import('./delete-chats.ts');
    await deleteChats(host, { remove: vi.fn(), put: vi.fn() } as never, many);
    const undo = async (failure?: Error) => {
      const asked: number[] = [];
      host.service.answer(calls.chat.restoreChats, ({ chatIds }) => {
        asked.push(chatIds.length);
        if (failure && chatIds.length === 500) throw failure;
        return { chats: [] };
      });
      const count = host.alertsShown.length;
      host.alertsShown.at(-1)!.action!.onSelect();
      await waitFor(() => expect(host.alertsShown).toHaveLength(count + 1));
      return asked;
    };
    expect(await undo(new Failure(500, {}))).toEqual([1000, 500]);
    expect(host.alertsShown.at(-1)).toMatchObject({
      message: 'Failed to restore chats. Please try again.',
      time: 30_000,
    });
    expect(await undo(failureOf('chats-not-restorable'))).toEqual([500]);
    expect(host.alertsShown.at(-1)?.action).toBeUndefined();
  });

  test('are deleted a thousand at a time', async () => {
    const host = createFakeHost();
    host.service.answer(calls.chat.deleteChats, ({ chatIds }) => ({ chatIds }));
    const many = Array.from({ length: 2300 }, () => chatOf());
    const { deleteChats } = await import('./delete-chats.ts');
    const list = { remove: vi.fn(), put: vi.fn() } as never;
    await deleteChats(host, list, many);
    const sizes = host.service.requests.map(({ input }) => (input as { chatIds: string[] }).chatIds.length);
    expect(sizes).toEqual([1000, 1000, 300]);
  });
});
