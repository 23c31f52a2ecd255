import '@testing-library/jest-dom/vitest';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FormEvent } from 'react';
import { expect, test, vi } from 'vitest';
import { Button, IconButton } from './button.tsx';

test('A button acts on click, Enter and Space', async () => {
  const act = vi.fn<() => void>();
  render(<Button onClick={act}>Save</Button>);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await userEvent.keyboard('{Enter}');
  await userEvent.keyboard(' ');
  expect(act).toHaveBeenCalledTimes(3);
});

test('A button does not submit its form unless it has that type', async () => {
  const submit = vi.fn<(event: FormEvent) => void>((event) => event.preventDefault());
  render(
    <form onSubmit={submit}>
      <Button>Look</Button>
      <Button type="submit">Send</Button>
    </form>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Look' }));
  expect(submit).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(submit).toHaveBeenCalledTimes(1);
});

test('A busy button keeps focus and name but neither acts nor submits', async () => {
  const act = vi.fn<() => void>();
  const submit = vi.fn<() => void>();
  render(
    <form onSubmit={submit}>
      <Button type="submit" busy onClick={act}>
        Send
      </Button>
    </form>,
  );
  const button = screen.getByRole('button', { name: 'Send' });
  await userEvent.click(button);
  expect(button).toHaveFocus();
  expect(button).toHaveAttribute('aria-busy', 'true');
  expect(act).not.toHaveBeenCalled();
  expect(submit).not.toHaveBeenCalled();
});

test('A busy button announces what it is busy with', () => {
  render(
    <Button busy busyLabel="Saving…">
      Save
    </Button>,
  );
  expect(screen.getByRole('button')).toHaveAccessibleName('Saving…');
});

test('A disabled button does not act', async () => {
  const act = vi.fn<() => void>();
  render(
    <Button disabled onClick={act}>
      Save
    </Button>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(act).not.toHaveBeenCalled();
});

test('An icon button has its label as name and stays silent while busy', async () => {
  const act = vi.fn<() => void>();
  const { rerender } = render(<IconButton label="Copy" icon={<svg />} onClick={act} />);
  await userEvent.click(screen.getByRole('button', { name: 'Copy' }));
  rerender(<IconButton label="Copy" icon={<svg />} busy onClick={act} />);
  await userEvent.click(screen.getByRole('button', { name: 'Copy' }));
  expect(act).toHaveBeenCalledTimes(1);
});
