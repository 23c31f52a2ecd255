import { act, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ListItem } from './list-item.tsx';

const List = ({ names }: { readonly names: readonly string[] }) => (
  <section aria-label="Around" tabIndex={-1}>
    <ul>
      {names.map((name) => (
        <ListItem key={name}>
          <button type="button">Open {name}</button>
          <button type="button">Options for {name}</button>
        </ListItem>
      ))}
    </ul>
  </section>
);
const focus = (name: string) => act(() => screen.getByRole('button', { name }).focus());
const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;

test('the focus of a removed item moves to the next, the previous, or the list’s container', () => {
  const { rerender } = render(<List names={['a', 'b', 'c']} />);
  focus('Options for a');
  rerender(<List names={['b', 'c']} />);
  expect(focused()).toBe('Options for b');
  focus('Open c');
  rerender(<List names={['b']} />);
  expect(focused()).toBe('Options for b');
  rerender(<List names={[]} />);
  expect(focused()).toBe('Around');
});

test('the focus stays when a different item is removed', () => {
  const { rerender } = render(<List names={['a', 'b']} />);
  focus('Open a');
  rerender(<List names={['a']} />);
  expect(focused()).toBe('Open a');
});
