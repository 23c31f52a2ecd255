import { expect, test } from 'vitest';
import { chatsOf } from '../testing/chats.ts';
import { rowPositions } from './row-offsets.ts';

const chats = chatsOf(5);
const positions = rowPositions(
  [
    { name: 'Today', chats: chats.slice(0, 2) },
    { name: 'Older than a month', chats: chats.slice(2) },
  ],
  { heading: 30, row: 40 },
);

test('each group is its heading and then its chats', () => {
  const lines = Array.from({ length: positions.count }, (_, index) => positions.line(index));
  expect(lines.map((line) => line && ('heading' in line ? line.heading : line.chat.title))).toEqual([
    'Today',
    'Chat 1',
    'Chat 2',
    'Older than a month',
    'Chat 3',
    'Chat 4',
    'Chat 5',
  ]);
});

test('a chat is found by its id, and nothing before the first line or after the last', () => {
  expect(positions.lineOf(chats[3]?._id ?? '')).toMatchObject({ index: 5, chat: { title: 'Chat 4' } });
  expect(positions.lineOf('none')).toBeUndefined();
  expect(positions.line(-1)).toBeUndefined();
  expect(positions.line(positions.count)).toBeUndefined();
});

test('a row is positioned below all rows before it', () => {
  expect([0, 1, 2, 3, 4, 7].map(positions.offset)).toEqual([0, 30, 70, 110, 140, 260]);
});

test('the line at an offset is the one that begins there or above', () => {
  expect([-50, 0, 29, 30, 69, 70, 109, 110, 139, 140, 259, 9999].map(positions.at)).toEqual([
    0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 6, 6,
  ]);
});

test('an empty list has no height', () => {
  const none = rowPositions([], { heading: 30, row: 40 });
  expect(none.offset(0)).toBe(0);
  expect(none.count).toBe(0);
  expect(none.line(0)).toBeUndefined();
});
