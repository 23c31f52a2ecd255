import { Menu } from '@atrium/shared-kernel/ui/menu';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createTestShell, type TestShell } from '../testing/shell-parts.tsx';
import { loadFrame, ModalStack } from './modal-stack.tsx';

beforeAll(loadFrame);
// The frame comes outside of the test library's reach.
beforeEach(() => void Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false }));

const openConfirm = ({ parts }: TestShell) => void parts.modals.confirm({ title: 'Delete chat', message: 'Really?' });

const show = async (page: (shell: TestShell) => ReactNode) => {
  const shell = await createTestShell();
  shell.show(
    <div tabIndex={-1} data-testid="page">
      <main>{page(shell)}</main>
      <ModalStack />
    </div>,
  );
};
const opened = () => waitFor(() => expect(screen.getByRole('dialog', { name: 'Delete chat' })).toBeTruthy());
const closed = async () => {
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
};
const active = () => document.activeElement;
const button = (name: string) => () => screen.getByRole('button', { name });

describe('when a dialog closes, the focus returns', () => {
  test('to the button of the menu that opened it', async () => {
    await show((shell) => (
      <Menu
        trigger={<button type="button">Options</button>}
        items={[{ label: 'Delete', onSelect: () => openConfirm(shell) }]}
      />
    ));
    await userEvent.click(button('Options')());
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await opened();
    await closed();
    await expect.poll(active).toBe(button('Options')());
  });

  test('to the previously focused element if its opener is gone', async () => {
    const Page = ({ shell }: { shell: TestShell }) => {
      const [there, setThere] = useState(true);
      const open = () => {
        openConfirm(shell);
        setTimeout(() => setThere(false));
      };
      return (
        <>
          <button type="button">Before</button>
          {there && (
            <button type="button" onClick={open}>
              Opener
            </button>
          )}
        </>
      );
    };
    await show((shell) => <Page shell={shell} />);
    button('Before')().focus();
    await userEvent.click(button('Opener')());
    await opened();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Opener' })).toBeNull());
    await closed();
    await expect.poll(active).toBe(button('Before')());
  });

  test('to what had the focus before dialogs were loaded, from one that replaced another', async () => {
    let replace = () => {};
    await show((shell) => {
      const openFirst = () => {
        void shell.parts.modals.confirm({ title: 'Commands', message: 'Which one?' });
        const [first] = shell.parts.modals.stack$.value;
        replace = () => {
          openConfirm(shell);
          shell.parts.modals.close(first?.key ?? '');
        };
      };
      return <input aria-label="Message" onKeyDown={({ key }) => key === 'k' && openFirst()} />;
    });
    // Nothing listens to the focus before the frame of dialogs is loaded.
    const unheard = (event: Event) => event.stopPropagation();
    window.addEventListener('focusin', unheard, { capture: true });
    onTestFinished(() => window.removeEventListener('focusin', unheard, { capture: true }));
    screen.getByRole('textbox').focus();
    await userEvent.keyboard('k');
    await waitFor(() => expect(screen.getByRole('dialog', { name: 'Commands' })).toBeTruthy());
    replace();
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Commands' })).toBeNull());
    await opened();
    // In a browser, what is behind a dialog cannot be focused.
    screen.getByRole('dialog').focus();
    await closed();
    await expect.poll(active).toBe(screen.getByRole('textbox'));
  });

  test('not out of a field of the dialog that replaced it', async () => {
    let replace = () => {};
    await show(({ parts: { modals } }) => {
      const openFirst = () => {
        void modals.confirm({ title: 'Commands', message: 'Which one?' });
        const key = modals.stack$.value[0]?.key ?? '';
        replace = () => {
          void modals.confirm({ title: 'Delete profile', message: 'Really?', word: 'delete' });
          // A browser goes back some time after it is asked to.
          setTimeout(() => modals.close(key), 50);
        };
      };
      return (
        <button type="button" onClick={openFirst}>
          Opener
        </button>
      );
    });
    await userEvent.click(button('Opener')());
    await waitFor(() => expect(screen.getByRole('dialog', { name: 'Commands' })).toBeTruthy());
    replace();
    const field = await screen.findByRole('textbox');
    await waitFor(() => expect(active()).toBe(field));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Commands' })).toBeNull());
    await Promise.resolve();
    expect(active()).toBe(field);
  });

  test('into the dialog below, where its opener there is gone', async () => {
    await show((shell) => (
      <button type="button" onClick={() => openConfirm(shell)}>
        Opener
      </button>
    ));
    await userEvent.click(button('Opener')());
    await opened();
    const below = screen.getByRole('dialog');
    const inside = document.createElement('button');
    below.append(inside);
    inside.focus();
    inside.click();
    button('Opener')().click();
    await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(2));
    inside.remove();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1));
    await expect.poll(active).toBe(below);
  });

  test('to the page, where nothing else is left', async () => {
    const Page = ({ shell }: { shell: TestShell }) => {
      const [there, setThere] = useState(true);
      const open = () => {
        openConfirm(shell);
        setTimeout(() => setThere(false));
      };
      return (
        there && (
          <button type="button" onClick={open}>
            Only
          </button>
        )
      );
    };
    await show((shell) => <Page shell={shell} />);
    await userEvent.click(button('Only')());
    await opened();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Only' })).toBeNull());
    await closed();
    await expect.poll(active).toBe(screen.getByTestId('page'));
  });
});
