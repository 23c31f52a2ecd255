import { act, render, renderHook, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newThread } from '../thread/thread.ts';

beforeEach(() => {
  vi.resetModules();
});
afterEach(() => {
  vi.useRealTimers();
});

const shared = newThread('thread-1', { shareId: 'abc' });
const note = 'Continue this chat';
const model = { setTemporary: () => undefined };

test('a part waits for its code the first time, and shows its placeholder in the meantime', async () => {
  const { ChatNote } = await import('./message-parts.ts');
  render(<ChatNote thread={shared} model={model} />, {
    wrapper: ({ children }) => <Suspense fallback="Loading">{children}</Suspense>,
  });
  expect(screen.queryByText('Loading')).not.toBeNull();
  expect(await screen.findByText(note)).toBeDefined();
});

test.each([
  ['as soon as messages are on their way', true, 0],
  ['a second after the screen of somebody who chats', false, 1000],
])('parts come %s, and are shown at once from then on', async (_, onTheirWay, ms) => {
  const { ChatNote, usePreload } = await import('./message-parts.ts');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  renderHook(() => usePreload(onTheirWay, true));
  vi.advanceTimersByTime(ms);
  vi.useRealTimers();
  await import('./live-messages.tsx');
  await act(async () => {});
  const { container } = render(<ChatNote thread={shared} model={model} />);
  expect(container.textContent).toContain(note);
});

test('nothing comes to somebody who cannot chat, as long as no messages do', async () => {
  const { usePreload } = await import('./message-parts.ts');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  renderHook(() => usePreload(false, false));
  expect(vi.getTimerCount()).toBe(0);
});
