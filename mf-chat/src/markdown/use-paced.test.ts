import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { usePaced } from './use-paced.ts';

const clock = vi.hoisted(() => ({ due: false }));
vi.mock('./pacer.ts', () => ({
  createPacer: () => ({
    allow: (length: number, _: number, ended = false) => (ended && clock.due ? length : 800),
    wait: (_: number, __: number, ended = false) => (ended ? 20 : 200),
    rendered: () => {},
    hurried: () => false,
  }),
}));

afterEach(() => {
  vi.useRealTimers();
});

test('the end of a text that has ended is shown as soon as it can be', () => {
  vi.useFakeTimers();
  const text = 'a'.repeat(900);
  const { result, rerender } = renderHook(({ streaming }: { streaming: boolean }) => usePaced(text, streaming), {
    initialProps: { streaming: true },
  });
  rerender({ streaming: false });
  expect(result.current).toMatchObject({ text: text.slice(0, 800), growing: true });
  clock.due = true;
  act(() => {
    vi.advanceTimersByTime(20);
  });
  expect(result.current).toMatchObject({ text, growing: false });
});
