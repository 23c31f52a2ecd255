import * as calls from '@atrium/shared-kernel/contracts/calls';
import type * as actual from '@atrium/shared-kernel/contracts/constants';
import * as events from '#contracts/events';
import { createFakeHost, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { Failure, failureOf } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import contract from '../../contract.ts';
import { memoryOf } from '../testing/chats.ts';
import { MemoryBar } from './memory-bar.tsx';

vi.mock('@atrium/shared-kernel/contracts/constants', async (original) => {
  const constants = await original<typeof actual>();
  return { ...constants, memory: { ...constants.memory, most: 3 } };
});

const show = (texts: readonly string[], options: Parameters<typeof createFakeHost>[0] = {}) => {
  const host = createFakeHost(options);
  host.service.answer(calls.memories.listMemories, () => ({ memories: texts.map(memoryOf) }));
  return renderRemote(contract, <MemoryBar />, { host });
};
const shown = () => screen.queryAllByRole('listitem').map((item) => item.textContent);

test('memories are listed after their skeletons', async () => {
  show(['Likes tea', 'Lives in Cape Town']);
  expect(screen.getByRole('status', { name: 'Loading memories' })).toBeTruthy();
  await waitFor(() => expect(shown()).toEqual(['Likes tea', 'Lives in Cape Town']));
});

test('a deleted memory disappears', async () => {
  const { host } = show(['Likes tea', 'Lives in Cape Town']);
  host.service.answer(calls.memories.deleteMemory, () => ({}));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete memory: Likes tea' }));
  expect(shown()).toEqual(['Lives in Cape Town']);
  expect(host.service.requests.at(-1)).toMatchObject({ call: 'memories.deleteMemory' });
});

test('the focus of a deleted memory goes to the next, and that of the last one stays in the bar', async () => {
  const { host } = show(['Likes tea', 'Lives in Cape Town', 'Has a cat']);
  host.service.answer(calls.memories.deleteMemory, () => ({}));
  const remove = async (memory: string) => {
    const button = await screen.findByRole('button', { name: `Delete memory: ${memory}` });
    act(() => button.focus());
    await userEvent.keyboard('{Enter}');
    return document.activeElement;
  };
  expect((await remove('Likes tea'))?.getAttribute('aria-label')).toBe('Delete memory: Lives in Cape Town');
  expect((await remove('Has a cat'))?.getAttribute('aria-label')).toBe('Delete memory: Lives in Cape Town');
  const last = await remove('Lives in Cape Town');
  expect(shown()).toEqual([]);
  expect(last?.textContent).toContain('Nothing remembered yet');
});

test('Undo restores a deleted memory at its position, or a message says why not', async () => {
  const memories = [memoryOf('Likes tea'), memoryOf('Lives in Cape Town')];
  const { host } = show([]);
  host.service.answer(calls.memories.listMemories, () => ({ memories }));
  host.service.answer(calls.memories.deleteMemory, () => ({}));
  host.service.answer(calls.memories.addMemory, () => {
    throw new Failure(500, {});
  });
  act(() => host.bus.emit(events.workspace.memoriesChanged, {}));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete memory: Likes tea' }));
  await waitFor(() => expect(host.alertsShown).toMatchObject([{ message: 'Memory deleted.', time: 30_000 }]));
  const undo = () => act(() => host.alertsShown.at(-1)!.action!.onSelect());
  undo();
  await waitFor(() =>
    expect(host.alertsShown.at(-1)).toMatchObject({
      message: 'Failed to restore memory. Please try again.',
      time: 30_000,
      action: { label: 'Undo' },
    }),
  );
  expect(shown()).toEqual(['Lives in Cape Town']);
  host.service.answer(calls.memories.addMemory, () => ({ memory: memories[0]! }));
  undo();
  await waitFor(() => expect(shown()).toEqual(['Likes tea', 'Lives in Cape Town']));
  expect(host.service.requests).toContainEqual({
    call: 'memories.addMemory',
    input: { memory: 'Likes tea', memoryId: memories[0]!._id },
  });
});

test('Undo adds no second memory if the deleted one exists again with a text that is newer', async () => {
  const memory = memoryOf('Likes tea');
  const { host } = show([]);
  host.service.answer(calls.memories.listMemories, () => ({ memories: [memory] }));
  host.service.answer(calls.memories.deleteMemory, () => ({}));
  host.service.answer(calls.memories.addMemory, () => ({ memory }));
  act(() => host.bus.emit(events.workspace.memoriesChanged, {}));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete memory: Likes tea' }));
  await waitFor(() => expect(host.alertsShown).toMatchObject([{ message: 'Memory deleted.' }]));
  host.service.answer(calls.memories.listMemories, () => ({ memories: [{ ...memory, memory: 'Likes green tea' }] }));
  act(() => host.alertsShown[0]!.action!.onSelect());
  await waitFor(() => expect(shown()).toEqual(['Likes green tea']));
  expect(host.service.requests.filter(({ call }) => call === calls.memories.addMemory.name)).toEqual([]);
});

test('a memory that could not be deleted is restored with a message', async () => {
  const { host } = show(['Likes tea']);
  host.service.answer(calls.memories.deleteMemory, () => {
    throw new Failure(500, {});
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Delete memory: Likes tea' }));
  await waitFor(() =>
    expect(host.alertsShown).toMatchObject([{ type: 'error', message: 'Failed to delete memory. Please try again.' }]),
  );
  expect(shown()).toEqual(['Likes tea']);
});

test('a memory that was changed elsewhere is not deleted by what the bar showed, and shows what it is', async () => {
  const before = { ...memoryOf('Likes tea'), revision: 'memory-1' };
  let now = before;
  const { host } = show([]);
  host.service.answer(calls.memories.listMemories, () => ({ memories: [now] }));
  host.service.answer(calls.memories.deleteMemory, () => {
    now = { ...before, memory: 'Likes coffee', revision: 'memory-2' };
    throw failureOf('stale', { revision: 'memory-2' });
  });
  act(() => host.bus.emit(events.workspace.memoriesChanged, {}));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete memory: Likes tea' }));
  await waitFor(() => expect(shown()).toEqual(['Likes coffee']));
  expect(host.service.requests.find(({ call }) => call === 'memories.deleteMemory')?.basedOn).toBe('"memory-1"');
  expect(host.alertsShown).toMatchObject([{ type: 'error' }]);
});

test('a full memory says so, and that one has to be deleted first', async () => {
  const { host } = show(['Likes tea', 'Lives in Cape Town']);
  expect(await screen.findByText('Likes tea')).toBeTruthy();
  expect(screen.queryByText(/^Full/)).toBeNull();
  host.service.answer(calls.memories.listMemories, () => ({ memories: ['One', 'Two', 'Three'].map(memoryOf) }));
  act(() => host.bus.emit(events.workspace.memoriesChanged, {}));
  expect(await screen.findByText('Full: delete one of your 3 memories to save a new one.')).toBeTruthy();
});

test('an empty bar explains memories', async () => {
  show([]);
  expect(await screen.findByText('Nothing remembered yet')).toBeTruthy();
});

test('a visitor reads the explanation without a call', () => {
  const { host } = show([], { user: null });
  expect(screen.getByText('Nothing remembered yet')).toBeTruthy();
  expect(host.service.requests).toEqual([]);
});

test('a failure offers Retry', async () => {
  const { host } = show([]);
  host.service.answer(calls.memories.listMemories, () => {
    throw new Failure(500, {});
  });
  const retry = await screen.findByRole('button', { name: 'Retry' });
  host.service.answer(calls.memories.listMemories, () => ({ memories: [memoryOf('Likes tea')] }));
  await userEvent.click(retry);
  await waitFor(() => expect(shown()).toEqual(['Likes tea']));
});

test('a memory is edited and another one written in a dialog; the list follows', async () => {
  const { host } = show(['Likes tea']);
  await userEvent.click(await screen.findByRole('button', { name: 'Edit memory: Likes tea' }));
  await userEvent.click(screen.getByRole('button', { name: 'Add a memory' }));
  expect(host.dialogsOpened).toMatchObject([
    { dialog: 'workspace.memory', props: { memoryId: expect.any(String), memory: 'Likes tea' } },
    { dialog: 'workspace.memory', props: {} },
  ]);
  host.service.answer(calls.memories.listMemories, () => ({ memories: [memoryOf('Likes coffee')] }));
  act(() => host.bus.emit(events.workspace.memoriesChanged, {}));
  await waitFor(() => expect(shown()).toEqual(['Likes coffee']));
});

test('the master switch stays as it was set, although the user is fetched again before that is saved', async () => {
  const { host } = show(['Likes tea']);
  host.service.answer(calls.memories.setMemoryEnabled, () => new Promise<never>(() => {}));
  host.service.answer(calls.session.getUser, () => testUser({ memoryEnabled: true }));
  await userEvent.click(screen.getByRole('switch', { name: /Save and use memories/ }));
  await act(() => host.session.refresh());
  expect(screen.getByRole<HTMLInputElement>('switch', { name: /Save and use memories/ }).checked).toBe(false);
});

test('the master switch turns memory off at once, and back where the service refuses', async () => {
  const { host } = show(['Likes tea']);
  const requested: boolean[] = [];
  host.service.answer(calls.memories.setMemoryEnabled, ({ enabled }) => {
    requested.push(enabled);
    return {};
  });
  const master = () => screen.getByRole<HTMLInputElement>('switch', { name: /Save and use memories/ });
  expect(master().checked).toBe(true);
  await userEvent.click(master());
  expect(master().checked).toBe(false);
  expect(screen.getByText(/nothing new is saved/)).toBeTruthy();
  await waitFor(() => expect(requested).toEqual([false]));
  host.service.answer(calls.memories.setMemoryEnabled, () => {
    throw new Failure(500, {});
  });
  await userEvent.click(master());
  await waitFor(() =>
    expect(host.alertsShown).toMatchObject([{ message: 'Failed to change memory. Please try again.' }]),
  );
  expect(master().checked).toBe(false);
});
