import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import * as events from '#contracts/events';
import type { Outbox, WaitingChange } from '@atrium/shared-kernel/remote';
import { createFakeHost, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { Failure, failureOf } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { BehaviorSubject, NEVER } from 'rxjs';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import contract from '../../contract.ts';
import { LeftBar } from '../left-bar/left-bar.tsx';
import { chatOf, chatsOf, tagOf } from '../testing/chats.ts';
import { stubIntersection } from '../testing/intersection.ts';

const now = '2026-07-15T12:00:00.000Z';
const show = (chats: readonly Chat[], path = '/', failing = false) => {
  const host = createFakeHost({ path });
  const fail = () => {
    throw new Failure(500, {});
  };
  host.service.answer(calls.agents.listAgents, () => ({ flows: [] }));
  host.service.answer(calls.tags.listTags, () => ({ tags: [] }));
  const page = (cursor = '~') => chats.filter((chat) => !chat.pinned && (chat.lastUpdate ?? '') < cursor).slice(0, 10);
  host.service.answer(calls.chat.listChats, ({ lastUpdateTimestamp, only }) => {
    if (failing) fail();
    return { chats: only ? chats.filter(({ pinned }) => pinned) : page(lastUpdateTimestamp) };
  });
  return renderRemote(contract, <LeftBar />, { host });
};
const linksShown = () =>
  within(screen.getByRole('region', { name: 'Chats' }))
    .getAllByRole('link')
    .map((link) => link.textContent);
const choose = async (title: string, item: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Options for ${title}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: item }));
};

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] });
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

