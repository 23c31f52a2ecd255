import { expect, test } from 'vitest';
import { chatsOf } from '../testing/chats.ts';
import { placesOf } from './row-offsets.ts';

const chats = chatsOf(5);
const places = placesOf(
  [
    { name: 'Today', chats: chats.slice(0, 2) },
    { name: 'Older than a month', chats: chats.slice(2) },
  ],
  { heading: 30, row: 40 },
);

test('each group is its heading and then its chats', () => {
  const lines = Array.from({ length: places.count }, (_, index) => places.line(index));
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
  expect(places.lineOf(chats[3]?._id ?? '')).toMatchObject({ index: 5, chat: { title: 'Chat 4' } });
  expect(places.lineOf('none')).toBeUndefined();
  expect(places.line(-1)).toBeUndefined();
  expect(places.line(places.count)).toBeUndefined();
});

test('a line stands below all that are before it', () => {
  expect([0, 1, 2, 3, 4, 7].map(places.offset)).toEqual([0, 30, 70, 110, 140, 260]);
});

test('the line at an offset is the one that begins there or above', () => {
  expect([-50, 0, 29, 30, 69, 70, 109, 110, 139, 140, 259, 9999].map(places.at)).toEqual([
    0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 6, 6,
  ]);
});

test('an empty list has no height', () => {
  const none = placesOf([], { heading: 30, row: 40 });
  expect(none.offset(0)).toBe(0);
  expect(none.count).toBe(0);
  expect(none.line(0)).toBeUndefined();
});
