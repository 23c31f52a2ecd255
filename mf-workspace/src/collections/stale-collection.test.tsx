import * as calls from '@atrium/shared-kernel/contracts/calls';
import * as events from '#contracts/events';
import { createFakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { Failure, failureOf } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import contract from '../../contract.ts';
import { chatOf, tagOf } from '../testing/chats.ts';
import { CollectionsDialog } from './collections-dialog.tsx';
import { EditCollectionDialog } from './edit-collection-dialog.tsx';

const stale = () => failureOf('stale', { revision: 'now' });
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
const note = () => screen.findByRole('alert');

test('a collection that another tab has changed shows its current state, and keeps the typed text', async () => {
  const before = tagOf({ name: 'Work', revision: 'work-1' });
  let tag = before;
  const host = createFakeHost();
  host.service.answer(calls.tags.listTags, () => ({ tags: [tag] }));
  host.service.answer(calls.tags.getTagContext, () => ({ instruction: '', files: [], revision: 'r' }));
  host.service.answer(calls.tags.createEditTag, () => {
    if (tag !== before) return { tag };
    tag = { ...before, name: 'Office', revision: 'work-2' };
    throw stale();
  });
  const { closed } = renderRemote(contract, <EditCollectionDialog />, { host, input: { tagId: before._id } });
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
  await userEvent.type(name, ' and play');
  await save();
  expect(within(await note()).getByText('Office')).toBeTruthy();
  expect([name.value, closed, host.alertsShown]).toEqual(['Work and play', [], []]);
  await userEvent.click(screen.getByRole('button', { name: 'Keep mine' }));
  await save();
  await waitFor(() => expect(closed).toHaveLength(1));
  const sent = host.service.requests.filter(({ call }) => call === calls.tags.createEditTag.name);
  expect(sent.map(({ basedOn }) => basedOn)).toEqual(['"work-1"', '"work-2"']);
});

test('a restored name of a collection that another tab has changed is saved on purpose only', async () => {
  const before = tagOf({ name: 'Work', revision: 'work-1' });
  let tag = before;
  const host = createFakeHost();
  host.service.answer(calls.tags.listTags, () => ({ tags: [tag] }));
  host.service.answer(calls.tags.getTagContext, () => ({ instruction: '', files: [], revision: 'r' }));
  host.service.answer(calls.tags.createEditTag, () => ({ tag }));
  const show = () => renderRemote(contract, <EditCollectionDialog />, { host, input: { tagId: before._id } });
  const name = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
  const first = show();
  await userEvent.type(await name(), ' and play');
  first.end();
  tag = { ...before, name: 'Office', revision: 'work-2' };
  const { closed } = show();
  expect((await name()).value).toBe('Work and play');
  expect(within(await note()).getByText('Office')).toBeTruthy();
  await save();
  expect(closed).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Keep mine' }));
  await save();
  await waitFor(() => expect(closed).toHaveLength(1));
  const sent = host.service.requests.filter(({ call }) => call === calls.tags.createEditTag.name);
  expect(sent).toMatchObject([{ input: { name: 'Work and play' }, basedOn: '"work-2"' }]);
});

test('the collections of a chat that another tab has changed are shown, and the ticks stay', async () => {
  const [work, home] = [tagOf({ name: 'Work' }), tagOf({ name: 'Home' })];
  const before = chatOf({ tags: [], revisions: { title: 't', tags: 'tags-1' } });
  let chat = before;
  const host = createFakeHost();
  host.service.answer(calls.tags.listTags, () => ({ tags: [work, home] }));
  host.service.answer(calls.chat.focusChat, () => ({ chat }));
  host.service.answer(calls.chat.editChat, () => {
    if (chat !== before) return {};
    chat = { ...before, tags: [work], revisions: { title: 't', tags: 'tags-2' } };
    throw stale();
  });
  const { closed } = renderRemote(contract, <CollectionsDialog />, { host, input: { chatId: before._id } });
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Home' }));
  await save();
  expect((await note()).textContent).toContain('It’s in Work now.');
  expect(screen.getByRole('checkbox', { name: 'Home' })).toHaveProperty('checked', true);
  expect([closed, host.alertsShown]).toEqual([[], []]);
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Work' }));
  await userEvent.click(screen.getByRole('button', { name: 'Keep mine' }));
  await save();
  await waitFor(() => expect(closed).toHaveLength(1));
  const sent = host.service.requests.filter(({ call }) => call === calls.chat.editChat.name);
  expect(sent.map(({ basedOn }) => basedOn)).toEqual(['"tags-1"', '"tags-2"']);
  const emitted = host.eventsSeen.filter(({ event }) => event === events.workspace.collectionsChanged.name);
  expect(emitted.at(-1)?.payload).toMatchObject({ tags: [work, home] });
});

test('a new collection for a chat does not hide what another tab has changed', async () => {
  const [work, home, trip] = [tagOf({ name: 'Work' }), tagOf({ name: 'Home' }), tagOf({ name: 'Trip' })];
  const before = chatOf({ tags: [work], revisions: { title: 't', tags: 'tags-1' } });
  let chat = before;
  const host = createFakeHost();
  host.service.answer(calls.tags.listTags, () => ({ tags: [work, home, trip] }));
  host.service.answer(calls.chat.focusChat, () => ({ chat }));
  host.service.answer(calls.chat.editChat, () => ({}));
  renderRemote(contract, <CollectionsDialog />, { host, input: { chatId: before._id } });
  const create = await screen.findByRole('button', { name: 'New collection' });
  host.dialogResult = trip;
  chat = { ...before, tags: [home, trip], revisions: { title: 't', tags: 'tags-2' } };
  await userEvent.click(create);
  expect((await note()).textContent).toContain('It’s in Home and Trip now.');
  await save();
  expect(document.activeElement).toBe(await note());
  expect(host.service.requests.filter(({ call }) => call === calls.chat.editChat.name)).toEqual([]);
});

test('a new collection for a chat is no change of another tab', async () => {
  const [work, trip] = [tagOf({ name: 'Work' }), tagOf({ name: 'Trip' })];
  const before = chatOf({ tags: [work], revisions: { title: 't', tags: 'tags-1' } });
  let chat = before;
  const host = createFakeHost();
  host.service.answer(calls.tags.listTags, () => ({ tags: [work, trip] }));
  host.service.answer(calls.chat.focusChat, () => ({ chat }));
  renderRemote(contract, <CollectionsDialog />, { host, input: { chatId: before._id } });
  const create = await screen.findByRole('button', { name: 'New collection' });
  host.dialogResult = trip;
  chat = { ...before, tags: [trip, work], revisions: { title: 't', tags: 'tags-2' } };
  await userEvent.click(create);
  await waitFor(() => expect(host.eventsSeen).toHaveLength(1));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a collection that another tab has deleted keeps what is typed, and is made again', async () => {
  const tag = tagOf({ name: 'Work', revision: 'work-1' });
  let tags = [tag];
  const host = createFakeHost();
  host.service.answer(calls.tags.listTags, () => ({ tags }));
  const file = { name: 'outline.txt', type: 'text/plain', url: '/storage/chatFiles/a/outline.txt' };
  host.service.answer(calls.tags.getTagContext, () => ({ instruction: 'Cite.', files: [file], revision: 'r' }));
  host.service.answer(calls.files.inspectFiles, () => ({ notes: [] }));
  const again = tagOf({ name: 'Work and play', revision: 'again-1' });
  host.service.answer(calls.tags.createEditTag, () => ({ tag: again }));
  const { closed } = renderRemote(contract, <EditCollectionDialog />, { host, input: { tagId: tag._id } });
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
  await userEvent.type(name, ' and play');
  const instructions = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Instructions' });
  await userEvent.type(instructions, ' Be brief.');
  tags = [];
  act(() => host.bus.emit(events.workspace.collectionsChanged, {}));
  expect((await note()).textContent).toContain('This collection was deleted in the meantime.');
  expect([name.value, instructions.value]).toEqual(['Work and play', 'Cite. Be brief.']);
  const requests = (call: { readonly name: string }) => host.service.requests.filter((one) => one.call === call.name);
  host.service.answer(calls.tags.editTagContext, () => {
    throw new Failure(500, { msg: 'Not now.' });
  });
  await save();
  await waitFor(() => expect(host.alertsShown).toMatchObject([{ message: 'Not now.' }]));
  expect(closed).toEqual([]);
  host.service.answer(calls.tags.editTagContext, ({ instruction, files }) => ({ instruction, files, revision: 'r2' }));
  await save();
  await waitFor(() => expect(closed).toEqual([again]));
  // The second attempt creates no second one.
  const [first, second] = requests(calls.tags.createEditTag);
  expect(first?.input).not.toHaveProperty('tagId');
  expect(second).toMatchObject({ input: { tagId: again._id, name: 'Work and play' }, basedOn: '"again-1"' });
  const context = { tagId: again._id, instruction: 'Cite. Be brief.', files: [file] };
  expect(requests(calls.tags.editTagContext)).toMatchObject([{ input: context }, { input: context }]);
});