describe('the list', () => {
  test('shows skeletons, then the chats in their groups as links, the open one marked', async () => {
    const chats = [chatOf({ title: 'New one' }), chatOf({ title: '', lastUpdate: '2026-07-14T10:00:00.000Z' })];
    show(chats, `/?chat=${chats[1]?._id}`);
    expect(screen.getByRole('status', { name: 'Loading chats' })).toBeTruthy();
    const today = within(await screen.findByRole('region', { name: 'Today' }));
    expect(today.getByRole('link', { name: 'New one' }).getAttribute('href')).toBe(`/?chat=${chats[0]?._id}`);
    const yesterday = within(screen.getByRole('region', { name: 'Yesterday' }));
    expect(yesterday.getByRole('link', { name: 'Untitled chat' }).getAttribute('aria-current')).toBe('page');
    expect(today.getByRole('link').getAttribute('aria-current')).toBeNull();
    expect(screen.queryByRole('status', { name: 'Loading chats' })).toBeNull();
  });

  test.each([
    ['says how to pick up a chat', testUser(), 'Press Space to move it to a collection.'],
    ['does not say so after the end of the subscription', testUser({ subscriptionEndDate: undefined }), null],
  ])('%s', async (_, user, description) => {
    const host = createFakeHost({ user });
    host.service.answer(calls.agents.listAgents, () => ({ flows: [] }));
    host.service.answer(calls.tags.listTags, () => ({ tags: [tagOf()] }));
    host.service.answer(calls.chat.listChats, ({ only }) => ({ chats: only ? [] : [chatOf({ title: 'One' })] }));
    renderRemote(contract, <LeftBar />, { host });
    const link = await screen.findByRole('link', { name: 'One' });
    expect(link.getAttribute('aria-description')).toBe(description);
  });

  test('marks the chats that wait for a reply, wherever it was requested', async () => {
    const [one, two] = [chatOf({ title: 'One' }), chatOf({ title: 'Two' })];
    const { host } = show([one, two]);
    const link = await screen.findByRole('link', { name: 'One' });
    expect(screen.queryByRole('img', { name: 'Reply in progress' })).toBeNull();
    act(() => host.bus.emit(events.chat.repliesChanged, { chatIds: [one._id] }));
    const mark = screen.getByRole('img', { name: 'Reply in progress' });
    expect(mark.parentElement).toBe(link.parentElement);
    act(() => host.bus.emit(events.chat.repliesChanged, { chatIds: [] }));
    expect(screen.queryByRole('img', { name: 'Reply in progress' })).toBeNull();
  });

  test('marks the chats with changes that wait for the network, until these are sent', async () => {
    const [one, two] = [chatOf({ title: 'One' }), chatOf({ title: 'Two' })];
    const { host } = show([one, two]);
    const link = await screen.findByRole('link', { name: 'One' });
    const waiting$ = new BehaviorSubject<readonly WaitingChange[]>([]);
    const outbox = {
      waiting$,
      chatCreated$: NEVER,
      begun$: NEVER,
      addMessage: vi.fn<Outbox['addMessage']>(),
      cancel: vi.fn<Outbox['cancel']>(),
    };
    act(() => host.outbox$.next(outbox));
    await waitFor(() => expect(waiting$.observed).toBe(true));
    expect(screen.queryByRole('img', { name: 'Waiting for the network' })).toBeNull();
    act(() => waiting$.next([{ id: 1, words: 'Pin “One”', state: 'waiting', subjects: [one._id] }]));
    expect(screen.getByRole('img', { name: 'Waiting for the network' }).parentElement).toBe(link.parentElement);
    act(() => waiting$.next([]));
    expect(screen.queryByRole('img', { name: 'Waiting for the network' })).toBeNull();
  });

  test('says what to do where there is no chat', async () => {
    show([]);
    expect(await screen.findByText('No chats yet')).toBeTruthy();
  });

  test('shows that it failed and loads again on Retry', async () => {
    const { host } = show([], '/', true);
    expect(await screen.findByText('Failed to get chats.')).toBeTruthy();
    host.service.answer(calls.chat.listChats, ({ only }) => ({ chats: only ? [] : [chatOf({ title: 'Here' })] }));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('link', { name: 'Here' })).toBeTruthy();
    expect(screen.queryByText('Failed to get chats.')).toBeNull();
  });

  test('loads the next page once its end is within 100 px of what is in sight, and not before', async () => {
    const sight = stubIntersection(false);
    const chats = chatsOf(25);
    const { host, container } = show(chats);
    await screen.findByRole('link', { name: 'Chat 10' });
    const pages = () =>
      host.service.requests.filter(({ call, input }) => call === 'chat.listChats' && !('only' in (input as object)));
    expect(pages()).toHaveLength(1);
    const scroller = container.querySelector('[data-scrolled]')?.parentElement;
    expect(sight.created.at(-1)).toEqual({ root: scroller, rootMargin: '0px 0px 100px' });
    act(sight.show);
    await screen.findByRole('link', { name: 'Chat 20' });
    expect(pages()).toHaveLength(2);
    expect(pages()[1]?.input).toEqual({ lastUpdateTimestamp: chats[9]?.lastUpdate });
    expect(new Set(linksShown()).size).toBe(linksShown().length);
  });

  test('loads nothing by itself for a user who navigates with Tab, and more on request or on scroll', async () => {
    const sight = stubIntersection(false);
    const { host } = show(chatsOf(35));
    await screen.findByRole('link', { name: 'Chat 10' });
    const pages = () =>
      host.service.requests.filter(({ call, input }) => call === 'chat.listChats' && !('only' in (input as object)));
    await userEvent.tab();
    act(sight.show);
    expect(pages()).toHaveLength(1);
    const more = screen.getByRole('button', { name: 'Show more chats' });
    more.focus();
    await userEvent.keyboard('{Enter}');
    await screen.findByRole('link', { name: 'Chat 20' });
    expect(document.activeElement).toBe(more);
    act(sight.show);
    expect(pages()).toHaveLength(2);
    fireEvent.wheel(document.body);
    act(sight.show);
    await screen.findByRole('link', { name: 'Chat 30' });
    expect(screen.queryByRole('button', { name: 'Show more chats' })).toBeNull();
  });

  test('keeps only the rows in sight in the document where there are many', async () => {
    stubIntersection(true);
    const { host } = show(chatsOf(115));
    await waitFor(() => expect(host.service.requests.filter(({ call }) => call === 'chat.listChats')).toHaveLength(13));
    await waitFor(() => expect(screen.queryAllByRole('link', { name: /^Chat/ }).length).toBeLessThan(100));
  });

  test('follows the events of mf-chat: a new chat on top, its title typed out, a touched chat moving up', async () => {
    const chats = chatsOf(2);
    const { host } = show(chats);
    await screen.findByRole('link', { name: 'Chat 2' });
    const chat = chatOf({ title: '', lastUpdate: now });
    act(() => host.bus.emit(events.chat.created, { chat }));
    expect(linksShown()).toEqual(['Untitled chat', 'Chat 1', 'Chat 2']);
    act(() => host.bus.emit(events.chat.named, { chatId: chat._id, title: 'Sailing' }));
    expect(linksShown()[0]).not.toBe('Sailing');
    await waitFor(() => expect(linksShown()[0]).toMatch(/^Sa/));
    await waitFor(() => expect(linksShown()[0]).toBe('Sailing'));
    act(() =>
      host.bus.emit(events.chat.touched, { chatId: chats[1]?._id ?? '', lastUpdate: '2026-07-15T12:00:01.000Z' }),
    );
    expect(linksShown()).toEqual(['Chat 2', 'Sailing', 'Chat 1']);
  });
});

