import * as calls from '@atrium/shared-kernel/contracts/calls';
import { createFakeHost, testFiller } from '@atrium/shared-kernel/testing/fake-host';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import contract from '../../contract.ts';
import { CommandsDialog } from '../commands/commands-dialog.tsx';
import { LeftBar } from '../left-bar/left-bar.tsx';
import { moreItems } from '../left-bar/more-menu.tsx';
import { MemoryBar } from '../memory/memory-bar.tsx';
import { agentOf, chatOf } from '../testing/chats.ts';

beforeEach(() => {
  // Everything that is rendered is in view.
  class Observer {
    readonly notify: (entries: { isIntersecting: boolean }[]) => void;
    constructor(notify: (entries: { isIntersecting: boolean }[]) => void) {
      this.notify = notify;
    }
    observe = () => this.notify([{ isIntersecting: true }]);
    disconnect = () => undefined;
    unobserve = () => undefined;
  }
  vi.stubGlobal('IntersectionObserver', Observer);
});
afterEach(() => vi.unstubAllGlobals());

const hostWith = (slot: string, ...fillers: readonly ReturnType<typeof testFiller>[]) => {
  const host = createFakeHost(fillers.length > 0 ? { fillers: { [slot]: fillers } } : {});
  host.service.answer(calls.chat.listChats, ({ only }) => ({ chats: only ? [] : [chatOf({ title: 'Sailing' })] }));
  host.service.answer(calls.agents.listAgents, () => ({ flows: [agentOf({ title: 'Editor' })] }));
  host.service.answer(calls.tags.listTags, () => ({ tags: [] }));
  host.service.answer(calls.memories.listMemories, () => ({ memories: [] }));
  return host;
};
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);

test('sections of others are shown in the left bar above the chats', async () => {
  renderRemote(contract, <LeftBar />, { host: hostWith('workspace.sidebarSections', testFiller('Notes')) });
  const [section, chat] = [await screen.findByText('drawn by Notes'), await screen.findByText('Sailing')];
  expect(section.compareDocumentPosition(chat)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('the right bar has tabs if others add some, and otherwise only its memories', async () => {
  const bar = renderRemote(contract, <MemoryBar />, { host: hostWith('workspace.panelTabs', testFiller('Notes')) });
  expect((await screen.findAllByRole('tab')).map(({ textContent }) => textContent)).toEqual(['Memory', 'Notes']);
  expect(screen.getByRole('heading', { name: 'Memory' })).toBeTruthy();
  await userEvent.click(screen.getByRole('tab', { name: 'Notes' }));
  expect(await screen.findByText('drawn by Notes')).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Memory' })).toBeNull();
  bar.end();
  renderRemote(contract, <MemoryBar />, { host: hostWith('') });
  await screen.findByRole('heading', { name: 'Memory' });
  expect(screen.queryByRole('tab')).toBeNull();
});

test('entries of others come first in the menu More, which shows only its own if they cannot be read', async () => {
  const host = hostWith('workspace.navigation', testFiller('Notes'));
  const own = ['Archive', 'Export or import your data', '-', 'All commands', 'Keyboard shortcuts'];
  const labels = async () => (await moreItems(host)).map((item) => (item === 'separator' ? '-' : item.label));
  expect(await labels()).toEqual(['Notes', '-', ...own]);
  const [notes] = await moreItems(host);
  if (notes !== undefined && notes !== 'separator') notes.onSelect();
  expect(host.followed).toEqual(['notes']);
  vi.spyOn(host.slots!, 'open').mockRejectedValue(new Error('gone'));
  expect(await labels()).toEqual(own);
});

test('commands of others are found by their names, before the own ones or behind them, and followed once the palette is closed', async () => {
  const [first, last] = [testFiller('Write a note', { order: -1 }), testFiller('Find a note')];
  const host = hostWith('workspace.commands', first, last);
  const { closed } = renderRemote(contract, <CommandsDialog />, { host });
  await screen.findByRole('option', { name: 'Editor' });
  const names = options();
  expect(names[0]).toBe('Write a note');
  expect(names.indexOf('Find a note')).toBeGreaterThan(names.indexOf('Help'));
  expect(names.indexOf('Find a note')).toBeLessThan(names.indexOf('Sailing'));
  await userEvent.type(screen.getByRole('combobox', { name: 'Commands' }), 'find a note{Enter}');
  await act(async () => undefined);
  expect([closed, host.followed]).toEqual([[undefined], ['find a note']]);
});
