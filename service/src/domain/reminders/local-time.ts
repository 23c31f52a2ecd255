export interface LocalTime {
  /** The date, such as 2026-11-21. */
  readonly day: string;
  /** 0 to 23. */
  readonly hour: number;
}

const createFormat = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-CA-u-ca-iso8601', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
  });

/** More than there are time zones. Offsets are accepted too, and names that were stored earlier in any case. */
const maxFormats = 600;
/** Creating a format takes half a millisecond. */
const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = createFormat(timeZone);
  if (formats.size >= maxFormats) formats.clear();
  formats.set(timeZone, format);
  return format;
};

/** The one name of a time zone, in whatever case it is written; undefined if this process does not know the zone. */
export const timeZoneOf = (name: string): string | undefined => {
  try {
    return (formats.get(name) ?? createFormat(name)).resolvedOptions().timeZone;
  } catch {
    // For an unknown name the constructor throws.
    return undefined;
  }
};

/** The date before a date, such as 2026-11-20 for 2026-11-21. */
export const dayBefore = (day: string): string =>
  new Date(Date.parse(day) - 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

/** The local date and hour of a zone at `time` (ms), including daylight saving time. */
export const localTime = (timeZone: string, time: number): LocalTime => {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  );
  return { day: `${parts['year']}-${parts['month']}-${parts['day']}`, hour: Number(parts['hour']) };
};