describe('a chat of another tab', () => {
  test('has its first title typed out once, and another one at once', async () => {
    const chat = chatOf({ title: '', lastUpdate: now });
    const { host } = show([chat]);
    await screen.findByRole('link', { name: 'Untitled chat' });
    const retitle = (title: string) =>
      act(() => host.bus.emit(events.workspace.chatsChanged, { chats: [{ ...chat, title }] }));
    retitle('Sailing');
    expect(linksShown()).not.toContain('Sailing');
    await waitFor(() => expect(linksShown()).toEqual(['Sailing']));
    // The tab that named it gets the event as well.
    act(() => host.bus.emit(events.chat.named, { chatId: chat._id, title: 'Sailing' }));
    expect(linksShown()).toEqual(['Sailing']);
    retitle('Rowing');
    expect(linksShown()).toEqual(['Rowing']);
  });
});

describe('renaming', () => {
  const start = async () => {
    const shown = show([chatOf({ title: 'Old' })]);
    await choose('Old', 'Rename');
    const field = screen.getByRole('textbox', { name: 'Chat title' });
    await userEvent.clear(field);
    return { ...shown, field };
  };
  const renames = ({ host }: ReturnType<typeof show>) =>
    host.service.requests.filter(({ call }) => call === 'chat.renameChat').map(({ input }) => input);

  test('commits on Enter and emits the new title', async () => {
    const shown = await start();
    shown.host.service.answer(calls.chat.renameChat, () => ({}));
    await userEvent.type(shown.field, ' New {Enter}');
    expect(linksShown()).toEqual(['New']);
    expect(document.activeElement?.textContent).toBe('New');
    await waitFor(() => expect(shown.host.eventsSeen).toMatchObject([{ event: 'workspace.chatRenamed' }]));
    expect(renames(shown)).toMatchObject([{ title: 'New' }]);
  });

  test('commits on blur', async () => {
    const shown = await start();
    shown.host.service.answer(calls.chat.renameChat, () => ({}));
    await userEvent.type(shown.field, 'New');
    await userEvent.tab();
    expect(linksShown()).toEqual(['New']);
    expect(renames(shown)).toHaveLength(1);
  });

  test('says where not one character more fits', async () => {
    const { host, field } = await start();
    fireEvent.change(field, { target: { value: 'x'.repeat(299) } });
    expect(host.alertsShown).toEqual([]);
    fireEvent.change(field, { target: { value: 'x'.repeat(300) } });
    expect(host.alertsShown).toMatchObject([{ type: 'info', message: 'Maximum of 300 characters.' }]);
  });

  test('does not commit on Enter with Shift or Ctrl, nor after Escape', async () => {
    const shown = await start();
    await userEvent.type(shown.field, 'New{Shift>}{Enter}{/Shift}{Control>}{Enter}{/Control}');
    expect(screen.getByRole('textbox', { name: 'Chat title' })).toBe(shown.field);
    await userEvent.keyboard('{Escape}');
    expect(linksShown()).toEqual(['Old']);
    expect(renames(shown)).toEqual([]);
  });

  test('goes on after Enter and Escape of an input method', async () => {
    const { field } = await start();
    for (const key of ['Enter', 'Escape']) fireEvent.keyDown(field, { key, keyCode: 229 });
    expect(screen.getByRole('textbox', { name: 'Chat title' })).toBe(field);
  });

  test('is based on the title that was shown when editing started, and shows a newer one', async () => {
    const chat = chatOf({ title: 'Old', revisions: { title: 'old', tags: 't' } });
    const theirs = { ...chat, title: 'Theirs', revisions: { title: 'theirs', tags: 't' } };
    const { host } = show([chat]);
    await choose('Old', 'Rename');
    const field = screen.getByRole('textbox', { name: 'Chat title' });
    await userEvent.clear(field);
    await userEvent.type(field, 'Mine');
    act(() => host.bus.emit(events.workspace.chatsChanged, { chats: [theirs] }));
    expect(field).toHaveProperty('value', 'Mine');
    host.service.answer(calls.chat.focusChat, () => ({ chat: theirs }));
    host.service.answer(calls.chat.renameChat, () => {
      throw failureOf('stale', { revision: 'theirs' });
    });
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(linksShown()).toEqual(['Theirs']));
    expect(host.service.requests.find(({ call }) => call === 'chat.renameChat')?.basedOn).toBe('"old"');
    expect(host.alertsShown).toMatchObject([{ action: { label: 'Rename to “Mine”' } }]);
  });

  test('reverts the title if the call fails', async () => {
    const shown = await start();
    shown.host.service.answer(calls.chat.renameChat, () => {
      throw new Failure(500, {});
    });
    await userEvent.type(shown.field, 'New{Enter}');
    await waitFor(() => expect(linksShown()).toEqual(['Old']));
    expect(shown.host.alertsShown).toMatchObject([{ type: 'error', message: 'Failed to rename chat.' }]);
    expect(shown.host.eventsSeen).toEqual([]);
  });
});

