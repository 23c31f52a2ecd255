import '@testing-library/jest-dom/vitest';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { IconButton } from './button.tsx';
import { Menu } from './menu.tsx';

const chatMenu = (acts: { rename?: () => void; remove?: () => void } = {}) => (
  <Menu
    trigger={<IconButton label="Chat options" icon={<svg />} />}
    items={[
      { label: 'Rename', onSelect: acts.rename ?? vi.fn<() => void>() },
      { label: 'Duplicate', onSelect: vi.fn<() => void>(), disabled: true },
      'separator',
      { label: 'Delete', onSelect: acts.remove ?? vi.fn<() => void>(), danger: true },
    ]}
  />
);
const trigger = () => screen.getByRole('button', { name: 'Chat options' });
const openMenu = async () => {
  await userEvent.click(trigger());
  return await screen.findByRole('menu', { name: 'Chat options' });
};

test('A menu opens at its button and an item acts once and closes it', async () => {
  const rename = vi.fn<() => void>();
  render(chatMenu({ rename }));
  expect(trigger()).toHaveAttribute('aria-expanded', 'false');
  await openMenu();
  await userEvent.click(screen.getByRole('menuitem', { name: 'Rename' }));
  expect(rename).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
});

test('By keyboard a menu opens on its first item, skips what is disabled and gives the focus back', async () => {
  const remove = vi.fn<() => void>();
  render(chatMenu({ remove }));
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Rename' })).toHaveFocus());
  await userEvent.keyboard('{ArrowDown}');
  await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Delete' })).toHaveFocus());
  await userEvent.keyboard('{Enter}');
  expect(remove).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(trigger()).toHaveFocus());
});

test('Escape closes a menu and gives the focus back', async () => {
  render(chatMenu());
  await openMenu();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  await waitFor(() => expect(trigger()).toHaveFocus());
});

test('A menu that closes leaves the focus to a field that the user moved to at once', async () => {
  render(
    <>
      {chatMenu()}
      <input aria-label="Message" />
    </>,
  );
  await openMenu();
  fireEvent.click(screen.getByRole('menuitem', { name: 'Rename' }));
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  const field = screen.getByRole('textbox', { name: 'Message' });
  field.focus();
  // The menu returns the focus in a separate task.
  await new Promise((resolve) => {
    setTimeout(resolve, 20);
  });
  expect(field).toHaveFocus();
});

test('A second click on the button closes the menu', async () => {
  render(chatMenu());
  await openMenu();
  await userEvent.click(trigger());
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  expect(trigger()).toHaveAttribute('aria-expanded', 'false');
});

test('A disabled item does not act', async () => {
  render(chatMenu());
  await openMenu();
  expect(screen.getByRole('menuitem', { name: 'Duplicate' })).toHaveAttribute('aria-disabled', 'true');
});

test('In a dialog the menu opens inside the dialog', async () => {
  render(
    <dialog open aria-label="Agent">
      {chatMenu()}
    </dialog>,
  );
  expect(screen.getByRole('dialog')).toContainElement(await openMenu());
});

test('A menu that ends while open leaves nothing behind', async () => {
  const { unmount, container } = render(chatMenu());
  await openMenu();
  unmount();
  await waitFor(() => expect([...document.body.children]).toEqual([container]));
});

test('A menu opens once its items are loaded, and requests them again after a failure', async () => {
  const prepare = vi.fn<() => Promise<void>>().mockRejectedValue(new Error('Offline.'));
  render(<Menu trigger={<IconButton label="Chat options" icon={<svg />} />} items={[]} prepare={prepare} />);
  await userEvent.click(trigger());
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  prepare.mockResolvedValue();
  await openMenu();
  expect(prepare.mock.calls.length).toBeGreaterThan(1);
});

describe('A menu that loads slowly', () => {
  const show = () => {
    const arrivals = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    render(
      <>
        {arrivals.map(({ promise }, index) => (
          <div key={`chat ${index}`} data-testid={`row ${index}`}>
            <Menu
              trigger={<IconButton label={`Options ${index}`} icon={<svg />} />}
              items={[{ label: `Rename ${index}`, onSelect: vi.fn<() => void>() }]}
              prepare={() => promise}
            />
          </div>
        ))}
        <input aria-label="Message" />
      </>,
    );
    const press = (index: number) => userEvent.click(screen.getByRole('button', { name: `Options ${index}` }));
    const arrive = async (index: number) => {
      // The popup's code is there from here on.
      await import('./menu-popup/menu-popup.tsx');
      await act(async () => arrivals[index]?.resolve());
    };
    return { press, arrive };
  };
  const menus = () => screen.queryAllByRole('menu', { hidden: true }).length;

  test('opens if nothing else was done meanwhile', async () => {
    const { press, arrive } = show();
    await press(0);
    await arrive(0);
    expect(await screen.findByRole('menu', { name: 'Options 0' })).toBeInTheDocument();
  });

  test('leaves the screen to the menu that was requested after it', async () => {
    const { press, arrive } = show();
    await press(0);
    await press(1);
    await arrive(0);
    expect(menus()).toBe(0);
    await arrive(1);
    expect(await screen.findByRole('menu', { name: 'Options 1' })).toBeInTheDocument();
    expect(menus()).toBe(1);
  });

  test('does not open once something else has the focus', async () => {
    const { press, arrive } = show();
    await press(0);
    // As a dialog does that opens above.
    screen.getByRole('textbox', { name: 'Message' }).focus();
    await arrive(0);
    expect(menus()).toBe(0);
  });
});
