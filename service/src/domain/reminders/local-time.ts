export interface LocalTime {
  /** The date, such as 2026-11-21. */
  readonly day: string;
  /** 0 to 23. */
  readonly hour: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone);
  if (known) return known;
  const options = {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
  } as const;
  const format = new Intl.DateTimeFormat('en-CA-u-ca-iso8601', options);
  formats.set(timeZone, format);
  return format;
};

/** Whether this process knows a time zone of that name; only known ones are stored. */
export const isTimeZone = (name: string): boolean => {
  try {
    formatOf(name);
    return true;
  } catch {
    // For an unknown name the constructor throws.
    return false;
  }
};

/** The local date and hour of a zone at `time` (ms), including daylight saving time. */
export const localTime = (timeZone: string, time: number): LocalTime => {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  );
  return { day: `${parts['year']}-${parts['month']}-${parts['day']}`, hour: Number(parts['hour']) };
};
