import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Tag } from '@atrium/shared-kernel/contracts/entities/chat';
import * as events from '#contracts/events';
import { createFakeHost, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { Failure, Unreachable } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import contract from '../../contract.ts';
import { LeftBar } from '../left-bar/left-bar.tsx';
import { chatOf, tagOf } from '../testing/chats.ts';
import { CollectionsDialog } from './collections-dialog.tsx';
import { EditCollectionDialog } from './edit-collection-dialog.tsx';

type Host = ReturnType<typeof createFakeHost>;
const fail = (msg?: string) => () => {
  throw new Failure(500, msg === undefined ? {} : { msg });
};
const sent = (host: Host, call: { name: string }) =>
  host.service.requests.filter((one) => one.call === call.name).map(({ input }) => input);
const emitted = (host: Host) =>
  host.eventsSeen.filter(({ event }) => event === events.workspace.collectionsChanged.name).map((one) => one.payload);
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

describe('the dialog of a collection', () => {
  const show = (tags: Tag[] = [], tagId?: string) => {
    const host = createFakeHost();
    host.service.answer(calls.tags.listTags, () => ({ tags }));
    host.service.answer(calls.tags.createEditTag, ({ name = '' }) => ({ tag: tagOf({ name }) }));
    return renderRemote(contract, <EditCollectionDialog />, { host, input: { tagId } });
  };
  const name = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });

  test('begins at the name, with folders in deep purple', async () => {
    show();
    expect(document.activeElement).toBe(await name());
    expect(screen.getByRole('heading', { name: 'Create Collection' })).toBeTruthy();
    const icons = within(screen.getByRole('radiogroup', { name: 'Icon' }));
    const colors = within(screen.getByRole('radiogroup', { name: 'Color' }));
    expect([icons.getAllByRole('radio').length, colors.getAllByRole('radio').length]).toEqual([7, 7]);
    expect(icons.getByRole('radio', { checked: true })).toBe(icons.getByRole('radio', { name: 'Folders' }));
    expect(colors.getByRole('radio', { checked: true })).toBe(colors.getByRole('radio', { name: 'Deep purple' }));
  });

  test('needs a name', async () => {
    const { host } = show();
    await userEvent.type(await name(), '  ');
    await save();
    expect(await screen.findByText('Name is required.')).toBeTruthy();
    expect(document.activeElement).toBe(await name());
    expect(sent(host, calls.tags.createEditTag)).toEqual([]);
    await userEvent.type(await name(), 'Work');
    expect(screen.queryByText('Name is required.')).toBeNull();
  });

  test('saves name, icon and color, announces the collection and closes with it', async () => {
    const { host, closed } = show();
    await userEvent.type(await name(), ' Work ');
    await userEvent.click(screen.getByRole('radio', { name: 'Heart' }));
    await userEvent.click(screen.getByRole('radio', { name: 'Green' }));
    await save();
    await waitFor(() => expect(closed).toMatchObject([{ name: 'Work' }]));
    expect(sent(host, calls.tags.createEditTag)).toMatchObject([{ name: 'Work', icon: 'heart', color: 'green' }]);
    expect(emitted(host)).toEqual([{}]);
  });

  test('says Saving while it saves, and saves once', async () => {
    const { host, closed } = show();
    const { promise, resolve } = Promise.withResolvers<{ tag: Tag }>();
    host.service.answer(calls.tags.createEditTag, () => promise);
    await userEvent.type(await name(), 'Work{Enter}');
    await userEvent.click(await screen.findByRole('button', { name: 'Saving' }));
    expect(sent(host, calls.tags.createEditTag)).toHaveLength(1);
    resolve({ tag: tagOf() });
    await waitFor(() => expect(closed).toHaveLength(1));
  });

  test('stays unchanged if the service refuses, with its message for 5 s', async () => {
    const { host, closed } = show();
    host.service.answer(calls.tags.createEditTag, fail('Too many collections.'));
    await userEvent.type(await name(), 'Work{Enter}');
    await waitFor(() =>
      expect(host.alertsShown).toEqual([{ type: 'error', time: 5000, message: 'Too many collections.' }]),
    );
    expect((await name()).value).toBe('Work');
    expect(screen.getByRole('button', { name: 'Save' })).toBeTruthy();
    expect([closed, emitted(host)]).toEqual([[], []]);
  });

  test('is created once if the first answer is lost and it is saved again', async () => {
    const { host, closed } = show();
    host.service.answer(calls.tags.createEditTag, () => {
      throw new Unreachable();
    });
    await userEvent.type(await name(), 'Work{Enter}');
    await waitFor(() => expect(host.alertsShown).toHaveLength(1));
    host.service.answer(calls.tags.createEditTag, () => ({ tag: tagOf({ name: 'Work' }) }));
    await save();
    await waitFor(() => expect(closed).toHaveLength(1));
    const [first, second] = sent(host, calls.tags.createEditTag);
    expect(first).toMatchObject({ name: 'Work', newTagId: expect.stringMatching(/^[0-9a-f]{24}$/) });
    expect(second).toEqual(first);
  });

  test('shows the collection that is edited', async () => {
    const tag = tagOf({ name: 'Home', icon: 'star', color: 'yellow' });
    const { host, closed } = show([tag], tag._id);
    expect((await name()).value).toBe('Home');
    expect(screen.getByRole('heading', { name: 'Edit Collection' })).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Star' }).checked).toBe(true);
    await save();
    await waitFor(() => expect(closed).toHaveLength(1));
    expect(sent(host, calls.tags.createEditTag)).toMatchObject([{ tagId: tag._id, name: 'Home', color: 'yellow' }]);
  });
});

