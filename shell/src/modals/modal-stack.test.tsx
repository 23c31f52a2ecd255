import { fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createTestShell, settle } from '../testing/shell-parts.tsx';
import { ModalStack } from './modal-stack.tsx';

const offline = () => Promise.reject(new Error('offline'));
let answer: () => Promise<void> = offline;
vi.mock('./modal-frame.tsx', async (original) => {
  await answer();
  return original();
});

// The frame comes outside of the test library's reach.
beforeEach(() => void Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false }));

const waiting = () => document.querySelector('.waiting')!;
/** Presses the page that waits, as the `detail`-th press of a series at one place. */
const press = (detail: number, button: number) => {
  fireEvent.pointerDown(waiting(), { button });
  fireEvent.mouseDown(waiting(), { button, detail });
  fireEvent.pointerUp(waiting(), { button });
  fireEvent.mouseUp(waiting(), { button, detail });
  fireEvent(waiting(), new MouseEvent(button === 0 ? 'click' : 'auxclick', { bubbles: true, button, detail }));
};
const failed = 'This couldn’t be opened. Please try again.';
const show = async () => {
  const shell = await createTestShell();
  shell.show(
    <>
      <button type="button">Opener</button>
      <ModalStack />
    </>,
  );
  const { modals, alerts } = shell.parts;
  const openConfirm = () => modals.confirm({ title: 'Delete profile', message: 'This cannot be undone.' });
  const messages = () => alerts.alerts$.value.map(({ message }) => message);
  return { openConfirm, messages, opener: screen.getByRole('button', { name: 'Opener' }) };
};

test('a dialog whose frame is not answered says so and closes, and until then Escape or a press closes it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const stalled = Promise.withResolvers<void>();
  answer = () => stalled.promise;
  const { openConfirm, messages, opener } = await show();
  const cancelings = [() => fireEvent.keyDown(document.body, { key: 'Escape' }), () => press(1, 0)];
  for (const cancel of cancelings) {
    opener.focus();
    const answered = openConfirm();
    await vi.advanceTimersByTimeAsync(0);
    opener.blur();
    cancel();
    expect(await answered).toBe(false);
    await vi.waitFor(() => expect(document.activeElement).toBe(opener));
  }
  await vi.advanceTimersByTimeAsync(15_000);
  expect(messages()).toEqual([]);

  const answered = openConfirm();
  await vi.advanceTimersByTimeAsync(0);
  // Neither the end of the double click that opened it nor another button than the first.
  press(2, 0);
  press(1, 1);
  press(1, 2);
  await vi.advanceTimersByTimeAsync(4000);
  await vi.waitFor(() => expect(screen.getByText('Still loading…')).toBeTruthy());
  await vi.advanceTimersByTimeAsync(11_000);
  expect([await answered, messages()]).toEqual([false, [failed]]);
  stalled.reject(new Error('given up'));
});

test('a dialog whose frame cannot be fetched says so and closes, and the next try opens it, with the way back for the focus', async () => {
  answer = offline;
  const { openConfirm, messages, opener } = await show();
  expect(await openConfirm()).toBe(false);
  expect(messages()).toEqual([failed]);

  answer = () => Promise.resolve();
  opener.focus();
  void openConfirm();
  await settle();
  // As for an element that became inert.
  opener.blur();
  await waitFor(() => expect(screen.getByRole('dialog', { name: 'Delete profile' })).toBeTruthy());
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(opener));
});
