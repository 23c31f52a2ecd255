import { expect, test } from 'vitest';
import { slotsOf } from './windowed-rows.tsx';

const slots = (before: Record<string, number>, ids: string, held?: string) =>
  Object.fromEntries(slotsOf(new Map(Object.entries(before)), ids.split(''), held));

test('a visible item keeps its element, and a new item gets its own', () => {
  expect(slots({}, 'abc')).toEqual({ a: 0, b: 1, c: 2 });
  expect(slots({ a: 0, b: 1, c: 2 }, 'bcd')).toEqual({ b: 1, c: 2, d: 3 });
});

test('after a jump the elements of before show the new items in their order', () => {
  expect(slots({ a: 5, b: 2, c: 7 }, 'xyz')).toEqual({ x: 5, y: 2, z: 7 });
  expect(slots({ a: 0, b: 1 }, 'xyz')).toEqual({ x: 0, y: 1, z: 2 });
  expect(slots({ a: 0, b: 1, c: 2 }, 'x')).toEqual({ x: 0 });
});

test('a dragged item keeps its element through a jump, and no other item gets it', () => {
  expect(slots({ a: 0, b: 1, c: 2 }, 'bxyz', 'b')).toEqual({ b: 1, x: 0, y: 2, z: 3 });
});

test('the same items in the same order change nothing', () => {
  const before = slotsOf(new Map(), ['a', 'b']);
  expect(slotsOf(before, ['a', 'b'])).toBe(before);
  expect(slotsOf(before, ['b', 'a'])).toEqual(before);
  expect([...slotsOf(before, ['b', 'a']).keys()]).toEqual(['b', 'a']);
});
