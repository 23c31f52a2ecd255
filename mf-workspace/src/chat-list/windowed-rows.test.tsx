import type { Chat } from '@atrium/shared-kernel/contracts/entities/chat';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type ReactNode, useEffect } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { chatsOf } from '../testing/chats.ts';
import type { ChatGroup } from './chat-groups.ts';
import { WindowedRows } from './windowed-rows.tsx';

const chats = chatsOf(200);
const groups: readonly ChatGroup[] = [{ name: 'Today', chats }];
const field = ({ title }: Chat) => <input aria-label={title} />;
const seen = () => screen.queryAllByRole('textbox').map((box) => box.getAttribute('aria-label'));
const box = (name: string) => screen.getByRole('textbox', { name });
/** A row of 36 px plus one pixel, under a heading of 32 px. */
const offsetOf = (index: number) => 32 + index * 37;

const show = (row: (chat: Chat) => ReactNode = field) => {
  const scroller = { current: document.createElement('div') };
  document.body.append(scroller.current);
  vi.spyOn(scroller.current, 'clientHeight', 'get').mockReturnValue(370);
  const list = (shown: readonly ChatGroup[], how = row) => (
    <WindowedRows groups={shown} scroller={scroller} row={how} />
  );
  const { rerender } = render(list(groups), { container: scroller.current });
  return {
    again: (shown: readonly ChatGroup[] = groups, how = row) => rerender(list(shown, how)),
    scrollTo: (top: number) =>
      act(() => {
        scroller.current.scrollTop = top;
        fireEvent.scroll(scroller.current);
      }),
  };
};

beforeEach(() => () => document.body.replaceChildren());

test('only the rows in sight and a few more are in the document, at their positions in the whole list', async () => {
  const { scrollTo } = show();
  await waitFor(() => expect(seen()).toHaveLength(13));
  expect(seen()[0]).toBe('Chat 1');
  const list = screen.getByRole('list');
  expect(list.style.height).toBe(`${offsetOf(200)}px`);
  scrollTo(offsetOf(99));
  await waitFor(() => expect(seen()).toEqual(chats.slice(96, 113).map(({ title }) => title)));
  expect(list.style.paddingBlockStart).toBe(`${offsetOf(96)}px`);
  scrollTo(offsetOf(199));
  await waitFor(() => expect(seen().at(-1)).toBe('Chat 200'));
});

test('a jump creates no elements: existing ones show the new rows in the same order', async () => {
  const { scrollTo } = show();
  await waitFor(() => expect(seen()).toHaveLength(13));
  scrollTo(offsetOf(50));
  await waitFor(() => expect(seen()[0]).toBe('Chat 48'));
  const before = screen.getAllByRole('textbox');
  scrollTo(offsetOf(150));
  await waitFor(() => expect(seen()[0]).toBe('Chat 148'));
  expect(screen.getAllByRole('textbox')).toEqual(before);
});

test('a row that stays in sight keeps its element', async () => {
  const { scrollTo } = show();
  scrollTo(offsetOf(50));
  await waitFor(() => expect(seen()[0]).toBe('Chat 48'));
  const stays = box('Chat 55');
  scrollTo(offsetOf(53));
  await waitFor(() => expect(seen()[0]).toBe('Chat 51'));
  expect(box('Chat 55')).toBe(stays);
});

test('a row with the focus, as one whose title is being edited, stays where it is scrolled out of sight', async () => {
  const { scrollTo } = show();
  const edited = box('Chat 1');
  act(() => edited.focus());
  fireEvent.change(edited, { target: { value: 'half a title' } });
  scrollTo(offsetOf(100));
  await waitFor(() => expect(seen()).toContain('Chat 105'));
  expect(seen().filter((title) => title === 'Chat 1')).toHaveLength(1);
  expect(box('Chat 1')).toBe(edited);
  expect(edited).toHaveProperty('value', 'half a title');
  expect(edited.closest('li')?.style.insetBlockStart).toBe(`${offsetOf(0)}px`);
  expect(document.activeElement).toBe(edited);
  fireEvent.blur(edited);
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Chat 1' })).toBeNull());
});

test('nothing is drawn again where neither the chats nor how they are shown have changed', async () => {
  const row = vi.fn<(chat: Chat) => ReactNode>(field);
  const { again } = show(row);
  await waitFor(() => expect(seen()).toHaveLength(13));
  const drawn = row.mock.calls.length;
  expect(drawn).toBeGreaterThan(0);
  again();
  expect(row).toHaveBeenCalledTimes(drawn);
  const other = vi.fn<(chat: Chat) => ReactNode>(() => 'another');
  again(groups, other);
  expect(other).toHaveBeenCalled();
});

test('a list that is rendered scrolled has the visible rows at once, so that one can be focused', () => {
  const scroller = { current: document.createElement('div') };
  document.body.append(scroller.current);
  vi.spyOn(scroller.current, 'clientHeight', 'get').mockReturnValue(370);
  scroller.current.scrollTop = offsetOf(100);
  const Selection = () => {
    useEffect(() => screen.queryByRole('textbox', { name: 'Chat 104' })?.focus(), []);
    return <WindowedRows groups={groups} scroller={scroller} row={field} />;
  };
  render(<Selection />, { container: scroller.current });
  expect(document.activeElement).toBe(box('Chat 104'));
});
