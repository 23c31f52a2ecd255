import '@testing-library/jest-dom/vitest';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { IconButton } from './button.tsx';
import { Tooltip } from './tooltip.tsx';

const copy = () => screen.getByRole('button', { name: 'Copy' });
const renderCopy = () =>
  render(
    <Tooltip label="Copy this answer">
      <IconButton label="Copy" icon={<svg />} />
    </Tooltip>,
  );

test('A tooltip shows on hover and disappears with the pointer', async () => {
  renderCopy();
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
  await userEvent.hover(copy());
  expect(screen.getByRole('tooltip')).toHaveTextContent('Copy this answer');
  await userEvent.unhover(copy());
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
});

test('A tooltip shows on keyboard focus and disappears with it', async () => {
  renderCopy();
  await userEvent.tab();
  expect(screen.getByRole('tooltip')).toBeInTheDocument();
  await userEvent.tab();
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
});

test('A press hides the tooltip and a touch shows none', async () => {
  renderCopy();
  await userEvent.hover(copy());
  fireEvent.pointerDown(copy());
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
  fireEvent.pointerEnter(copy(), { pointerType: 'touch' });
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
});

test('Escape hides the tooltip and reaches nothing else', async () => {
  const listener = vi.fn<(event: Event) => void>();
  document.addEventListener('keydown', listener);
  renderCopy();
  await userEvent.tab();
  listener.mockClear();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
  expect(listener).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(listener).toHaveBeenCalledTimes(1);
  document.removeEventListener('keydown', listener);
});
