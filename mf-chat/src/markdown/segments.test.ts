import { expect, test } from 'vitest';
import { segmentsOf } from './segments.ts';

const shape = (continues: readonly boolean[], total: number) =>
  segmentsOf(continues, total).map(({ from, to, pieces }) => `${pieces ? 'pieces' : 'group'} ${from}-${to}`);
const none = (count: number) => Array.from({ length: count }, () => false);

test('blocks form groups that stay unchanged while the text grows', () => {
  expect(shape(none(23), 23)).toEqual(['group 0-23']);
  expect(shape(none(50), 50)).toEqual(['group 0-24', 'group 24-48', 'group 48-50']);
  expect(shape([], 0)).toEqual([]);
});

test('pieces of one paragraph or list are together, and never divided by a group', () => {
  const continues = [...none(22), ...Array.from({ length: 30 }, () => true), false, false];
  expect(shape(continues, 54)).toEqual(['group 0-22', 'pieces 22-53', 'group 53-54']);
  expect(shape([true, false, true], 4)).toEqual(['pieces 0-2', 'pieces 2-4']);
  expect(shape([true], 1)).toEqual(['group 0-1']);
});
