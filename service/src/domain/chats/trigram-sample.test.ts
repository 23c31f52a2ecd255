import { expect, it } from 'vitest';
import { rarest, type TrigramSample } from './trigram-sample.ts';

/** Of a hundred messages, those whose number has no rest. */
const every = (step: number): string => Array.from({ length: 100 / step }, (_, at) => (at + 1) * step).join(' ');
const sample: TrigramSample = {
  size: 100,
  having: new Map([
    ['all', every(1)],
    ['two', every(2)],
    ['ten', every(10)],
    ['hun', every(50)],
  ]),
};

it('of the trigrams of a term the rarest are asked for, and none that leaves out hardly anything more', () => {
  expect(rarest(['all', 'two', 'ten'], sample)).toEqual({ trigrams: ['ten'], share: 0.1 });
  expect(rarest(['all', 'ten', 'hun'], sample)).toEqual({ trigrams: ['hun'], share: 0.02 });
  const apart = { size: 100, having: new Map([...sample.having, ['odd', every(3)]]) };
  expect(rarest(['all', 'two', 'odd'], apart)).toEqual({ trigrams: ['odd', 'two'], share: 0.16 });
  expect(rarest(['all'], sample)).toEqual({ trigrams: ['all'], share: 1 });
});

it('four trigrams are asked for where no message of the sample has them, all of them without a sample', () => {
  const unknown = ['qua', 'uag', 'agg', 'gga'];
  expect(rarest(['all', ...unknown, 'two'], sample)).toEqual({ trigrams: unknown, share: 0 });
  expect(rarest(['all', 'two'], { size: 0, having: new Map() })).toEqual({ trigrams: ['all', 'two'], share: 1 });
});
