import { median } from 'simple-statistics';
import { type Figure, timedFigure } from './figure.ts';
import { isStable, summarize } from './summary.ts';

/**
 * What a figure is compared with in each round. A peer does the same work in another way, and the ratio to it is
 * judged. A calibration is a fixed piece of work that shows how fast the machine is at the moment; `reference` is its
 * time on the machine where the limit was set.
 */
export type Beside = { readonly peer: string } | { readonly calibration: string; readonly reference: number };

export interface Timed {
  readonly name: string;
  /** Unit of the measured value; the ratio to a peer has none. */
  readonly unit: string;
  readonly limit: number;
  readonly beside: Beside;
}

/** The result of one round: the value, and the peer or the calibration measured right next to it. */
export interface Sample {
  readonly value: number;
  readonly beside: number;
}

interface Plan<Key extends string> {
  readonly figures: Readonly<Record<Key, Timed>>;
  /** The smallest number of rounds, and the largest if the median does not become stable. */
  readonly rounds: readonly [least: number, most: number];
  /** Stops after this time, once the smallest number of rounds is done. */
  readonly seconds?: number;
}

const short = process.env['ATRIUM_BENCH_SHORT'] === '1';

/** The value as it would be on the machine where the limit was set, or the ratio to the peer. */
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
 * Runs rounds until the median of each figure is stable or the plan ends. Each round measures all figures once. With
 * ATRIUM_BENCH_SHORT=1 there is a single round, for a quick look.
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
