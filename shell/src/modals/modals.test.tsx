import * as dialogs from '#contracts/dialogs';
import { createFakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createStorage } from '../visit/storage.ts';
import { release } from '../testing/release.ts';
import { createTestShell, settle } from '../testing/shell-parts.tsx';
import { Subject } from 'rxjs';
import { dropStaleModals, type OpenModal } from './modals.model.ts';
import { loadFrame, ModalStack } from './modal-stack.tsx';

beforeAll(loadFrame);
beforeEach(() => {
  // Remotes render outside of the test library's reach.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
});

const billing = release('mf-billing', '1.0.0', {
  dialogs: [
    { dialog: 'billing.settings', title: 'Settings', size: 'large', expose: './settings' },
    { dialog: 'billing.cropAvatar', title: 'Profile picture', size: 'fit', expose: './crop-avatar' },
  ],
});

const open = async () => {
  const shell = await createTestShell({ remotes: [billing], path: '/?chat=1' });
  shell.show(
    <>
      <button type="button">Opener</button>
      <ModalStack />
    </>,
  );
  screen.getByRole('button', { name: 'Opener' }).focus();
  const results: unknown[] = [];
  const openSettings = () =>
    shell.parts.modals.open(dialogs.billing.settings, {}).then((result) => results.push(result));
  void openSettings();
  await settle();
  const search = () => shell.navigation.location$.value.search;
  return { ...shell, results, search, openSettings };
};

describe('an open dialog', () => {
  test('adds a random three-character query parameter to the address, and shows its remote’s content', async () => {
    const { search } = await open();
    expect(search()).toMatch(/^\?chat=1&[a-z0-9]{3}=$/);
    expect(screen.getByRole('dialog', { name: 'Settings' }).textContent).toContain('mf-billing ./settings');
  });

  test('closes with the back button', async () => {
    const { navigation, results, search } = await open();
    act(() => navigation.history.go(-1));
    await settle();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(search()).toBe('?chat=1');
    expect(results).toEqual([undefined]);
  });

  test('leaves an address that drops the parameter if Forward leads to it', async () => {
    const { navigation, search, openSettings } = await open();
    const key = search();
    act(() => navigation.history.go(-1));
    await settle();
    act(() => navigation.history.go(1));
    await settle();
    expect(search()).toBe('?chat=1');
    expect(screen.queryByRole('dialog')).toBeNull();
    void openSettings();
    await settle();
    expect(search()).not.toBe(key);
    expect(screen.getByRole('dialog', { name: 'Settings' })).toBeDefined();
  });

  test('closes with Escape, with the close button and by a press outside, and removes its parameter', async () => {
    const { search, openSettings } = await open();
    const closings = [
      () => userEvent.keyboard('{Escape}'),
      () => userEvent.click(screen.getByRole('button', { name: 'Close' })),
      () => userEvent.click(screen.getByTestId('modal-backdrop')),
    ];
    for (const close of closings) {
      expect(search()).toMatch(/[a-z0-9]{3}=$/);
      await close();
      await settle();
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(search()).toBe('?chat=1');
      void openSettings();
      await settle();
    }
  });

  test.each([{ isComposing: true }, { keyCode: 229 }])(
    'stays open where Escape cancels what an input method offers: %o',
    async (composing) => {
      await open();
      fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape', ...composing });
      await settle();
      expect(screen.getByRole('dialog')).toBeDefined();
    },
  );

  test('stays open where a press inside is released outside', async () => {
    await open();
    await userEvent.pointer([
      { keys: '[MouseLeft>]', target: screen.getByRole('dialog') },
      { keys: '[/MouseLeft]', target: screen.getByTestId('modal-backdrop') },
    ]);
    await settle();
    expect(screen.getByRole('dialog')).toBeDefined();
  });

  test.each(['Right', 'Middle'])(
    'stays open where another button than the first is pressed outside: %s',
    async (button) => {
      await open();
      await userEvent.pointer({ keys: `[Mouse${button}]`, target: screen.getByTestId('modal-backdrop') });
      await settle();
      expect(screen.getByRole('dialog')).toBeDefined();
    },
  );

  test('stays open at the second press of a double click, whose first press opened it', async () => {
    await open();
    const backdrop = screen.getByTestId('modal-backdrop');
    fireEvent.pointerDown(backdrop);
    fireEvent.mouseDown(backdrop, { detail: 2 });
    fireEvent.pointerUp(backdrop);
    fireEvent.mouseUp(backdrop, { detail: 2 });
    await settle();
    expect(screen.getByRole('dialog')).toBeDefined();
  });

  test('gets the focus and returns it to where it was', async () => {
    await open();
    expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true);
    await userEvent.keyboard('{Escape}');
    await settle();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Opener' }));
  });

  test('has a size from its contract', async () => {
    await open();
    expect(screen.getByRole('dialog').dataset['size']).toBe('large');
  });

  test('closes when its content says so, and its opener gets the result', async () => {
    const { parts, results } = await open();
    const [modal] = parts.modals.stack$.value;
    parts.modals.close(modal?.key ?? '', { saved: true });
    await settle();
    expect(results).toEqual([{ saved: true }]);
  });

  test('closes before its content navigates away, and Back then opens the page below it', async () => {
    const { parts, navigation } = await open();
    parts.modals.close(parts.modals.stack$.value[0]?.key ?? '');
    navigation.navigate('/subscribe');
    await settle();
    expect(navigation.location$.value.pathname).toBe('/subscribe');
    navigation.history.go(-1);
    expect(navigation.location$.value).toMatchObject({ pathname: '/', search: '?chat=1' });
  });
});

