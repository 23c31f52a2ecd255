import { createStorage } from '../visit/storage.ts';
import { BehaviorSubject } from 'rxjs';
import { beforeEach, describe, expect, test } from 'vitest';
import { createBars, withoutMissingBars } from './bars.model.ts';
import { commits, dragOf } from './swipe.model.ts';

beforeEach(() => localStorage.clear());
const { local } = createStorage();

const start = (wide = true) => {
  const desktop$ = new BehaviorSubject(wide);
  return { desktop$, layout: createBars(local, desktop$, new BehaviorSubject(false)) };
};

describe('on a desktop', () => {
  test('both bars are open side by side, and each stores its own visibility in local storage', () => {
    const { layout } = start();
    expect(layout.bars$.value).toEqual({ left: true, right: true });
    layout.setBar('right', false);
    expect(layout.bars$.value).toEqual({ left: true, right: false });
    expect(start().layout.bars$.value).toEqual({ left: true, right: false });
  });
});

describe('below 1200 px', () => {
  test('no bar is open at first, and opening one closes the other', () => {
    const { layout } = start(false);
    expect(layout.bars$.value).toEqual({ left: false, right: false });
    layout.setBar('left', true);
    expect(layout.bars$.value).toEqual({ left: true, right: false });
    layout.setBar('right', true);
    expect(layout.bars$.value).toEqual({ left: false, right: true });
    layout.setBar('left', false);
    expect(layout.bars$.value).toEqual({ left: false, right: true });
    layout.setBar('right', false);
    expect(layout.bars$.value).toEqual({ left: false, right: false });
  });

  test('nothing of that is stored: a wider window shows the bars as they were left there', () => {
    const { layout, desktop$ } = start();
    layout.setBar('left', false);
    desktop$.next(false);
    layout.setBar('left', true);
    desktop$.next(true);
    expect(layout.bars$.value).toEqual({ left: false, right: true });
    desktop$.next(false);
    expect(layout.bars$.value).toEqual({ left: false, right: false });
  });
});

describe('a swipe', () => {
  const from = { x: 200, y: 300 };
  const closed = { left: false, right: false };
  const by = (dx: number, dy = 0) => ({ x: from.x + dx, y: from.y + dy });

  test('to the right draws the left bar in, to the left the right one', () => {
    expect(dragOf(from, by(60), closed)).toEqual({ side: 'left', opening: true, offset: 60 });
    expect(dragOf(from, by(-60), closed)).toEqual({ side: 'right', opening: true, offset: 60 });
  });

  test('closes an open bar in the direction it came from, and does nothing in the other', () => {
    expect(dragOf(from, by(-60), { left: true, right: false })).toEqual({ side: 'left', opening: false, offset: 60 });
    expect(dragOf(from, by(60), { left: true, right: false })).toBeUndefined();
    expect(dragOf(from, by(60), { left: false, right: true })).toMatchObject({ side: 'right', opening: false });
  });

  test('commits over 50 px and is capped at 275 px', () => {
    const drag = (dx: number) => dragOf(from, by(dx), closed)!;
    expect(commits(drag(50))).toBe(false);
    expect(commits(drag(51))).toBe(true);
    expect(drag(900).offset).toBe(275);
  });

  test('that is rather vertical moves nothing', () => {
    expect(dragOf(from, by(40, 60), closed)).toBeUndefined();
  });
});

test('opening a missing bar shows a message, and the other bar opens as usual', () => {
  const { layout } = start(false);
  let refusals = 0;
  const bars = withoutMissingBars(
    layout,
    (side) => side === 'right',
    () => {
      refusals += 1;
    },
  );
  bars.setBar('right', true);
  expect([refusals, bars.bars$.value]).toEqual([1, { left: false, right: false }]);
  bars.setBar('left', true);
  bars.setBar('right', false);
  expect([refusals, bars.bars$.value]).toEqual([1, { left: true, right: false }]);
});
