import { expect, it } from 'vitest';
import { shareOut } from './share-out.ts';

it('shares a room so that small requests are met and large ones get the same', () => {
  expect(shareOut([10, 500, 300], 210)).toEqual([10, 100, 100]);
  expect(shareOut([10, 20], 100)).toEqual([10, 20]);
  expect(shareOut([10, 20], 0)).toEqual([0, 0]);
  expect(shareOut([], 9)).toEqual([]);
});
