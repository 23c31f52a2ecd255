export interface LocalTime {
  /** As 2026-11-21. */
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

/** Whether this process knows the zone by that name; only such ones are kept. */
export const isTimeZone = (name: string): boolean => {
  try {
    formatOf(name);
    return true;
  } catch {
    // A name that this process does not know is what is asked for.
    return false;
  }
};

/** What the clocks of a zone show at `time` (ms), summer time and all. */
export const localTime = (timeZone: string, time: number): LocalTime => {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  );
  return { day: `${parts['year']}-${parts['month']}-${parts['day']}`, hour: Number(parts['hour']) };
};