describe('the collections of a chat', () => {
  const [work, home, old] = [tagOf({ name: 'Work' }), tagOf({ name: 'Home' }), tagOf({ name: 'Old' })];
  const chat = chatOf({ tags: [work] });
  const show = (failing = false) => {
    const host = createFakeHost();
    let listed = [work, home];
    host.service.answer(calls.tags.listTags, failing ? fail() : () => ({ tags: listed }));
    host.service.answer(calls.chat.focusChat, failing ? fail() : () => ({ chat }));
    host.service.answer(calls.chat.editChat, () => ({}));
    const list = (next: Tag[]) => {
      listed = next;
    };
    return { ...renderRemote(contract, <CollectionsDialog />, { host, input: { chatId: chat._id } }), list };
  };
  const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name });

  test('are checked, and saved as checked: announced before the service has answered', async () => {
    const { host, closed } = show();
    const { promise, resolve } = Promise.withResolvers<object>();
    host.service.answer(calls.chat.editChat, () => promise);
    expect([(await box('Work')).checked, (await box('Home')).checked]).toEqual([true, false]);
    await userEvent.click(await box('Work'));
    await userEvent.click(await box('Home'));
    await save();
    expect(emitted(host)).toEqual([{ chatId: chat._id, tags: [home] }]);
    expect(await screen.findByRole('button', { name: 'Saving' })).toBeTruthy();
    resolve({});
    await waitFor(() => expect(closed).toHaveLength(1));
    expect(sent(host, calls.chat.editChat)).toEqual([{ chatId: chat._id, tags: [home._id] }]);
  });

  test('are reverted if the service refuses; the dialog keeps its selection and shows the reason for 5 s', async () => {
    const { host, closed } = show();
    host.service.answer(calls.chat.editChat, fail('This collection does not exist.'));
    await userEvent.click(await box('Home'));
    await save();
    await waitFor(() => expect(emitted(host).at(-1)).toEqual({ chatId: chat._id, tags: [work] }));
    expect(host.alertsShown).toEqual([{ type: 'error', time: 5000, message: 'This collection does not exist.' }]);
    expect([(await box('Home')).checked, closed]).toEqual([true, []]);
  });

  test('get a new one, ticked', async () => {
    const { host, list } = show();
    host.dialogResult = old;
    list([old, work, home]);
    await box('Work');
    await userEvent.click(screen.getByRole('button', { name: 'New collection' }));
    act(() => host.bus.emit(events.workspace.collectionsChanged, {}));
    expect((await box('Old')).checked).toBe(true);
    expect(host.dialogsOpened).toEqual([{ dialog: 'workspace.editCollection', props: { chatId: chat._id } }]);
  });

  test('include one that was created there: it contains the chat, and saving is based on that', async () => {
    const { host, list } = show();
    host.dialogResult = old;
    list([old, work, home]);
    await box('Work');
    host.service.answer(calls.chat.focusChat, () => ({
      chat: { ...chat, tags: [work, old], revisions: { title: 't', tags: 'after' } },
    }));
    host.service.answer(calls.chat.editChat, () => ({}));
    await userEvent.click(screen.getByRole('button', { name: 'New collection' }));
    act(() => host.bus.emit(events.workspace.collectionsChanged, {}));
    await waitFor(async () => expect((await box('Old')).checked).toBe(true));
    await waitFor(() => expect(emitted(host)).toContainEqual({ chatId: chat._id, tags: [work, old] }));
    expect(screen.queryByText(/changed in another tab/)).toBeNull();
    await save();
    await waitFor(() => expect(host.service.requests.at(-1)?.basedOn).toBe('"after"'));
  });

  test('include one that was created there before the list of collections knows it', async () => {
    const { host, closed } = show();
    host.dialogResult = old;
    await box('Work');
    host.service.answer(calls.tags.listTags, () => new Promise(() => {}));
    host.service.answer(calls.chat.focusChat, () => ({
      chat: { ...chat, tags: [work, old], revisions: { title: 't', tags: 'after' } },
    }));
    await userEvent.click(screen.getByRole('button', { name: 'New collection' }));
    act(() => host.bus.emit(events.workspace.collectionsChanged, {}));
    expect((await box('Old')).checked).toBe(true);
    await save();
    await waitFor(() => expect(closed).toHaveLength(1));
    expect(sent(host, calls.chat.editChat)).toEqual([{ chatId: chat._id, tags: [old._id, work._id] }]);
  });

  test('that could not be fetched offer Retry', async () => {
    const { host } = show(true);
    const retry = await screen.findByRole('button', { name: 'Retry' });
    host.service.answer(calls.chat.focusChat, () => ({ chat }));
    host.service.answer(calls.tags.listTags, () => ({ tags: [work] }));
    await userEvent.click(retry);
    expect((await box('Work')).checked).toBe(true);
  });
});

