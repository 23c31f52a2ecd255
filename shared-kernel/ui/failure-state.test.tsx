import { fireEvent, render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { FailureState } from './failure-state.tsx';

test('what failed is tried again by itself when the network is back, for as long as it is shown', () => {
  const retry = vi.fn<() => void>();
  const { unmount } = render(<FailureState title="Failed to get chats." onRetry={retry} />);
  fireEvent(window, new Event('online'));
  expect(retry).toHaveBeenCalledTimes(1);
  unmount();
  fireEvent(window, new Event('online'));
  expect(retry).toHaveBeenCalledTimes(1);
});
