import { median } from 'simple-statistics';
import { type Figure, timedFigure } from './figure.ts';
import { isStable, summarize } from './summary.ts';

/**
 * What a figure is compared with in each round. A peer does the same work in another way, and the ratio to it is judged.
 * A calibration is a fixed piece of work: it says how fast the machine is at this moment, and `reference` what it takes
 * where the limit was set.
 */
export type Beside = { readonly peer: string } | { readonly calibration: string; readonly reference: number };

export interface Timed {
  readonly name: string;
  /** Of what is measured; the ratio to a peer has none. */
  readonly unit: string;
  readonly limit: number;
  readonly beside: Beside;
}

/** What one round measured: the value, and right beside it the peer or the calibration. */
export interface Sample {
  readonly value: number;
  readonly beside: number;
}

interface Plan<Key extends string> {
  readonly figures: Readonly<Record<Key, Timed>>;
  /** Rounds at least, and at most where a median does not become stable. */
  readonly rounds: readonly [least: number, most: number];
  /** Ends the rounds early, once the least are done. */
  readonly seconds?: number;
}

const short = process.env['ATRIUM_BENCH_SHORT'] === '1';

/** The value as it would be where the limit was set; the ratio to a peer. */
const compared = ({ value, beside }: Sample, by: Beside): number =>
  (value / beside) * ('reference' in by ? by.reference : 1);

const summaryOf = (samples: readonly Sample[], { beside }: Timed) =>
  summarize(samples.map((sample) => compared(sample, beside)));

const hereOf = (samples: readonly Sample[], { unit, beside }: Timed): string => {
  const middle = (values: number[]) => Math.round(median(values) * 100) / 100;
  const value = middle(samples.map((sample) => sample.value));
  const other = middle(samples.map((sample) => sample.beside));
  return 'peer' in beside
    ? `${value} ${unit} here, ${beside.peer} ${other} ${unit}`
    : `${value} ${unit} here, where ${beside.calibration} takes ${other} ${unit} and not ${beside.reference}`;
};

/**
 * Runs rounds until the median of each figure is stable, or the plan's end. A round measures all of them once. With
 * ATRIUM_BENCH_SHORT=1 it is one round, for a look in between.
 */
export const measureRounds = async <Key extends string>(
  { figures, rounds: [least, most], seconds = Infinity }: Plan<Key>,
  round: () => Promise<Record<Key, Sample>>,
): Promise<Record<Key, Figure>> => {
  const keys = Object.keys(figures) as Key[];
  const samples = new Map<Key, Sample[]>(keys.map((key) => [key, []]));
  const of = (key: Key) => samples.get(key) ?? [];
  const since = performance.now();
  const isOver = (done: number) =>
    (short && done === 1) ||
    done === most ||
    (done >= least &&
      (performance.now() - since > seconds * 1000 ||
        keys.every((key) => isStable(summaryOf(of(key), figures[key]), figures[key].limit))));
  for (let done = 0; !isOver(done); done += 1) {
    const measured = await round();
    for (const key of keys) of(key).push(measured[key]);
  }
  const figureOf = (key: Key): Figure => {
    const { name, unit, limit, beside } = figures[key];
    const here = hereOf(of(key), figures[key]);
    return timedFigure(name, summaryOf(of(key), figures[key]), 'peer' in beside ? '' : unit, limit, here);
  };
  return Object.fromEntries(keys.map((key) => [key, figureOf(key)])) as Record<Key, Figure>;
};
