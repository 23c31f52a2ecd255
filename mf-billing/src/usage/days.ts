import type * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Infer } from '@atrium/shared-kernel/contracts/define';

type Answer = Infer<typeof calls.usage.getUsage.output>;
export type UsageDay = Answer['days'][number];
export type ModelUsageAnswer = Infer<typeof calls.usage.getModelUsage.output>;
export const metrics = ['messages', 'tokens', 'images', 'research'] as const;
export type Metric = (typeof metrics)[number];

const dayMs = 24 * 60 * 60 * 1000;
const noUsage = { messages: 0, tokens: 0, images: 0, research: 0 };

/** Every day of the period, including those without any use. */
export const allDays = ({ from, to, days }: Answer): UsageDay[] => {
  const known = new Map(days.map((day) => [day.day, day]));
  const count = Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
  return Array.from({ length: count }, (_, at) => {
    const day = new Date(Date.parse(from) + at * dayMs).toISOString().slice(0, 10);
    return known.get(day) ?? { day, ...noUsage };
  });
};

export const totalOf = (days: readonly UsageDay[], metric: Metric): number =>
  days.reduce((sum, day) => sum + day[metric], 0);

/** The end of a readable scale that is at least `most`: 1, 2 or 5 followed by zeros, and 1 for zero. */
export const topOf = (most: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 1)));
  return ([1, 2, 5, 10].find((step) => step * power >= most) ?? 10) * power;
};

const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const whole = new Intl.NumberFormat('en');
/** 12,345 as `12.3K`. */
export const shortNumber = (value: number): string => short.format(value);
export const wholeNumber = (value: number): string => whole.format(value);

const cents = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const smallAmounts = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumSignificantDigits: 2,
});
/** Formats micro-dollars as `$1.25`, and less than a cent with its first digits. */
export const dollars = (micros: number): string =>
  (micros > 0 && micros < 10_000 ? smallAmounts : cents).format(micros / 1_000_000);

const dayFormat = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });
/** 2026-11-21 as `Nov 21`. */
export const dayInWords = (day: string): string => dayFormat.format(Date.parse(day));
