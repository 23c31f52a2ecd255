import * as calls from '@atrium/shared-kernel/contracts/calls';
import { failureOf } from '@atrium/shared-kernel/testing/fake-service';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderChat } from '../testing/screen.tsx';

const loaded = vi.hoisted(() => vi.fn<() => void>());
vi.mock('./rare-parts.tsx', (original) => {
  loaded();
  return original();
});

test('a broken link of a shared chat loads what it says while the service answers', async () => {
  const answer = Promise.withResolvers<never>();
  renderChat({
    user: null,
    path: '/?id=abc-DEF_123',
    prepare: ({ service }) => service.answer(calls.chat.getSharedChat, () => answer.promise),
  });
  await waitFor(() => expect(loaded).toHaveBeenCalledOnce());
  await act(async () => answer.reject(failureOf('no-longer-shared')));
  expect((await screen.findByRole('alert')).textContent).toContain('This chat is no longer shared');
});

test('a chat that is no longer shared takes no dropped files, because nothing can be sent with them', async () => {
  renderChat({
    path: '/?id=abc-DEF_123',
    prepare: ({ service }) =>
      service.answer(calls.chat.getSharedChat, () => {
        throw failureOf('no-longer-shared');
      }),
  });
  const alert = await screen.findByRole('alert');
  const files = [new File(['a'], 'a.txt', { type: 'text/plain' })];
  expect(fireEvent.dragOver(alert, { dataTransfer: { types: ['Files'], files } })).toBe(true);
  expect(screen.queryByText('Drop your files here')).toBeNull();
  // It is left to the shell, which refuses it.
  expect(fireEvent.drop(alert, { dataTransfer: { types: ['Files'], files } })).toBe(true);
});