describe('deleting', () => {
  test('removes the chat at once, closes it if it was open, and Undo restores it', async () => {
    const [first, second] = [chatOf({ title: 'First', lastUpdate: now }), chatOf({ title: 'Second' })];
    const { host } = show([first, second], `/?chat=${second._id}`);
    host.service.answer(calls.chat.clearChat, () => ({}));
    host.service.answer(calls.chat.restoreChats, () => ({ chats: [second] }));
    await choose('Second', 'Delete');
    await waitFor(() => expect(linksShown()).toEqual(['First']));
    expect(host.dialogsOpened).toEqual([]);
    await waitFor(() => expect(host.navigation.location$.value.search).toBe(''));
    expect(host.eventsSeen).toEqual([{ event: 'workspace.chatDeleted', payload: { chatId: second._id } }]);
    expect(host.alertsShown).toMatchObject([{ message: '“Second” deleted.', action: { label: 'Undo' } }]);
    act(() => host.alertsShown[0]?.action?.onSelect());
    await waitFor(() => expect(linksShown()).toEqual(['First', 'Second']));
    expect(host.service.requests.at(-1)?.input).toEqual({ chatIds: [second._id] });
    expect(host.alertsShown.at(-1)).toMatchObject({ message: '“Second” restored.' });
  });

  test('moves the focus to the chat that follows, then to the one before, then to the list', async () => {
    const { host } = show(
      ['First', 'Second', 'Third'].map((title, index) =>
        chatOf({ title, lastUpdate: new Date(Date.parse(now) - index).toISOString() }),
      ),
    );
    host.service.answer(calls.chat.clearChat, () => ({}));
    const focused = () => document.activeElement?.textContent;
    await choose('Second', 'Delete');
    await waitFor(() => expect(focused()).toBe('Third'));
    await choose('Third', 'Delete');
    await waitFor(() => expect(focused()).toBe('First'));
    await choose('First', 'Delete');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Chats' })));
  });

  test('restores the chat if the call fails', async () => {
    const { host } = show([chatOf({ title: 'First' })]);
    host.service.answer(calls.chat.clearChat, () => {
      throw new Failure(500, {});
    });
    await choose('First', 'Delete');
    await waitFor(() =>
      expect(host.alertsShown).toMatchObject([{ message: 'Failed to delete chat. Please try again.' }]),
    );
    expect(linksShown()).toEqual(['First']);
    expect(host.eventsSeen).toEqual([]);
  });
});

describe('sharing', () => {
  test('opens the dialog of the chat', async () => {
    const chat = chatOf({ title: 'First' });
    const { host } = show([chat]);
    await choose('First', 'Share');
    expect(host.dialogsOpened).toEqual([{ dialog: 'chat.share', props: { chatId: chat._id } }]);
  });

  test.each([
    ['a function chat', { function: 'agentCreator' }],
    ['a secure chat', { secure: true }],
  ])('is not offered for %s', async (_, change) => {
    show([chatOf({ title: 'Private', ...change })]);
    await userEvent.click(await screen.findByRole('button', { name: 'Options for Private' }));
    await screen.findByRole('menuitem', { name: 'Rename' });
    expect(screen.queryByRole('menuitem', { name: 'Share' })).toBeNull();
  });
});

describe('duplicating', () => {
  test('says so, adds the copy and opens it', async () => {
    const copy = chatOf({ title: 'Copy', lastUpdate: now });
    const { host } = show([chatOf({ title: 'First' })]);
    host.service.answer(calls.chat.duplicateChat, () => ({ chat: copy }));
    await choose('First', 'Duplicate');
    await waitFor(() => expect(linksShown()).toEqual(['Copy', 'First']));
    expect(host.alertsShown).toMatchObject([{ type: 'info', message: 'Duplicating chat...' }]);
    expect(host.navigation.location$.value.search).toBe(`?chat=${copy._id}`);
  });

  test.each([
    ['the words of the service', { msg: 'Not yours.' }, 'Not yours.'],
    ['its own words', {}, 'Failed to share chat, please try again'],
  ])('shows a failure in %s', async (_, body, message) => {
    const { host } = show([chatOf({ title: 'First' })]);
    host.service.answer(calls.chat.duplicateChat, () => {
      throw new Failure(500, body);
    });
    await choose('First', 'Duplicate');
    await waitFor(() => expect(host.alertsShown.at(-1)).toMatchObject({ type: 'error', message }));
  });

  test.each([
    ['a function chat', { function: 'agentCreator' }],
    ['a secure chat', { secure: true }],
  ])('is not offered for %s', async (_, change) => {
    show([chatOf({ title: 'Interview', ...change })]);
    await userEvent.click(await screen.findByRole('button', { name: 'Options for Interview' }));
    await screen.findByRole('menuitem', { name: 'Rename' });
    expect(screen.queryByRole('menuitem', { name: 'Duplicate' })).toBeNull();
  });
});
