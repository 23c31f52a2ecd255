import { createScope } from '@atrium/shared-kernel/remote';
import { marbles } from '@atrium/shared-kernel/testing/marbles';
import { distinctUntilChanged, type Observable } from 'rxjs';
import { test } from 'vitest';
import { createDropModel } from './drop.model.ts';

const shown = (moves$: Observable<'over' | 'left' | 'dropped'>) => {
  const model = createDropModel(createScope());
  moves$.subscribe((move) => model[move]());
  return model.dragging$.pipe(distinctUntilChanged());
};
const names = { o: 'over', l: 'left', d: 'dropped' } as const;
const values = { y: true, n: false };

test('the overlay disappears 500 ms after the drag has left, and stays if it returns before', () =>
  marbles(({ hot, expectObservable }) => {
    expectObservable(shown(hot('-o 9ms l 99ms o 9ms l', names))).toBe('ny 619ms n', values);
  }));

test('the overlay goes at once with a drop', () =>
  marbles(({ hot, expectObservable }) => {
    expectObservable(shown(hot('-o 9ms d', names))).toBe('ny 9ms n', values);
  }));