describe('in a browser, where a step back is asynchronous', () => {
  const openSlowly = async () => {
    const shell = await open();
    const { history } = shell.navigation;
    const go = history.go.bind(history);
    vi.spyOn(history, 'go').mockImplementation((steps) => void setTimeout(() => go(steps)));
    return { ...shell, path: () => history.location.pathname + history.location.search };
  };

  test('a dialog that is closed twice goes back once, and its opener gets the first result', async () => {
    const { parts, path, results } = await openSlowly();
    const [modal] = parts.modals.stack$.value;
    parts.modals.close(modal?.key ?? '', 'saved');
    parts.modals.close(modal?.key ?? '');
    await settle();
    await settle();
    expect([path(), results, parts.modals.stack$.value]).toEqual(['/?chat=1', ['saved'], []]);
  });

  test('two dialogs that close at once go back over both', async () => {
    const { parts, path, navigation } = await openSlowly();
    void parts.modals.open(dialogs.billing.cropAvatar, { source: 'a' });
    await settle();
    for (const { key } of parts.modals.stack$.value.toReversed()) parts.modals.close(key);
    await settle();
    await settle();
    expect([path(), parts.modals.stack$.value]).toEqual(['/?chat=1', []]);
    navigation.history.go(-1);
    await settle();
    expect(path()).toBe('/before');
  });

  test('a dialog that closes as it opens, while another one closes, leaves nothing behind', async () => {
    const { parts, path, navigation, results } = await openSlowly();
    parts.modals.close(parts.modals.stack$.value[0]?.key ?? '');
    void parts.modals.open(dialogs.billing.cropAvatar, { source: 'a' }).then((result) => results.push(result));
    await Promise.resolve();
    parts.modals.close(parts.modals.stack$.value.at(-1)?.key ?? '', 'cut');
    await settle();
    await settle();
    expect([path(), results, parts.modals.stack$.value]).toEqual(['/?chat=1', [undefined, 'cut'], []]);
    navigation.history.go(-1);
    await settle();
    expect(path()).toBe('/before');
  });
});

describe('a dialog above a dialog', () => {
  test('is the only reachable one, and each closing shows the one below', async () => {
    const { parts, search } = await open();
    void parts.modals.open(dialogs.billing.cropAvatar, { source: 'a' });
    await settle();
    const frames = screen.getAllByTestId('modal-backdrop');
    expect(frames.map((frame) => frame.hasAttribute('inert'))).toEqual([true, false]);
    expect(search().match(/[a-z0-9]{3}=(&|$)/g)).toHaveLength(2);
    await userEvent.keyboard('{Escape}');
    await settle();
    expect(screen.getByRole('dialog', { name: 'Settings' })).toBeDefined();
    expect(screen.getByTestId('modal-backdrop').hasAttribute('inert')).toBe(false);
  });
});

test('a dialog that no remote supplies opens nothing, and the shell reports it', async () => {
  const { parts, host } = await createTestShell();
  await expect(parts.modals.open(dialogs.billing.settings, {})).resolves.toBeUndefined();
  expect(host.left).toEqual(['billing.settings']);
  expect(parts.modals.stack$.value).toEqual([]);
});

test('a reload removes the parameters of open dialogs from the address', () => {
  const { session } = createStorage();
  session.set('modals', 'abc,x1y');
  const replaced: string[] = [];
  for (const address of ['http://atrium.test/?chat=1&abc=&x1y=', 'http://atrium.test//?abc='])
    dropStaleModals(new URL(address), session, (to) => replaced.push(to));
  expect(replaced).toEqual(['http://atrium.test/?chat=1', 'http://atrium.test//']);
});

test('after a reload, Forward to a dialog from before it drops the parameter, too', async () => {
  const host = createFakeHost();
  host.storage.session.set('modals', 'abc');
  const { navigation, parts } = await createTestShell({ path: '/?chat=1', host });
  navigation.navigate('/?chat=1&abc=');
  await settle();
  expect(navigation.location$.value.search).toBe('?chat=1');
  expect(parts.modals.stack$.value).toEqual([]);
});

