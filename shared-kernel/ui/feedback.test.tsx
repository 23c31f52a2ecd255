import '@testing-library/jest-dom/vitest';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Avatar, initialsOf } from './avatar.tsx';
import { Logo, Wordmark } from './brand.tsx';
import { DialogBody, DialogFooter } from './dialog-body.tsx';
import { EmptyState } from './empty-state.tsx';
import { FailureState } from './failure-state.tsx';
import { Progress, Spinner } from './progress.tsx';
import { Skeleton } from './skeleton.tsx';
import { Toast } from './toast.tsx';

test('An error and a warning are alerts, an info is left to the live region around it', () => {
  const { rerender } = render(<Toast type="error" message="Failed to get chats." onClose={vi.fn<() => void>()} />);
  expect(screen.getByRole('alert')).toHaveTextContent('Failed to get chats.');
  rerender(<Toast type="warn" message="Long" onClose={vi.fn<() => void>()} />);
  expect(screen.getByRole('alert')).toHaveTextContent('Long');
  rerender(<Toast type="info" message="Copied" onClose={vi.fn<() => void>()} />);
  expect([screen.queryByRole('alert'), screen.queryByRole('status')]).toEqual([null, null]);
  expect(screen.getByText('Copied')).toBeInTheDocument();
});

test('The close icon dismisses a toast', async () => {
  const close = vi.fn<() => void>();
  render(<Toast type="info" message="Copied" onClose={close} />);
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(close).toHaveBeenCalledTimes(1);
});

test('A toast follows a swipe and leaves to its side', () => {
  const { rerender } = render(
    <Toast type="error" message="Failed" onClose={vi.fn<() => void>()} offset={-60} dragging />,
  );
  expect(screen.getByRole('alert').style.translate).toBe('-60px');
  rerender(<Toast type="error" message="Failed" onClose={vi.fn<() => void>()} offset={-60} leaving />);
  expect(screen.getByRole('alert').style.translate).toBe('-320px');
  expect(screen.getByRole('alert').style.opacity).toBe('0');
});

test('Initials are the first letters of the first and the last word, in any script', () => {
  expect(initialsOf('ada augusta lovelace')).toBe('AL');
  expect(initialsOf('  Ada ')).toBe('A');
  expect(initialsOf('山田 太郎')).toBe('山太');
  expect(initialsOf('e\u0301mile 👩\u200D👧')).toBe('E\u0301👩\u200D👧');
  expect(initialsOf('Éa z')).toBe('ÉZ');
  expect(initialsOf('')).toBe('');
});

test('An avatar shows initials if a picture fails, and tries the next picture', () => {
  const { rerender, container } = render(<Avatar name="Ada Lovelace" src="/a.png" />);
  expect(screen.getByRole('img', { name: 'Ada Lovelace' })).not.toHaveTextContent('AL');
  fireEvent.error(container.querySelector('img') as HTMLImageElement);
  expect(screen.getByRole('img', { name: 'Ada Lovelace' })).toHaveTextContent('AL');
  rerender(<Avatar name="Ada Lovelace" src="/b.png" />);
  expect(container.querySelector('img')).toHaveAttribute('src', '/b.png');
});

test('Progress reports its value from 0 to 100, or none while unknown', () => {
  const { rerender } = render(<Progress label="report.pdf" value={142} />);
  expect(screen.getByRole('progressbar', { name: 'report.pdf' })).toHaveAttribute('value', '100');
  rerender(<Progress label="report.pdf" />);
  expect(screen.getByRole('progressbar', { name: 'report.pdf' })).not.toHaveAttribute('value');
});

test('A spinner with a label announces what is loading, one without is silent', () => {
  const { rerender } = render(<Spinner label="Loading chats" />);
  expect(screen.getByRole('status', { name: 'Loading chats' })).toBeInTheDocument();
  rerender(<Spinner />);
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});

test('A skeleton is silent', () => {
  const { container } = render(<Skeleton lines={3} />);
  expect(container.firstElementChild).toHaveAttribute('aria-hidden', 'true');
  expect(container.firstElementChild?.children).toHaveLength(3);
});

test('An empty state offers the next action', () => {
  render(<EmptyState title="No chats yet" text="Ask something." action={<button type="button">New Chat</button>} />);
  expect(screen.getByText('No chats yet')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'New Chat' })).toBeInTheDocument();
});

test('A failure shows what happened and retries, once at a time', async () => {
  const retry = vi.fn<() => void>();
  const { rerender } = render(<FailureState title="Failed to get chats." onRetry={retry} />);
  expect(screen.getByRole('alert')).toHaveTextContent('Failed to get chats.');
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  rerender(<FailureState title="Failed to get chats." onRetry={retry} busy />);
  await userEvent.click(screen.getByRole('button', { name: 'Retrying…' }));
  expect(retry).toHaveBeenCalledTimes(1);
});

test('A failure that cannot be retried offers no Retry', () => {
  render(<FailureState title="Not found" />);
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('A dialog body has a heading, a close icon if it can close, and actions in its footer', async () => {
  const close = vi.fn<() => void>();
  render(
    <>
      <DialogBody title="Share Chat" description="Anyone with the link reads it." onClose={close}>
        Link
      </DialogBody>
      <DialogFooter>Done</DialogFooter>
    </>,
  );
  expect(screen.getByRole('heading', { name: 'Share Chat' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(close).toHaveBeenCalledTimes(1);
});

test('The mark is decoration unless it has a label', () => {
  render(
    <>
      <Logo />
      <Logo label="Atrium" />
      <Wordmark />
    </>,
  );
  expect(screen.getAllByRole('img')).toHaveLength(1);
  expect(screen.getByText('Atrium')).toBeInTheDocument();
});
