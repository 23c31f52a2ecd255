import { expect, test } from 'vitest';
import { createPacer } from './pacer.ts';

/** The characters shown after each step of a text that arrives at once. A step takes `ms`. */
const burst = (steps: number, ms: number, length = 100_000): number[] => {
  const pacer = createPacer();
  let now = 0;
  return Array.from({ length: steps }, () => {
    now += pacer.wait(length, now);
    const shown = pacer.allow(length, now);
    pacer.rendered(shown, length, ms, now);
    return shown;
  });
};

test('text that arrives at reading speed is shown at once, however long rendering takes', () => {
  for (const ms of [4, 20, 40]) {
    const pacer = createPacer();
    for (let at = 1; at <= 100; at += 1) {
      expect(pacer.allow(40 * at, 50 * at)).toBe(40 * at);
      pacer.rendered(40 * at, 40 * at, ms, 50 * at);
    }
  }
});

test('of a burst that is less than a step nine tenths of the time are left, until it ends', () => {
  const pacer = createPacer();
  pacer.rendered(pacer.allow(800, 0), 800, 20, 0);
  expect([pacer.wait(1280, 0), pacer.wait(1281, 0), pacer.wait(1281, 0, true)]).toEqual([20, 200, 20]);
  expect([pacer.allow(1281, 20), pacer.allow(1281, 200)]).toEqual([800, 1281]);
});

test('a burst is rendered in steps, longer ones if rendering is fast and shorter ones if it is slow', () => {
  const [first = 0] = burst(1, 1);
  expect(first).toBeLessThan(1000);
  const fast = burst(6, 1).at(-1) ?? 0;
  const slow = burst(6, 40).at(-1) ?? 0;
  expect(fast).toBeGreaterThan(20 * first);
  expect(slow).toBeLessThan(6 * first);
  expect(slow).toBeGreaterThan(first);
  for (const shown of burst(9, 7)) expect(Number.isInteger(shown)).toBe(true);
});

test('what is left of a text that has ended waits for no reader, and comes with the last step where it is little', () => {
  const pacer = createPacer();
  expect([pacer.allow(1500, 0), pacer.allow(1500, 0, true), pacer.allow(1501, 0, true)]).toEqual([800, 1500, 800]);
  pacer.rendered(800, 900, 20, 0);
  expect(pacer.wait(900, 0, true)).toBe(20);
  expect([pacer.allow(900, 10, true), pacer.allow(900, 20, true)]).toEqual([800, 900]);
});

test('between two steps of a burst the page has a frame for itself, and as long as the steps took', () => {
  const pacer = createPacer();
  pacer.rendered(pacer.allow(9000, 0), 9000, 5, 0);
  expect([pacer.wait(9000, 0), pacer.wait(9000, 16)]).toEqual([16, 0]);
  pacer.rendered(pacer.allow(9000, 16), 9000, 75, 16);
  expect(pacer.wait(9000, 16)).toBe(40);
  expect(pacer.allow(9000, 20)).toBe(pacer.allow(9000, 16));
});

test('a step of more than 240 characters is hurried, and stays so until the next', () => {
  const pacer = createPacer();
  const grow = (length: number, now: number) => {
    const shown = pacer.allow(length, now);
    const hurried = pacer.hurried(shown);
    pacer.rendered(shown, length, 4, now);
    return [hurried, pacer.hurried(shown)];
  };
  expect(grow(40, 0)).toEqual([false, false]);
  expect(grow(340, 50)).toEqual([true, true]);
  expect(grow(380, 100)).toEqual([false, false]);
});
