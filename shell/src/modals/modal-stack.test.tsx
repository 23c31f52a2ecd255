import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { createTestShell, settle } from '../testing/shell-parts.tsx';
import { ModalStack } from './modal-stack.tsx';

let reached = false;
vi.mock('./modal-frame.tsx', async (original) => {
  if (!reached) throw new Error('offline');
  return original();
});

// The frame comes outside of the test library's reach.
beforeEach(() => void Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false }));

test('a dialog whose frame cannot be fetched says so and closes, and the next try opens it, with the way back for the focus', async () => {
  const shell = await createTestShell();
  shell.show(
    <>
      <button type="button">Opener</button>
      <ModalStack />
    </>,
  );
  const { parts } = shell;
  const openConfirm = () => parts.modals.confirm({ title: 'Delete profile', message: 'This cannot be undone.' });
  expect(await openConfirm()).toBe(false);
  expect(parts.alerts.alerts$.value.map(({ message }) => message)).toEqual([
    'This couldn’t be opened. Please try again.',
  ]);

  reached = true;
  const opener = screen.getByRole('button', { name: 'Opener' });
  opener.focus();
  void openConfirm();
  await settle();
  // As for an element that became inert.
  opener.blur();
  await waitFor(() => expect(screen.getByRole('dialog', { name: 'Delete profile' })).toBeTruthy());
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(opener));
});
