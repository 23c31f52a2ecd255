import { bucketsOfTenth, valueOf, type VitalMetric } from '@atrium/shared-kernel/contracts/vitals';
import { type Buckets, changeText, merged, nameOfVital, p75, type VitalCounts, vitalText } from './vitals.ts';

/** What users wait for. The other metrics depend on networks and pages more than on a release. */
const budgeted = ['inp', 'first-key'] as const satisfies readonly VitalMetric[];
/** Visits of each version; smaller numbers may be chance. */
const least = 50;
/** Browsers round interaction times to this, so a smaller increase does not count. */
const roundingMs = 8;
/** A probability of 1 in 2,000, because a canary is checked many times a day. */
const certain = 3.29;

type Counted = readonly VitalCounts[];

const visitsOf = (all: Counted) =>
  all.reduce((sum, { counts }) => sum + counts.reduce((inner, [, count]) => inner + count, 0), 0);

const above = (counts: Buckets, border: number) =>
  counts.reduce((sum, [bucket, count]) => (bucket > border ? sum + count : sum), 0);

/** The values as if each were 10 % smaller, which is exactly what is allowed. */
const allowed = (counts: Buckets): Buckets => counts.map(([bucket, count]) => [bucket - bucketsOfTenth, count]);

const hoursOf = (all: Counted) => Map.groupBy(all, ({ hour }) => hour);

/**
 * How certain it is that the slowest quarter of the canary's visits is more than 10 % slower, in standard deviations.
 * It counts how many of its visits, less 10 %, are above the 75th percentile of the others, compared with the number
 * expected by chance. It is counted hour by hour (Mantel and Haenszel's test), so a busy hour, or a share that grew, is
 * not blamed on a canary.
 */
export const certainty = (canary: Counted, stable: Counted): number => {
  const border = p75(merged(stable));
  if (!border) return 0;
  const others = hoursOf(stable);
  let surplus = 0;
  let variance = 0;
  for (const [hour, own] of hoursOf(canary)) {
    const rest = others.get(hour) ?? [];
    const [count, all] = [visitsOf(own), visitsOf(own) + visitsOf(rest)];
    if (count === 0 || all === count) continue;
    const slow = above(allowed(merged(own)), border.bucket);
    const everybody = slow + above(merged(rest), border.bucket);
    surplus += slow - (count * everybody) / all;
    variance += (count * (all - count) * everybody * (all - everybody)) / (all * all * (all - 1));
  }
  // Continuity correction: counts are integers, but the distribution that they are compared with is continuous.
  return variance > 0 ? (surplus - 0.5) / Math.sqrt(variance) : 0;
};

const isSlower = (metric: VitalMetric, canary: Counted, stable: Counted): boolean => {
  const [mine, theirs] = [p75(merged(canary)), p75(merged(stable))];
  if (!mine || !theirs || mine.visits < least || theirs.visits < least) return false;
  if (mine.bucket <= theirs.bucket + bucketsOfTenth) return false;
  if (valueOf(metric, mine.bucket) - valueOf(metric, theirs.bucket) <= roundingMs) return false;
  return certainty(canary, stable) >= certain;
};

/** The visits of both versions in the hours in which both were visited. */
const inSameHours = (canary: Counted, stable: Counted): [Counted, Counted] => {
  const [mine, theirs] = [hoursOf(canary), hoursOf(stable)];
  return [canary.filter(({ hour }) => theirs.has(hour)), stable.filter(({ hour }) => mine.has(hour))];
};

const slowIn = (metric: VitalMetric, all: Counted, canary: string, stable: string): string | undefined => {
  const of = (version: string) => all.filter((one) => one.metric === metric && one.version === version);
  const [mine, theirs] = inSameHours(of(canary), of(stable));
  if (!isSlower(metric, mine, theirs)) return undefined;
  // It must also hold without any single group of networks, so that nobody can end a canary from one network.
  const groups = new Set([...mine, ...theirs].map(({ networks }) => networks));
  const without = (group: number, some: Counted) => some.filter(({ networks }) => networks !== group);
  for (const group of groups) if (!isSlower(metric, without(group, mine), without(group, theirs))) return undefined;
  const [now, before] = [p75(merged(mine)), p75(merged(theirs))];
  if (!now || !before) return undefined;
  const growth = changeText(now.bucket, before.bucket);
  const others = `${vitalText(metric, before.bucket)} in ${before.visits} of ${stable}`;
  return `${nameOfVital(metric)} of the slowest quarter is ${vitalText(metric, now.bucket)} in ${now.visits} visits, against ${others}: ${growth}, the budget is +10 %.`;
};

/**
 * Why a canary has exceeded its time budget, or undefined if it has not: INP and the time to the first key may be at
 * most 10 % longer than those of the version that others get, in the same hours. `all` are the counts of the remote, by
 * hour and group of networks.
 */
export const slowed = (all: Counted, canary: string, stable: string | undefined): string | undefined =>
  stable === undefined
    ? undefined
    : budgeted.map((metric) => slowIn(metric, all, canary, stable)).find((why) => why !== undefined);

/**
 * Page timings of a canary compared with the others: `INP 84 ms in 340 visits (+2 %)`; undefined until there are enough
 * visits.
 */
export const timesText = (all: Counted, canary: string, stable: string | undefined): string | undefined => {
  const parts = budgeted.flatMap((metric) => {
    const of = (version: string | undefined) => all.filter((one) => one.metric === metric && one.version === version);
    const [mine, theirs] = inSameHours(of(canary), of(stable)).map((some) => p75(merged(some)));
    if (!mine || !theirs || mine.visits < least || theirs.visits < least) return [];
    const change = changeText(mine.bucket, theirs.bucket);
    return [`${nameOfVital(metric)} ${vitalText(metric, mine.bucket)} in ${mine.visits} visits (${change})`];
  });
  return parts.length > 0 ? parts.join(', ') : undefined;
};
