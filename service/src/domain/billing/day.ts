/**
 * The date in UTC, for emails: the reader's own time zone is unknown there. An email that shows dates also states
 * `daysInUtc` once.
 */
export const day = (date: Date): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(date);

/** Stated once in each email that shows dates. */
export const daysInUtc = 'Dates are in UTC.';
