import { describe, expect, it } from 'vitest';
import { localTime, timeZoneOf } from './local-time.ts';

const at = (zone: string, instant: string) => localTime(zone, Date.parse(instant));

describe('the time of a zone', () => {
  it.each([
    ['UTC', '2026-11-21T23:59:59Z', '2026-11-21', 23],
    ['Africa/Johannesburg', '2026-11-21T22:00:00Z', '2026-11-22', 0],
    ['Asia/Kolkata', '2026-11-21T03:30:00Z', '2026-11-21', 9],
    ['Asia/Kathmandu', '2026-11-21T03:14:59Z', '2026-11-21', 8],
    ['Pacific/Auckland', '2026-11-21T12:00:00Z', '2026-11-22', 1],
    // In spring 02:00 is skipped; in autumn 01:00 comes twice.
    ['America/New_York', '2026-03-08T06:59:59Z', '2026-03-08', 1],
    ['America/New_York', '2026-03-08T07:00:00Z', '2026-03-08', 3],
    ['America/New_York', '2026-11-01T05:30:00Z', '2026-11-01', 1],
    ['America/New_York', '2026-11-01T06:30:00Z', '2026-11-01', 1],
  ])('%s at %s is %s, %i', (zone, instant, day, hour) => {
    expect(at(zone, instant)).toEqual({ day, hour });
  });

  it('is of a zone that exists', () => {
    expect(['Europe/Berlin', 'UTC', 'Asia/Calcutta'].map(timeZoneOf)).not.toContain(undefined);
    expect(['Europe/Atlantis', '', 'x; drop table users'].map(timeZoneOf)).toEqual([undefined, undefined, undefined]);
  });

  it('has one name, however it is written', () => {
    expect(['Europe/Berlin', 'europe/berlin', 'EUROPE/berLIN'].map(timeZoneOf)).toEqual(
      Array.from({ length: 3 }, () => 'Europe/Berlin'),
    );
    expect(timeZoneOf('+0530')).toBe(timeZoneOf('+05:30'));
  });
});
