import { expect, test } from 'vitest';
import { scrollIntoViewIn } from './scroll-into-view.ts';

/** A box of 300 px, scrolled by 100 px, with an element from `top` to `bottom` in window coordinates. */
const setUp = (top: number, bottom: number) => {
  const box = document.createElement('div');
  const part = document.createElement('p');
  box.getBoundingClientRect = () => new DOMRect(0, 50, 200, 300);
  part.getBoundingClientRect = () => new DOMRect(0, top, 200, bottom - top);
  box.scrollTop = 100;
  const rows: HTMLElement[] = [];
  const toRow = (row: HTMLElement) => {
    rows.push(row);
    box.scrollTop = 500;
  };
  scrollIntoViewIn({ box: { current: box }, toRow })(part);
  return { box, part, rows };
};

test('what is in sight stays where it is, and the newest is let go of', () => {
  const { box, part, rows } = setUp(50, 350);
  expect(box.scrollTop).toBe(100);
  expect(rows).toEqual([part]);
});

test.each([
  ['above', 40, 80],
  ['below', 340, 360],
])('what is %s of what is in sight is gone to', (_, top, bottom) => {
  expect(setUp(top, bottom).box.scrollTop).toBe(500);
});

test('without a thread nothing happens', () => {
  const part = document.createElement('p');
  expect(() => scrollIntoViewIn({ box: { current: null }, toRow: () => undefined })(part)).not.toThrow();
});
