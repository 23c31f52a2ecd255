/** The time zone of this browser, by IANA's name. */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** `Europe/Berlin` as people read it. */
export const zoneInWords = (zone: string): string => zone.replaceAll('_', ' ').replaceAll('/', ', ');

const words = new Intl.DateTimeFormat('en', { hour: 'numeric', timeZone: 'UTC' });

/** An hour of the day, 0 to 23, as `9 AM`. */
export const hourInWords = (hour: number): string => words.format(Date.UTC(2026, 0, 1, hour));