describe('the confirm dialog', () => {
  const openConfirm = async (props: Partial<Extract<OpenModal, { kind: 'confirm' }>['props']>) => {
    const shell = await createTestShell();
    shell.show(<ModalStack />);
    const answers: boolean[] = [];
    void shell.parts.modals
      .confirm({ title: 'Delete profile', message: 'This cannot be undone.', confirm: 'Delete', ...props })
      .then((answer) => answers.push(answer));
    await settle();
    return answers;
  };
  const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

  test('answers yes to its confirm button, and no to Cancel and Escape', async () => {
    const yes = await openConfirm({});
    await userEvent.click(button('Delete'));
    await settle();
    const cancelled = await openConfirm({});
    await userEvent.click(button('Cancel'));
    await settle();
    const escaped = await openConfirm({});
    await userEvent.keyboard('{Escape}');
    await settle();
    expect([yes, cancelled, escaped]).toEqual([[true], [false], [false]]);
  });

  test.each([
    ['done', true],
    ['refused', false],
  ])('that goes while its action runs answers with what became of that: %s', async (outcome, answer) => {
    const doing = Promise.withResolvers<void>();
    const answers = await openConfirm({ action: () => doing.promise });
    await userEvent.click(button('Delete'));
    await userEvent.keyboard('{Escape}');
    await settle();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(answers).toEqual([]);
    if (outcome === 'done') doing.resolve();
    else doing.reject(new Error('refused'));
    await waitFor(() => expect(answers).toEqual([answer]));
  });

  test('begins on its confirm button, but on Cancel where it warns of a danger', async () => {
    await openConfirm({});
    expect(document.activeElement).toBe(button('Delete'));
    await userEvent.keyboard('{Escape}');
    await settle();
    await openConfirm({ danger: true });
    expect(document.activeElement).toBe(button('Cancel'));
  });

  test('says that it is outdated, and then can only be closed', async () => {
    const outdated$ = new Subject<string>();
    const doing = Promise.withResolvers<void>();
    const answers = await openConfirm({ outdated$, danger: true, action: () => doing.promise });
    await userEvent.click(button('Delete'));
    await settle();
    // A change during the action may be the action's own.
    act(() => outdated$.next('The profile was already deleted.'));
    expect(screen.queryByRole('alert')).toBeNull();
    doing.reject(new Error('Refused.'));
    await settle();
    expect(screen.getByRole('alert').textContent).toBe('The profile was already deleted.');
    expect(button('Delete').disabled).toBe(true);
    await userEvent.click(button('Cancel'));
    await settle();
    expect(answers).toEqual([false]);
    expect(outdated$.observed).toBe(false);
  });

  test('may require a typed word', async () => {
    const answers = await openConfirm({ word: 'delete' });
    const input = screen.getByLabelText('Please enter "delete" in the input box to continue.');
    expect(document.activeElement).toBe(input);
    await userEvent.type(input, 'delet');
    expect(button('Delete').disabled).toBe(true);
    // A phone writes a capital at the start, and a space after a word that it completes.
    expect(input.getAttribute('autocapitalize')).toBe('none');
    await userEvent.type(input, 'e {Enter}');
    await settle();
    expect(answers).toEqual([true]);
  });

  test('reads Confirming while its action runs, stays for another try where that fails, and closes when it is done', async () => {
    const runs = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let at = 0;
    const answers = await openConfirm({ action: () => runs[at++]!.promise });
    await userEvent.click(button('Delete'));
    await waitFor(() => expect(button('Confirming').getAttribute('aria-busy')).toBe('true'));
    runs[0]?.reject(new Error('refused'));
    await settle();
    expect(answers).toEqual([]);
    await userEvent.click(button('Delete'));
    runs[1]?.resolve();
    await settle();
    expect(answers).toEqual([true]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('without a network', () => {
  test('a dialog whose content never loaded is not opened, which a banner says; a loaded one is', async () => {
    const { parts, host, results, openSettings } = await open();
    await userEvent.keyboard('{Escape}');
    await settle();
    host.online$.next(false);
    void parts.modals.open(dialogs.billing.cropAvatar, { source: 'a' }).then((result) => results.push(result));
    await settle();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(parts.modals.stack$.value).toEqual([]);
    expect(parts.alerts.alerts$.value.map(({ message }) => message)).toEqual([
      'Your device is offline. Please try again when the connection is restored.',
    ]);
    void openSettings();
    await settle();
    expect(screen.getByRole('dialog', { name: 'Settings' }).textContent).toContain('mf-billing ./settings');
  });
});
