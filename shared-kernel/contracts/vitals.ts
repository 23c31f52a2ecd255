/**
 * What browsers measure on a page, with the names of web-vitals. `first-key` is the time until a field accepted a key.
 */
export const vitalMetrics = ['lcp', 'inp', 'cls', 'ttfb', 'first-key'] as const;
export type VitalMetric = (typeof vitalMetrics)[number];

/** The service counts values in buckets. Each begins 4.9 % above the one before, so that two of them make 10 %. */
export const bucketsOfTenth = 2;
const growth = 1.1 ** (1 / bucketsOfTenth);
/** The last bucket contains everything from one minute on. */
const last = 231;
/**
 * Layout shifts are fractions. They are counted in ten-thousandths, so that a poor one, 0.25, is far above the first
 * bucket.
 */
const unit = (metric: VitalMetric) => (metric === 'cls' ? 10_000 : 1);
/** The lower limit of a bucket belongs to it, even if the logarithm is slightly too small. */
const rounding = 1e-9;

/** The bucket of a value: milliseconds, for `cls` the score. */
export const bucketOf = (metric: VitalMetric, value: number): number =>
  Math.min(last, Math.max(0, Math.floor(Math.log(Math.max(1, value * unit(metric))) / Math.log(growth) + rounding)));

/** The value in the middle of a bucket. The first bucket stands for 0. */
export const valueOf = (metric: VitalMetric, bucket: number): number =>
  bucket === 0 ? 0 : growth ** (bucket + 0.5) / unit(metric);
