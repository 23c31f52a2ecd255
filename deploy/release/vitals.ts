import { bucketsOfTenth, type VitalMetric, valueOf } from '@atrium/shared-kernel/contracts/vitals';

/** How many values fell into each bucket, the smallest bucket first. */
export type Buckets = readonly (readonly [bucket: number, count: number])[];

/** Page timings as the service counts them (`GET /internal/vitals`). */
export interface VitalCounts {
  readonly remote: string;
  readonly version: string;
  readonly metric: VitalMetric;
  /** Start of the hour or day, in ISO 8601. */
  readonly hour: string;
  /** The group of networks; -1 for a day, which covers all of them. */
  readonly networks: number;
  readonly counts: Buckets;
}

/** The lower end of the slowest quarter of visits. */
export interface Percentile {
  readonly visits: number;
  readonly bucket: number;
}

const slowest = 0.25;

/** The bucket of the 75th percentile; undefined without visits. */
export const p75 = (counts: Buckets): Percentile | undefined => {
  const visits = counts.reduce((sum, [, count]) => sum + count, 0);
  let above = visits * slowest;
  for (const [bucket, count] of counts.toReversed()) {
    // The visit at the boundary itself is not above it.
    if (count > above) return { visits, bucket };
    above -= count;
  }
  return undefined;
};

export const merged = (all: readonly VitalCounts[]): Buckets => {
  const sums = new Map<number, number>();
  for (const [bucket, count] of all.flatMap(({ counts }) => counts)) sums.set(bucket, (sums.get(bucket) ?? 0) + count);
  return [...sums].toSorted(([a], [b]) => a - b);
};

const names: Readonly<Record<VitalMetric, string>> = {
  lcp: 'LCP',
  inp: 'INP',
  cls: 'CLS',
  ttfb: 'TTFB',
  'first-key': 'First key',
};
export const nameOfVital = (metric: VitalMetric): string => names[metric];

/** `84 ms`, `1.20 s`, for layout shifts `0.012`. */
export const vitalText = (metric: VitalMetric, bucket: number): string => {
  const value = valueOf(metric, bucket);
  if (metric === 'cls') return value.toFixed(value < 0.1 ? 3 : 2);
  return value < 1000 ? `${Math.round(value)} ms` : `${(value / 1000).toFixed(2)} s`;
};

/** `+12 %`: how much longer one takes than the other, at the resolution of the buckets. */
export const changeText = (bucket: number, before: number): string => {
  const change = Math.round((1.1 ** ((bucket - before) / bucketsOfTenth) - 1) * 100);
  return change > 0 ? `+${change} %` : `${change} %`.replace('-', '−');
};