describe('the choice of a collection for several chats', () => {
  const [work, home] = [tagOf({ name: 'Work' }), tagOf({ name: 'Home' })];
  const show = (tags: Tag[]) => {
    const host = createFakeHost();
    host.service.answer(calls.tags.listTags, () => ({ tags }));
    return renderRemote(contract, <CollectionsDialog />, { host, input: {} });
  };

  test('closes with the one that is chosen', async () => {
    const { closed } = show([work, home]);
    await userEvent.click(await screen.findByRole('button', { name: 'Home' }));
    expect(closed).toEqual([home]);
  });

  test('closes with one that is made for them', async () => {
    const { host, closed } = show([]);
    expect(await screen.findByText('No collections yet')).toBeTruthy();
    host.dialogResult = work;
    await userEvent.click(screen.getByRole('button', { name: 'New collection' }));
    await waitFor(() => expect(closed).toEqual([work]));
  });
});

describe('collections in the left bar', () => {
  const tag = tagOf({ name: 'Work' });
  const chat = chatOf({ title: 'Plans' });
  const show = (tags: Tag[] = [tag], premium = true) => {
    const host = createFakeHost(premium ? {} : { user: testUser({ subscriptionEndDate: undefined }) });
    let listed = tags;
    host.service.answer(calls.chat.listChats, ({ only }) => ({ chats: only ? [] : [chat] }));
    host.service.answer(calls.agents.listAgents, () => ({ flows: [] }));
    host.service.answer(calls.tags.listTags, () => ({ tags: listed }));
    host.service.answer(calls.tags.createEditTag, () => {
      listed = [];
      return {};
    });
    return renderRemote(contract, <LeftBar />, { host });
  };
  const choose = async (of: string, item: string) => {
    await userEvent.click(await screen.findByRole('button', { name: `Options for ${of}` }));
    await userEvent.click(await screen.findByRole('menuitem', { name: item }));
  };

  test('are made by subscribers only', async () => {
    const { host, ...shown } = show([]);
    await userEvent.click(await screen.findByRole('button', { name: 'Create collection' }));
    expect(host.dialogsOpened).toEqual([{ dialog: 'workspace.editCollection', props: {} }]);
    act(() => shown.end());
    show([tag], false);
    await screen.findByRole('button', { name: 'Work' });
    expect(screen.queryByRole('button', { name: 'Create collection' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Options for Work' })).toBeNull();
  });

  test('have a menu: Edit, Delete', async () => {
    const { host } = show();
    await choose('Work', 'Edit');
    expect(host.dialogsOpened).toEqual([{ dialog: 'workspace.editCollection', props: { tagId: tag._id } }]);
  });

  test('are deleted once that is confirmed; a selected one is left', async () => {
    const { host } = show();
    await userEvent.click(await screen.findByRole('button', { name: 'Work' }));
    await choose('Work', 'Delete');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Work' })).toBeNull());
    expect(host.dialogsOpened).toMatchObject([{ dialog: 'shell.confirm', props: { title: 'Delete collection' } }]);
    expect(sent(host, calls.tags.createEditTag)).toEqual([{ tagId: tag._id, deleted: true }]);
    const selected = host.eventsSeen.filter(({ event }) => event === events.workspace.collectionSelected.name);
    expect(selected.at(-1)?.payload).toEqual({});
  });

  test('are in a chat’s menu as soon as there is one', async () => {
    const { host, ...shown } = show();
    await choose('Plans', 'Collections');
    expect(host.dialogsOpened).toEqual([{ dialog: 'workspace.collections', props: { chatId: chat._id } }]);
    act(() => shown.end());
    show([]);
    await userEvent.click(await screen.findByRole('button', { name: 'Options for Plans' }));
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).not.toContain('Collections');
  });
});
