import { binomialDistribution, interquartileRange, median, quantile } from 'simple-statistics';

/** Statistics of the rounds of one figure. */
export interface Summary {
  readonly rounds: number;
  readonly median: number;
  readonly p95: number;
  /** Half of the interquartile range: half of the rounds lie within about this distance of the median. */
  readonly spread: number;
  /** The true median lies between these two with a confidence of 95 %. */
  readonly interval: readonly [low: number, high: number];
}

const confidence = 0.95;

/**
 * How many of the lowest and of the highest values lie outside the confidence interval of the median. A value is below
 * the true median as often as a coin shows heads, so nothing is assumed about the distribution.
 */
const outside = (count: number): number => {
  const coins = binomialDistribution(count, 0.5) ?? [];
  let tail = 0;
  let values = 0;
  while (values < count / 2 && tail + (coins[values] ?? 1) <= (1 - confidence) / 2) {
    tail += coins[values] ?? 1;
    values += 1;
  }
  return values;
};

/** The confidence interval of the median; infinite for fewer than six values. */
const intervalOf = (values: readonly number[]): Summary['interval'] => {
  const sorted = values.toSorted((a, b) => a - b);
  const cut = outside(sorted.length);
  return cut === 0
    ? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
    : [sorted[cut - 1] ?? Number.NaN, sorted[sorted.length - cut] ?? Number.NaN];
};

export const summarize = (values: readonly number[]): Summary => ({
  rounds: values.length,
  median: median([...values]),
  p95: quantile([...values], 0.95),
  spread: interquartileRange([...values]) / 2,
  interval: intervalOf(values),
});

/** How far the ends of the interval may be from the median, as a part of the limit. */
const tolerance = 0.05;

/** The largest median that still passes, so that chance does not decide between two runs. */
const allowed = (spread: number, limit: number): number => limit - 2 * spread;

/**
 * Whether more rounds would hardly change the result: the median is known to 5 % of the limit, or the whole interval
 * lies on one side of what the limit allows.
 */
export const isStable = ({ median: middle, spread, interval: [low, high] }: Summary, limit: number): boolean =>
  (middle - low <= tolerance * limit && high - middle <= tolerance * limit) ||
  high <= allowed(spread, limit) ||
  low > limit;

/**
 * `stable`: the median is not known well enough. `limit`: it is above the limit. `margin`: it is so close to the limit
 * that chance decides.
 */
export type Miss = 'limit' | 'stable' | 'margin';

/** Why a figure does not pass; undefined if it does. */
export const missOf = (summary: Summary, limit: number): Miss | undefined => {
  if (!isStable(summary, limit)) return 'stable';
  if (summary.median > limit) return 'limit';
  return summary.median > allowed(summary.spread, limit) ? 'margin' : undefined;
};
