const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const units = [
  { unit: 'year', ms: 365 * day },
  { unit: 'month', ms: 30 * day },
  { unit: 'week', ms: 7 * day },
  { unit: 'day', ms: day },
  { unit: 'hour', ms: hour },
  { unit: 'minute', ms: minute },
] as const;
const relativeFormat = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/**
 * How long before `now` (ms since 1970) an instant was, such as `yesterday` or `5 minutes ago`. The future counts as
 * just now.
 */
export const relativeTime = (instant: string, now: number): string => {
  const ago = now - Date.parse(instant);
  const fitting = units.find(({ ms }) => ago >= ms);
  return fitting ? relativeFormat.format(-Math.floor(ago / fitting.ms), fitting.unit) : 'just now';
};

/** The day of an instant, such as `Nov 21, 2026`. */
export const dayOf = (instant: string): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'medium' }).format(new Date(instant));

/** Joins parts of a line with dots, which a line break never separates from the part before. */
export const joined = (...parts: (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join('\u00A0· ');
