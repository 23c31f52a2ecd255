import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Memory } from '@atrium/shared-kernel/contracts/entities/chat';
import * as events from '#contracts/events';
import { createFakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { Failure, failureOf } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import contract from '../../contract.ts';
import { memoryOf } from '../testing/chats.ts';
import { MemoryDialog } from './memory-dialog.tsx';

const known = memoryOf('Likes tea');
const show = (input = {}, host = createFakeHost()) => {
  const answer = () => ({ memory: memoryOf('Saved') });
  host.service.answer(calls.memories.addMemory, answer);
  host.service.answer(calls.memories.editMemory, answer);
  return renderRemote(contract, <MemoryDialog />, { host, input });
};
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /What Atrium should remember/ });
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

test('a memory is saved without surrounding spaces, announced, and the dialog closes', async () => {
  const { host, closed } = show();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  expect(document.activeElement).toBe(field());
  await userEvent.type(field(), '  Teaches physics ');
  await save();
  await waitFor(() => expect(closed).toEqual([true]));
  expect(host.service.requests).toEqual([{ call: 'memories.addMemory', input: { memory: 'Teaches physics' } }]);
  expect(host.eventsSeen.map(({ event }) => event)).toEqual(['workspace.memoriesChanged']);
});

test('a memory that is there is changed', async () => {
  const { host, closed } = show({ memoryId: known._id, memory: known.memory });
  await userEvent.type(field(), ' and cake');
  await save();
  await waitFor(() => expect(closed).toEqual([true]));
  expect(host.service.requests).toEqual([
    { call: 'memories.editMemory', input: { memoryId: known._id, memory: 'Likes tea and cake' } },
  ]);
});

test('one that is as it was is not sent', async () => {
  const { host, closed } = show({ memoryId: known._id, memory: known.memory });
  await save();
  await waitFor(() => expect(closed).toEqual([true]));
  expect(host.service.requests).toEqual([]);
});

test('a refusal shows the message of the service and keeps the text', async () => {
  const { host, closed } = show();
  host.service.answer(calls.memories.addMemory, () => {
    throw new Failure(400, 'There is no room for more than 500 memories.');
  });
  await userEvent.type(field(), 'One more');
  await save();
  await waitFor(() =>
    expect(host.alertsShown).toMatchObject([{ message: 'There is no room for more than 500 memories.', time: 5000 }]),
  );
  expect([field().value, closed]).toEqual(['One more', []]);
});

test('one that was changed meanwhile is shown beside what is typed, and replaced on purpose only', async () => {
  const now = { ...known, memory: 'Likes coffee', revision: 'memory-2' };
  const { host, closed } = show({ memoryId: known._id, memory: known.memory, revision: 'memory-1' });
  const answers = [
    () => {
      throw failureOf('stale', { revision: 'now' });
    },
    () => ({ memory: now }),
  ];
  host.service.answer(calls.memories.editMemory, () => answers.shift()!());
  host.service.answer(calls.memories.listMemories, () => ({ memories: [now] }));
  await userEvent.type(field(), ' and cake');
  await save();
  expect((await screen.findByRole('alert')).textContent).toContain('Likes coffee');
  expect([field().value, closed, host.alertsShown]).toEqual(['Likes tea and cake', [], []]);
  await userEvent.click(screen.getByRole('button', { name: 'Keep mine' }));
  await save();
  await waitFor(() => expect(closed).toEqual([true]));
  const sent = host.service.requests.filter(({ call }) => call === calls.memories.editMemory.name);
  expect(sent.map(({ basedOn }) => basedOn)).toEqual(['"memory-1"', '"memory-2"']);
});

const typeOver = async (memories: Memory[]) => {
  const rendered = show({ memoryId: known._id, memory: known.memory, revision: 'memory-1' });
  await userEvent.type(field(), ' and cake');
  rendered.host.service.answer(calls.memories.listMemories, () => ({ memories }));
  act(() => rendered.host.bus.emit(events.workspace.memoriesChanged, {}));
  return { ...rendered, note: await screen.findByRole('alert') };
};

test('one that changes elsewhere while it is typed over is shown before anything is saved, and may be used', async () => {
  const { note } = await typeOver([{ ...known, memory: 'Likes coffee', revision: 'memory-2' }]);
  expect(note.textContent).toContain('Likes coffee');
  expect(field().value).toBe('Likes tea and cake');
  await userEvent.click(screen.getByRole('button', { name: 'Use theirs' }));
  expect([field().value, screen.queryByRole('alert')]).toEqual(['Likes coffee', null]);
});

test('one that is deleted elsewhere while it is edited is restored with the typed text', async () => {
  const { host, note, closed } = await typeOver([]);
  expect(note.textContent).toContain('This memory was deleted in the meantime.');
  await save();
  await waitFor(() => expect(closed).toEqual([true]));
  expect(host.service.requests.at(-1)).toEqual({
    call: 'memories.addMemory',
    input: { memory: 'Likes tea and cake', memoryId: known._id },
  });
});

test('what is typed is there when the dialog opens again, for each memory, until it is discarded or saved', async () => {
  const edited = { memoryId: known._id, memory: known.memory, revision: 'memory-1' };
  const first = show();
  await userEvent.type(field(), 'Teaches');
  first.end();
  const { host } = first;
  const second = show(edited, host);
  expect(field().value).toBe('Likes tea');
  await userEvent.type(field(), ' and cake');
  second.end();
  const third = show({}, host);
  expect(field().value).toBe('Teaches');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  third.end();
  const fourth = show({}, host);
  expect(field().value).toBe('');
  fourth.end();
  const fifth = show(edited, host);
  expect(field().value).toBe('Likes tea and cake');
  await save();
  await waitFor(() => expect(fifth.closed).toEqual([true]));
  fifth.end();
  show(edited, host);
  expect(field().value).toBe('Likes tea');
});

test('one that was changed elsewhere before the dialog opens again is shown beside what is typed', async () => {
  const first = show({ memoryId: known._id, memory: known.memory, revision: 'memory-1' });
  await userEvent.type(field(), ' and cake');
  first.end();
  const now = { memoryId: known._id, memory: 'Likes coffee', revision: 'memory-2' };
  const { host, closed } = show(now, first.host);
  expect(field().value).toBe('Likes tea and cake');
  expect(screen.getByRole('alert').textContent).toContain('Likes coffee');
  await save();
  expect([host.service.requests, closed]).toEqual([[], []]);
  await userEvent.click(screen.getByRole('button', { name: 'Keep mine' }));
  await save();
  await waitFor(() => expect(closed).toEqual([true]));
  expect(host.service.requests).toMatchObject([{ input: { memory: 'Likes tea and cake' }, basedOn: '"memory-2"' }]);
});
