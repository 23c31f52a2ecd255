import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import { act, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { chatsOf } from '../testing/chats.ts';
import { WindowedRows } from './windowed-rows.tsx';

interface Props {
  data: readonly unknown[];
  keepMounted: readonly number[];
  children: (item: unknown) => ReactNode;
}
/** Nothing has a height here: these items are in sight. */
let sight: readonly number[] = [];
vi.mock('virtua', () => ({
  Virtualizer: ({ data, keepMounted, children }: Props) =>
    data.filter((_, at) => sight.includes(at) || keepMounted.includes(at)).map((item) => children(item)),
}));

test('a row with the focus, as one whose title is being edited, stays where it is scrolled out of sight', () => {
  const groups = [{ name: 'Today', chats: chatsOf(9) }] as const;
  const scroller = { current: document.createElement('div') };
  const rows = () => (
    <WindowedRows groups={groups} scroller={scroller} row={(chat) => <input aria-label={chat.title} />} />
  );
  sight = [0, 1, 2];
  const { rerender } = render(rows());
  const edited = screen.getByRole('textbox', { name: 'Chat 1' });
  act(() => edited.focus());
  fireEvent.change(edited, { target: { value: 'half a title' } });
  sight = [7, 8];
  rerender(rows());
  expect(screen.getAllByRole('textbox').map((field) => field.getAttribute('aria-label'))).toEqual([
    'Chat 1',
    'Chat 7',
    'Chat 8',
  ]);
  expect(screen.getByRole('textbox', { name: 'Chat 1' })).toBe(edited);
  fireEvent.blur(edited);
  rerender(rows());
  expect(screen.queryByRole('textbox', { name: 'Chat 1' })).toBeNull();
});

test('nothing is drawn again where neither the chats nor how they are shown have changed', () => {
  const groups = [{ name: 'Today', chats: chatsOf(9) }] as const;
  const scroller = { current: document.createElement('div') };
  const row = vi.fn<(chat: Chat) => ReactNode>(({ title }) => title);
  sight = [1, 2];
  const list = (shown: typeof row) => <WindowedRows groups={groups} scroller={scroller} row={shown} />;
  const { rerender } = render(list(row));
  const drawn = row.mock.calls.length;
  expect(drawn).toBeGreaterThan(0);
  rerender(list(row));
  expect(row).toHaveBeenCalledTimes(drawn);
  const other = vi.fn<(chat: Chat) => ReactNode>(() => 'another');
  rerender(list(other));
  expect(other).toHaveBeenCalled();
});
