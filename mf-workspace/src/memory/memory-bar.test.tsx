import * as calls from '@atrium/shared-kernel/contracts/calls';
import { createFakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { Failure } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import contract from '../../contract.ts';
import { memoryOf } from '../testing/chats.ts';
import { MemoryBar } from './memory-bar.tsx';

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

test('a deleted memory goes', async () => {
  const { host } = show(['Likes tea', 'Lives in Cape Town']);
  host.service.answer(calls.memories.deleteMemory, () => ({}));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete memory: Likes tea' }));
  expect(shown()).toEqual(['Lives in Cape Town']);
  expect(host.service.requests.at(-1)).toMatchObject({ call: 'memories.deleteMemory' });
});

test('a memory that could not be deleted comes back with a word', async () => {
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
