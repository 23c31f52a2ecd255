import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Agent } from '@atrium/shared-kernel/contracts/entities/agent';
import * as events from '#contracts/events';
import { createFakeHost, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { Failure } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import contract from '../../contract.ts';
import { agentOf, chatOf, chatsOf, tagOf } from '../testing/chats.ts';
import { LeftBar } from './left-bar.tsx';

type Options = Parameters<typeof createFakeHost>[0];

const show = (options: Options = {}, { agents = 0, tags = 0, chats = chatsOf(2), fail = false } = {}) => {
  const host = createFakeHost(options);
  const numbered = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
  host.service.answer(calls.chat.listChats, ({ only }) => ({ chats: only ? [] : chats }));
  host.service.answer(calls.teams.listTeams, () => ({ teams: [] }));
  const flows = numbered(agents).map((number) => agentOf({ title: `Agent ${number}` }));
  const orFail = <Answer,>(answer: Answer): Answer => {
    if (fail) throw new Failure(500, {});
    return answer;
  };
  host.service.answer(calls.agents.listAgents, () => orFail({ flows }));
  host.service.answer(calls.tags.listTags, () =>
    orFail({ tags: numbered(tags).map((number) => tagOf({ name: `Collection ${number}` })) }),
  );
  return renderRemote(contract, <LeftBar />, { host });
};
const seen = (host: ReturnType<typeof createFakeHost>, event: { name: string }) =>
  host.eventsSeen.filter((one) => one.event === event.name).map((one) => one.payload);

test('a premium user has New Chat, which opens a new chat and emits an event', async () => {
  const { host } = show({ path: '/?chat=00000000000000000000aaaa' });
  await userEvent.click(await screen.findByRole('link', { name: 'New Chat' }));
  expect(host.navigation.location$.value).toMatchObject({ pathname: '/', search: '' });
  expect(seen(host, events.workspace.newChatRequested)).toHaveLength(1);
  expect(screen.queryByRole('link', { name: 'Join Today' })).toBeNull();
});

test('a free user has Home and Join Today instead', async () => {
  show({ user: testUser({ subscriptionEndDate: undefined }) });
  await screen.findByRole('link', { name: 'Chat 1' });
  expect(screen.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/');
  expect(screen.getByRole('link', { name: 'Join Today' }).getAttribute('href')).toBe('/subscribe');
  expect(screen.queryByRole('link', { name: 'New Chat' })).toBeNull();
});

test('only a premium subscriber has New Chat, the search, and can create agents and collections', async () => {
  const offered = () =>
    ['New Chat', 'Search chats', 'Build agent', 'Create collection'].filter(
      (name) => screen.queryByRole('link', { name }) ?? screen.queryByRole('button', { name }),
    );
  const shown = show({}, { agents: 1, tags: 1 });
  await screen.findByRole('region', { name: 'Collections' });
  expect(offered()).toEqual(['New Chat', 'Search chats', 'Build agent', 'Create collection']);
  act(() => shown.end());
  show({ user: testUser({ subscriptionEndDate: undefined }) }, { agents: 1, tags: 1 });
  await screen.findByRole('region', { name: 'Collections' });
  expect(offered()).toEqual([]);
});

test('its first calls wait for no answer of one another, and are those that its contract names', async () => {
  const host = createFakeHost();
  for (const call of [calls.chat.listChats, calls.agents.listAgents, calls.tags.listTags])
    host.service.answer(call, () => new Promise<never>(() => {}));
  renderRemote(contract, <LeftBar />, { host });
  const named = contract.first['./left-bar'].flatMap((one) => {
    if (!('call' in one)) return { call: one.name, input: {} };
    // What the address names is asked for by a dialog.
    return 'flowId' in one.input ? [] : { call: one.call.name, input: one.input };
  });
  await vi.waitFor(() => expect(host.service.requests).toHaveLength(named.length));
  expect(host.service.requests).toEqual(expect.arrayContaining(named));
});

test('a visitor has a way to sign in, and no list is requested', () => {
  const { host } = show({ user: null });
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/auth/login');
  expect(screen.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/auth/signup');
  expect(screen.queryByRole('button', { name: /Settings/ })).toBeNull();
  expect(host.service.requests).toEqual([]);
});

test('settings and help open behind their buttons', async () => {
  const { host } = show();
  await userEvent.click(screen.getByRole('button', { name: 'Ada Lovelace Settings' }));
  await userEvent.click(screen.getByRole('button', { name: 'Help' }));
  expect(host.dialogsOpened.map(({ dialog }) => dialog)).toEqual(['billing.settings', 'workspace.help']);
});

test('More links to the archive, the user’s data, the commands and the shortcuts', async () => {
  const { host } = show();
  for (const name of ['Archive', 'Export or import your data', 'All commands', 'Keyboard shortcuts']) {
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    await userEvent.click(await screen.findByRole('menuitem', { name }));
  }
  expect(host.dialogsOpened.map(({ dialog }) => dialog)).toEqual([
    'workspace.archive',
    'workspace.data',
    'workspace.commands',
    'workspace.shortcuts',
  ]);
});

test('Team lets a user without a team create one, and opens the team of others', async () => {
  const shown = show();
  await screen.findByRole('link', { name: 'Chat 1' });
  expect(screen.getByRole('link', { name: 'Team' }).getAttribute('href')).toBe('/team');
  act(() => shown.end());
  const teamId = 'b'.repeat(24);
  const { host } = show({ user: testUser({ activeTeam: teamId }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Team' }));
  expect(host.dialogsOpened).toEqual([{ dialog: 'teams.admin', props: { teamId } }]);
  expect(screen.queryByRole('link', { name: 'Team' })).toBeNull();
});

test.each(['Agents', 'Collections'])('%s show 4 first, and 4 more each time', async (title) => {
  show({}, { agents: 9, tags: 9 });
  const section = within(await screen.findByRole('region', { name: title }));
  const count = () => section.getAllByRole('listitem').length;
  const more = { name: `Show more ${title.toLowerCase()}` };
  expect(count()).toBe(4);
  await userEvent.click(section.getByRole('button', more));
  expect(count()).toBe(8);
  expect(section.getAllByRole('listitem')[4]?.contains(document.activeElement)).toBe(true);
  await userEvent.click(section.getByRole('button', more));
  expect(count()).toBe(9);
  expect(section.queryByRole('button', more)).toBeNull();
});

test('sections without an item are hidden from users who may not create one', async () => {
  show({ user: testUser({ subscriptionEndDate: undefined }) }, { agents: 4 });
  await screen.findByRole('region', { name: 'Agents' });
  expect(screen.queryByRole('button', { name: /Show more/ })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Collections' })).toBeNull();
});

test('no chat is shown before agents and collections are there, so that nothing moves down', async () => {
  const host = createFakeHost();
  const { promise, resolve } = Promise.withResolvers<{ flows: Agent[] }>();
  host.service.answer(calls.chat.listChats, ({ only }) => ({ chats: only ? [] : chatsOf(2) }));
  host.service.answer(calls.tags.listTags, () => ({ tags: [] }));
  host.service.answer(calls.agents.listAgents, () => promise);
  renderRemote(contract, <LeftBar />, { host });
  await vi.waitFor(() => expect(host.service.requests).toHaveLength(4));
  await act(() => Promise.resolve());
  expect(screen.getByRole('status', { name: 'Loading chats' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Chat 1' })).toBeNull();
  resolve({ flows: [agentOf({ title: 'Late' })] });
  expect(await screen.findByRole('link', { name: 'Chat 1' })).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Late/ })).toBeTruthy();
});

test('an agent is (New) until it is clicked, which the service learns', async () => {
  const { host } = show({}, { agents: 1 });
  await userEvent.click(await screen.findByRole('button', { name: 'Agent 1 (New)' }));
  expect(screen.getByRole('button', { name: 'Agent 1' }).getAttribute('aria-current')).toBe('true');
  expect(host.service.requests.at(-1)).toMatchObject({ call: 'agents.getAgent' });
});

test('an agent is no longer (New) once it is chosen from the command palette, or named by the URL', async () => {
  const { host } = show({}, { agents: 2 });
  await screen.findByRole('button', { name: 'Agent 1 (New)' });
  const { flows } = await host.client.call(calls.agents.listAgents, {});
  const learned = () =>
    host.service.requests.filter(({ call }) => call === 'agents.getAgent').map(({ input }) => input);
  act(() => host.bus.emit(events.workspace.commandGiven, { agent: flows[0]! }));
  expect(await screen.findByRole('button', { name: 'Agent 1', current: true })).toBeTruthy();
  expect(learned()).toEqual([{ flowId: flows[0]!._id }]);
  act(() => host.navigation.navigate(`/?flow=${flows[1]!._id}`));
  expect(await screen.findByRole('button', { name: 'Agent 2', current: true })).toBeTruthy();
  expect(learned()).toEqual(flows.map(({ _id: flowId }) => ({ flowId })));
});

test.each(['agents', 'collections'])('%s that could not be fetched offer Retry', async (what) => {
  const { host } = show({}, { fail: true });
  const alert = await screen.findByText(`Couldn’t load ${what}.`);
  host.service.answer(calls.agents.listAgents, () => ({ flows: [agentOf({ title: 'Here' })] }));
  host.service.answer(calls.tags.listTags, () => ({ tags: [tagOf({ name: 'Here' })] }));
  await userEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('button', { name: /^Here/ })).toBeTruthy();
});

test('selecting an agent or a collection emits it and resets the chat', async () => {
  const { host } = show({ path: '/?chat=00000000000000000000aaaa' }, { agents: 1, tags: 1 });
  await userEvent.click(await screen.findByRole('button', { name: /^Agent 1/ }));
  expect(seen(host, events.workspace.agentSelected)).toMatchObject([{ agent: { title: 'Agent 1' } }]);
  expect(host.navigation.location$.value.search).toMatch(/^\?flow=[0-9a-f]{24}$/);
  await userEvent.click(screen.getByRole('button', { name: 'Collection 1' }));
  expect(host.navigation.location$.value.search).toMatch(/^\?collection=[0-9a-f]{24}$/);
  expect(seen(host, events.workspace.agentSelected).at(-1)).toEqual({});
  expect(seen(host, events.workspace.collectionSelected)).toMatchObject([{ tag: { name: 'Collection 1' } }]);
});

test.each([events.billing.settingsOpened, events.teams.adminOpened])(
  '$name clears the selected agent',
  async (event) => {
    const { host } = show({}, { agents: 1 });
    await userEvent.click(await screen.findByRole('button', { name: /^Agent 1/ }));
    act(() => host.bus.emit(event, {}));
    expect(seen(host, events.workspace.agentSelected).at(-1)).toEqual({});
    expect((await screen.findByRole('button', { name: /^Agent 1/ })).getAttribute('aria-current')).toBeNull();
  },
);

test('below 1200 px choosing a chat closes the bar, above it stays', async () => {
  const chat = chatOf({ title: 'Choose me' });
  const { host } = show({}, { chats: [chat] });
  const link = await screen.findByRole('link', { name: 'Choose me' });
  await userEvent.click(link);
  expect(host.layout.bars$.value.left).toBe(true);
  host.layout.desktop$.next(false);
  await userEvent.click(link);
  expect(host.layout.bars$.value.left).toBe(false);
  expect(host.navigation.location$.value.search).toBe(`?chat=${chat._id}`);
});

test('a swipe to the left closes the bar, unless a title is being edited', async () => {
  const { host, container } = show();
  await screen.findByRole('link', { name: 'Chat 1' });
  const bar = container.firstElementChild ?? container;
  const swipe = (target: Element) => {
    const touch = (clientX: number) => ({ clientX, clientY: 300, identifier: 1, target });
    fireEvent.touchStart(target, { touches: [touch(200)], changedTouches: [touch(200)] });
    fireEvent.touchEnd(target, { touches: [], changedTouches: [touch(160)] });
    return host.layout.bars$.value.left;
  };
  const title = document.createElement('input');
  bar.append(title);
  title.focus();
  expect(swipe(title)).toBe(true);
  title.blur();
  expect(swipe(bar)).toBe(false);
});
