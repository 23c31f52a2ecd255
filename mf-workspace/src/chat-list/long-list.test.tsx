import * as calls from '@atrium/shared-kernel/contracts/calls';
import * as events from '#contracts/events';
import { createFakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import contract from '../../contract.ts';
import { LeftBar } from '../left-bar/left-bar.tsx';
import { chatOf, chatsOf } from '../testing/chats.ts';
import { stubIntersection } from '../testing/intersection.ts';
import './chat-tools.tsx';

const now = '2026-07-15T12:00:00.000Z';
beforeEach(() => void vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Shows ten of 40 chats. `grow` shows the others. */
const start = async () => {
  const sight = stubIntersection(false);
  const chats = chatsOf(40);
  const host = createFakeHost();
  host.service.answer(calls.agents.listAgents, () => ({ flows: [] }));
  host.service.answer(calls.tags.listTags, () => ({ tags: [] }));
  host.service.answer(calls.chat.listChats, ({ lastUpdateTimestamp = '~', only }) => ({
    chats: only ? [] : chats.filter(({ lastUpdate = '' }) => lastUpdate < lastUpdateTimestamp).slice(0, 10),
  }));
  renderRemote(contract, <LeftBar />, { host });
  await screen.findByRole('link', { name: 'Chat 10' });
  const grow = async (row: 'link' | 'checkbox' = 'link') => {
    for (const title of [/Chat 20$/, /Chat 30$/]) {
      act(sight.show);
      await screen.findByRole(row, { name: title });
    }
    act(sight.show);
    const pages = () => host.service.requests.filter(({ call }) => call === calls.chat.listChats.name);
    // One of the calls is for the pinned chats.
    await waitFor(() => expect(pages()).toHaveLength(5));
    await act(async () => {});
  };
  return { host, chats, grow };
};
const links = () => within(screen.getByRole('region', { name: 'Chats' })).getAllByRole('link');
/** Without a layout, only the first rows of a long list are in view. */
const hasRowsOfLongList = () => waitFor(() => expect(links().length).toBeLessThan(10));
const openMenu = async (title: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Options for ${title}` }));
  return screen.findByRole('menuitem', { name: 'Rename' });
};
const edit = async (title: string) => {
  await userEvent.click(await openMenu(title));
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Chat title' });
  await userEvent.type(field, ' half');
  return field;
};
const editor = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Chat title' });

describe('a list that becomes long', () => {
  test('keeps an open editor with its text and focus, and the rows around it until that is closed', async () => {
    const { host, grow } = await start();
    const field = await edit('Chat 2');
    await grow();
    expect(links()).toHaveLength(39);
    expect(editor()).toBe(field);
    expect([document.activeElement, field.value]).toEqual([field, 'Chat 2 half']);
    await userEvent.keyboard('{Escape}');
    act(() => host.bus.emit(events.chat.created, { chat: chatOf({ title: 'New', lastUpdate: now }) }));
    await hasRowsOfLongList();
  });

  test('keeps an open menu', async () => {
    const { grow } = await start();
    const item = await openMenu('Chat 2');
    await grow();
    expect(screen.getByRole('menuitem', { name: 'Rename' })).toBe(item);
  });

  test('becomes one of few rows while chats are selected, too', async () => {
    const { host, grow } = await start();
    act(() => host.bus.emit(events.workspace.commandGiven, { selectChats: true }));
    const box = await screen.findByRole('checkbox', { name: /Chat 2$/ });
    act(() => box.focus());
    await grow('checkbox');
    await waitFor(() => expect(screen.getAllByRole('checkbox').length).toBeLessThan(10));
    expect(document.activeElement?.getAttribute('type')).toBe('checkbox');
  });

  test('leaves the focus at its chat', async () => {
    const { grow } = await start();
    act(() => screen.getByRole('link', { name: 'Chat 8' }).focus());
    await grow();
    await hasRowsOfLongList();
    expect(document.activeElement?.textContent).toBe('Chat 8');
  });
});

test('a list that becomes short again keeps an open editor', async () => {
  const { host, chats, grow } = await start();
  await grow();
  await hasRowsOfLongList();
  const field = await edit('Chat 2');
  act(() => {
    for (const { _id } of chats.slice(20)) host.bus.emit(events.workspace.chatDeleted, { chatId: _id });
  });
  expect(editor()).toBe(field);
  expect(field.value).toBe('Chat 2 half');
});
