import { act, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { AlertList } from '../alerts/alert-list.tsx';
import { loadFrame, ModalStack } from '../modals/modal-stack.tsx';
import { release } from '../testing/release.ts';
import { createTestShell, settle } from '../testing/shell-parts.tsx';
import { keyOf, listenToShortcuts } from './shortcuts.ts';

const dialog = (name: string, title: string, shortcut?: string) => ({
  dialog: name,
  title,
  size: 'small',
  expose: `./${name}`,
  ...(shortcut ? { shortcut } : {}),
});
const remotes = [
  release('mf-workspace', '1.0.0', {
    dialogs: [dialog('commands', 'Commands', 'Mod+k'), dialog('keys', 'Keys', '?'), dialog('other', 'Other')],
  }),
];
let end = () => {};
const show = async (path = '/') => {
  const shell = await createTestShell({ path, remotes });
  shell.show(
    <>
      <input aria-label="A field" />
      <ModalStack />
      <AlertList />
    </>,
  );
  end = listenToShortcuts(document, { ...shell.parts, navigation: shell.navigation });
  return shell;
};
const press = async (keys: string) => {
  await userEvent.keyboard(keys);
  await settle();
};
const opened = () => screen.queryAllByRole('dialog').map((one) => one.getAttribute('aria-label'));

beforeAll(loadFrame);
beforeEach(() => {
  // Remotes render outside of the test library's reach.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
});
afterEach(() => end());

test.each(['{Control>}k{/Control}', '{Meta>}k{/Meta}'])(
  '%s opens the dialog that declares it, and closes it',
  async (keys) => {
    await show();
    await press(keys);
    expect(opened()).toEqual(['Commands']);
    await press(keys);
    expect(opened()).toEqual([]);
  },
);

test('a key alone is not a shortcut while typing; one with Ctrl is', async () => {
  await show();
  screen.getByLabelText('A field').focus();
  await press('?');
  expect(opened()).toEqual([]);
  await press('{Control>}k{/Control}');
  expect(opened()).toEqual(['Commands']);
});

test('with a dialog on the screen the key of another does nothing', async () => {
  const { parts } = await show();
  void parts.modals.openByName('other');
  await settle();
  await press('?');
  await press('{Control>}k{/Control}');
  expect(opened()).toEqual(['Other']);
});

test('a key opens nothing beside the main screen', async () => {
  await show('/team');
  await press('?');
  expect(opened()).toEqual([]);
});

test('a key that another handler has used, or that is held down, opens nothing', async () => {
  await show();
  const preventDefault = (event: Event) => event.preventDefault();
  document.body.addEventListener('keydown', preventDefault);
  await press('?');
  document.body.removeEventListener('keydown', preventDefault);
  fireEvent.keyDown(document.body, { key: '?', repeat: true });
  await settle();
  expect(opened()).toEqual([]);
});

test('Ctrl Z triggers the newest Undo of a banner once, and keeps its own effect in a field', async () => {
  const { parts } = await show();
  const undo = vi.fn();
  act(
    () => void parts.alerts.show({ type: 'info', time: 0, message: 'Gone', action: { label: 'Undo', onSelect: undo } }),
  );
  act(() => void parts.alerts.show({ type: 'info', time: 0, message: 'Saved' }));
  // What does something else is no way to undo.
  const join = vi.fn<() => void>();
  const action = { label: 'Join anyway', onSelect: join };
  act(() => void parts.alerts.show({ type: 'warn', time: 0, message: 'You already have a plan', action }));
  screen.getByLabelText('A field').focus();
  await press('{Control>}z{/Control}');
  expect(undo).not.toHaveBeenCalled();
  screen.getByLabelText('A field').blur();
  await press('{Control>}z{/Control}{Control>}z{/Control}');
  expect(undo).toHaveBeenCalledTimes(1);
  expect(join).not.toHaveBeenCalled();
  expect(screen.queryByText('Gone')).toBeNull();
  expect(screen.getByText('Saved')).toBeTruthy();
});

test.each([
  [{ key: 'л', code: 'KeyK', ctrlKey: true }, 'Mod+k'],
  [{ key: 'K', code: 'KeyK', ctrlKey: true, shiftKey: true }, undefined],
  [{ key: 'k', code: 'KeyK', ctrlKey: true, metaKey: true }, undefined],
  [{ key: 'k', code: 'KeyK', ctrlKey: true, altKey: true }, undefined],
  [{ key: ';', code: 'KeyZ', ctrlKey: true }, 'Mod+;'],
  [{ key: '?', code: 'Slash', shiftKey: true }, '?'],
])('%o is %s', (init, key) => {
  expect(keyOf(new KeyboardEvent('keydown', init))).toBe(key);
});

test.each([
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X)', undefined],
  ['Mozilla/5.0 (X11; Linux x86_64)', 'Mod+k'],
])('Ctrl in a field edits its text on a Mac only: %s', (userAgent, key) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  const keys: unknown[] = [];
  const field = document.body.appendChild(document.createElement('textarea'));
  onTestFinished(() => field.remove());
  field.addEventListener('keydown', (event) => keys.push(keyOf(event)));
  fireEvent.keyDown(field, { key: 'k', ctrlKey: true });
  fireEvent.keyDown(field, { key: 'k', metaKey: true });
  expect(keys).toEqual([key, 'Mod+k']);
});
