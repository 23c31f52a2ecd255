import { expect, test } from 'vitest';
import { segmentsOf } from './segments.ts';

const shape = (continues: readonly boolean[], total: number) =>
  segmentsOf(continues, total).map(({ from, to, pieces }) => `${pieces ? 'pieces' : 'group'} ${from}-${to}`);
const none = (count: number) => Array.from({ length: count }, () => false);

test('blocks form groups that stay unchanged while the text grows', () => {
  expect(shape(none(5), 5)).toEqual(['group 0-5']);
  expect(shape(none(14), 14)).toEqual(['group 0-6', 'group 6-12', 'group 12-14']);
  expect(shape([], 0)).toEqual([]);
});

test('pieces of one paragraph or list are together, and never divided by a group', () => {
  const continues = [...none(4), ...Array.from({ length: 30 }, () => true), false, false];
  expect(shape(continues, 36)).toEqual(['group 0-4', 'pieces 4-35', 'group 35-36']);
  expect(shape([true, false, true], 4)).toEqual(['pieces 0-2', 'pieces 2-4']);
  expect(shape([true], 1)).toEqual(['group 0-1']);
});
