import { act, render, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { CodeText } from './code-text.tsx';
import { highlight, prepare, warmUp } from './highlight.ts';

const turns = vi.hoisted((): (() => void)[] => []);
vi.mock('./render-queue.ts', () => ({
  runWhenIdle: (...works: (() => void)[]) => {
    turns.push(...works);
    return () => {};
  },
}));
vi.mock('./highlight.ts', { spy: true });

/** Runs the next turn once it is requested, and returns what was done by then. */
const next = async () => {
  await waitFor(() => expect(turns).not.toHaveLength(0));
  act(() => turns.shift()?.());
  const done = { warmUp, prepare, highlight };
  return Object.entries(done).flatMap(([name, one]) => (vi.mocked(one).mock.calls.length > 0 ? [name] : []));
};

test('the grammar of a language is made in turns of its own, before that of the code', async () => {
  const { container } = render(<CodeText plain={false} code="package main" language="go" />);
  expect(await next()).toEqual([]);
  expect(await next()).toEqual(['warmUp']);
  expect(await next()).toEqual(['warmUp', 'prepare']);
  expect(container.querySelector('.hljs-keyword')).toBeNull();
  expect(await next()).toEqual(['warmUp', 'prepare', 'highlight']);
  expect(container.querySelector('.hljs-keyword')?.textContent).toBe('package');
});
