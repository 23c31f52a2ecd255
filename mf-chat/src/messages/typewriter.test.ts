import { expect, test } from 'vitest';
import { advance, typingStart } from './thoughts.tsx';

const thoughts = ['abcd', 'efgh'];

test('a thought types one character per millisecond', () => {
  expect(advance(typingStart, thoughts, 3)).toMatchObject({ index: 0, characters: 3 });
});

test('the next thought begins 1.5 s after the last character', () => {
  const typed = advance(typingStart, thoughts, 4);
  expect(advance(typed, thoughts, 1499)).toMatchObject({ index: 0, characters: 4 });
  expect(advance(advance(typed, thoughts, 1499), thoughts, 3)).toMatchObject({ index: 1, characters: 2 });
});

test('the last thought stands, and one that comes later is typed from its start', () => {
  const waiting = advance(typingStart, ['abcd'], 60_000);
  expect(waiting).toMatchObject({ index: 0, characters: 4 });
  expect(advance(waiting, thoughts, 2)).toMatchObject({ index: 1, characters: 2 });
});
