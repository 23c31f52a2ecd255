import * as calls from '@atrium/shared-kernel/contracts/calls';
import { createFakeHost, testFiller, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { Failure } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import contract from '../../contract.ts';
import { LeftBar } from '../left-bar/left-bar.tsx';
import { agentOf, chatOf, tagOf } from '../testing/chats.ts';
import { CommandsDialog } from './commands-dialog.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';

const [chat, agent, tag] = [chatOf({ title: 'Sailing' }), agentOf({ title: 'Editor' }), tagOf({ name: 'Work' })];
const hostOf = (options: Parameters<typeof createFakeHost>[0] = {}) => {
  const host = createFakeHost(options);
  host.service.answer(calls.chat.listChats, ({ only }) => ({ chats: only ? [] : [chat] }));
  host.service.answer(calls.agents.listAgents, () => ({ flows: [agent] }));
  host.service.answer(calls.tags.listTags, () => ({ tags: [tag] }));
  return host;
};
const show = (options: Parameters<typeof createFakeHost>[0] = {}) =>
  renderRemote(contract, <CommandsDialog />, { host: hostOf(options) });
const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Commands' });
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
const active = () => screen.getByRole('option', { selected: true }).textContent;
const given = (host: ReturnType<typeof createFakeHost>) =>
  host.eventsSeen.filter(({ event }) => event === 'workspace.commandGiven').map(({ payload }) => payload);

test('a subscriber finds actions, chats, agents, collections and settings in their groups', async () => {
  const account = testFiller('Settings: Account', { group: 'Settings', icon: 'settings' });
  const { host } = show({ fillers: { 'workspace.commands': [account, testFiller('Team', { icon: 'users' })] } });
  await screen.findByRole('option', { name: 'Work' });
  const groups = screen.getAllByRole('group').map((group) => group.getAttribute('aria-labelledby')!);
  expect(groups.map((id) => document.querySelector(`[id="${id}"]`)?.textContent)).toEqual([
    'Actions',
    'Chats',
    'Agents',
    'Collections',
    'Settings',
  ]);
  expect(options()).toEqual(
    expect.arrayContaining(['New Chat', 'Search chats', 'Sailing', 'Editor', 'Settings: Account']),
  );
  // Commands of other remotes follow the own actions, or have their own heading at the end.
  expect(options().indexOf('Team')).toBe(options().indexOf('Help') + 1);
  expect(options().at(-1)).toBe('Settings: Account');
  expect(document.activeElement).toBe(field());
  await userEvent.click(screen.getByRole('option', { name: 'Settings: Account' }));
  await act(async () => undefined);
  expect(host.followed).toEqual(['settings: account']);
});

test('what is typed narrows them, the arrows go round, Enter does the chosen one once the palette is closed', async () => {
  const { host, closed } = show();
  await screen.findByRole('option', { name: 'Work' });
  await userEvent.type(field(), 'chat');
  expect(options()).toEqual(['New Chat', 'Search chats', 'Select chats', 'Search chats for “chat”']);
  expect(active()).toBe('New Chat');
  expect(field().getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id);
  await userEvent.keyboard('{ArrowUp}');
  expect(active()).toContain('for “chat”');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
  expect(closed).toEqual([undefined]);
  expect(given(host)).toEqual([{ selectChats: true }]);
});

test.each([
  ['Sailing', { chatId: chat._id }],
  ['Editor', { agent }],
  ['Work', { tag }],
  ['New Chat', { newChat: true }],
])('a click on %s gives the bar its command', async (name, command) => {
  const { host } = show();
  await userEvent.click(await screen.findByRole('option', { name }));
  expect(given(host)).toEqual([command]);
});

test('pinned chats are found as well, before the newest ones, and each only once', async () => {
  const host = hostOf();
  const pinned = chatOf({ title: 'Daily', pinned: '2026-07-01T00:00:00.000Z' });
  host.service.answer(calls.chat.listChats, ({ only }) => ({ chats: only === 'pinned' ? [pinned] : [chat, pinned] }));
  renderRemote(contract, <CommandsDialog />, { host });
  await screen.findByRole('option', { name: 'Sailing' });
  const chats = within(screen.getByRole('group', { name: 'Chats' })).getAllByRole('option');
  expect(chats.map((option) => option.textContent)).toEqual(['Daily', 'Sailing']);
});

test.each([
  ['Help', 'workspace.help', {}],
  ['Keyboard shortcuts', 'workspace.shortcuts', {}],
  ['Archive', 'workspace.archive', {}],
  ['Export or import your data', 'workspace.data', {}],
])('%s opens its dialog', async (name, dialog, props) => {
  const { host } = show();
  await userEvent.click(await screen.findByRole('option', { name }));
  expect(host.dialogsOpened).toEqual([{ dialog, props }]);
});

test('the theme changes immediately and on the service, and is reverted if that fails', async () => {
  const { host } = show();
  host.service.answer(calls.profile.updateUser, () => {
    throw new Failure(500, {});
  });
  await userEvent.click(await screen.findByRole('option', { name: 'Switch to the dark theme' }));
  await waitFor(() =>
    expect(host.alertsShown).toMatchObject([{ message: 'Failed to change the theme. Please try again.' }]),
  );
  expect(host.appearance.theme$.value).toBe('light');
  host.service.answer(calls.profile.updateUser, () => ({}));
  await userEvent.click(screen.getByRole('option', { name: 'Switch to the dark theme' }));
  expect(host.appearance.theme$.value).toBe('dark');
  await waitFor(() => expect(host.session.user$.value?.theme).toBe('dark'));
});

test('the theme stays as chosen, although the user is fetched again before it is saved', async () => {
  const { host } = show({ user: testUser({ theme: 'light' }) });
  host.service.answer(calls.profile.updateUser, () => new Promise<never>(() => {}));
  host.service.answer(calls.session.getUser, () => testUser({ theme: 'light' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Switch to the dark theme' }));
  await act(() => host.session.refresh());
  expect(host.session.user$.value?.theme).toBe('dark');
});

test('a theme that could not be saved gives way to the one that is saved by then', async () => {
  const { host } = show({ user: testUser({ theme: 'light' }) });
  const answer = Promise.withResolvers<never>();
  host.service.answer(calls.profile.updateUser, () => answer.promise);
  // The settings show a change that is not answered yet.
  host.appearance.setTheme('dark');
  await userEvent.click(await screen.findByRole('option', { name: 'Switch to the light theme' }));
  expect(host.appearance.theme$.value).toBe('light');
  answer.reject(new Failure(500, {}));
  await waitFor(() => expect(host.alertsShown).toHaveLength(1));
  expect(host.appearance.theme$.value).toBe('light');
});

test('others find what they may do: no New Chat, no search', async () => {
  const shown = show({ user: testUser({ subscriptionEndDate: undefined }) });
  await screen.findByRole('option', { name: 'Sailing' });
  await userEvent.type(field(), 'sail');
  expect(options()).toEqual(['SailingChats']);
  await userEvent.clear(field());
  expect(options()).not.toContain('New Chat');
  shown.end();
  // To log in and to sign up are commands of another remote.
  const fillers = { 'workspace.commands': [testFiller('Log in', { order: -2 }), testFiller('Sign up', { order: -1 })] };
  const { host } = show({ user: null, fillers });
  await screen.findByRole('option', { name: 'Log in' });
  expect(options()).toEqual(['Log in', 'Sign up', 'Switch to the dark theme', 'Keyboard shortcuts', 'Help']);
  expect(host.service.requests).toEqual([]);
});

test('says that nothing has that name', async () => {
  show({ user: null });
  await userEvent.type(field(), 'xyz');
  expect(screen.getByText('Nothing matches “xyz”')).toBeTruthy();
});

test.each([
  [{ chatId: chat._id }, `?chat=${chat._id}`, []],
  [{ agent }, `?flow=${agent._id}`, ['workspace.agentSelected']],
  [{ tag }, `?collection=${tag._id}`, ['workspace.collectionSelected']],
  [{ newChat: true as const }, '', ['workspace.newChatRequested']],
])('the bar carries out %o', async (command, search, emitted) => {
  const host = hostOf({ path: `/?chat=${'f'.repeat(24)}` });
  const { commandGiven } = (await import('#contracts/events')).workspace;
  renderRemote(contract, <LeftBar />, { host });
  await screen.findByRole('link', { name: 'Sailing' });
  act(() => host.bus.emit(commandGiven, command));
  expect(host.navigation.location$.value.search).toBe(search);
  expect(host.eventsSeen.map((one) => one.event).slice(1)).toEqual(emitted);
});

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64)', 'Ctrl'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X)', '⌘'],
])('the sheet of shortcuts names the keys of %s', (userAgent, key) => {
  renderRemote(contract, <ShortcutsDialog />, { host: createFakeHost({ userAgent }) });
  const row = screen.getByText('Open the commands').parentElement!;
  expect(within(row).getByText(key)).toBeTruthy();
  expect(within(row).getByText('K')).toBeTruthy();
});
