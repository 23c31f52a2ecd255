const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** Formats an instant in the browser's time zone: 'Nov 21, 2026, 3:04 PM'. */
export const inWords = (instant: string): string => format.format(new Date(instant));

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });

/** The day of an instant: 'Nov 21, 2026'. */
export const dayOf = (instant: string): string => days.format(new Date(instant));
