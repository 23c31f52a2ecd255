/** The day of an instant in UTC, where no page of a reader's says their own: what shows it says so once. */
export const day = (date: Date): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(date);

/** Said once where days are shown. */
export const daysInUtc = 'Dates are in UTC.';
