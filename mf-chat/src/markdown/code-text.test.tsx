import { act, render, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { CodeText } from './code-text.tsx';
import { highlight, prepare } from './highlight.ts';

const turns = vi.hoisted((): (() => void)[] => []);
vi.mock('./in-turn.ts', () => ({
  inTurn: (work: () => void) => {
    turns.push(work);
    return () => {};
  },
}));
vi.mock('./highlight.ts', { spy: true });

/** Takes the next turn, once it is asked for; answers what was done by then. */
const next = async () => {
  await waitFor(() => expect(turns).toHaveLength(1));
  act(() => turns.shift()?.());
  return { prepared: vi.mocked(prepare).mock.calls.length, highlighted: vi.mocked(highlight).mock.calls.length };
};

test('the grammar of a language is made in a turn of its own, before that of the code', async () => {
  const { container } = render(<CodeText plain={false} code="package main" language="go" />);
  expect(await next()).toEqual({ prepared: 0, highlighted: 0 });
  expect(await next()).toEqual({ prepared: 1, highlighted: 0 });
  expect(await next()).toMatchObject({ highlighted: 1 });
  expect(container.querySelector('.hljs-keyword')?.textContent).toBe('package');
});
