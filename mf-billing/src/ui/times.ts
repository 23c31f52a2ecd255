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
const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** How long before `now` (ms since 1970) an instant was, as `yesterday` or `5 minutes ago`; the future is just now. */
export const relativeTime = (instant: string, now: number): string => {
  const ago = now - Date.parse(instant);
  const fitting = units.find(({ ms }) => ago >= ms);
  return fitting ? words.format(-Math.floor(ago / fitting.ms), fitting.unit) : 'just now';
};

/** The day of an instant, as `Nov 21, 2026`. */
export const dayOf = (instant: string): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'medium' }).format(new Date(instant));

/** Parts of a line with a dot between them that stays at the end of a line. */
export const joined = (...parts: (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join('\u00A0· ');
