import * as calls from '@atrium/shared-kernel/contracts/calls';
import { createFakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import contract from '../../contract.ts';
import { MemoryBar } from '../memory/memory-bar.tsx';
import { memoryOf } from '../testing/chats.ts';
import { loadDeletion } from './load-deletion.ts';

const fails = vi.hoisted(() => () => {
  throw new Error('Loading chunk 430 failed.');
});
vi.mock('./delete-item.ts', fails);
vi.mock('../memory/offer-undo.ts', fails);

test('a message says that nothing is deleted if the code for that does not load', async () => {
  const host = createFakeHost();
  expect(await loadDeletion(host)).toBeUndefined();
  expect(host.alertsShown).toMatchObject([{ type: 'error', message: 'Failed to delete. Please try again.' }]);
});

test('a message says that a memory was deleted, even if the code for an Undo does not load', async () => {
  const host = createFakeHost();
  const memories = [memoryOf('Likes tea')];
  host.service.answer(calls.memories.listMemories, () => ({ memories }));
  host.service.answer(calls.memories.deleteMemory, () => ({}));
  renderRemote(contract, <MemoryBar />, { host });
  await userEvent.click(await screen.findByRole('button', { name: 'Delete memory: Likes tea' }));
  await waitFor(() => expect(host.alertsShown).toMatchObject([{ type: 'info', message: 'Memory deleted.' }]));
});
