import { describe, expect, it } from 'vitest';
import { DomainError } from '../domain-error.ts';
import { atOf } from './seats.ts';

describe('the instant that amounts are calculated for', () => {
  const now = Date.parse('2026-11-26T12:00:00.700Z');
  const periodStart = new Date('2026-11-01T00:00:00.000Z');
  const at = (instant?: string, currentStart = periodStart) => {
    const prorationDate = instant === undefined ? undefined : Date.parse(instant) / 1000;
    try {
      return atOf({ now: () => now }, { currentStart }, { prorationDate }).toISOString();
    } catch (error) {
      if (error instanceof DomainError) return error.code;
      throw error;
    }
  };

  it('is the current second by default', () => {
    expect(at()).toBe('2026-11-26T12:00:00.000Z');
  });

  it.each([
    ['2026-11-26T11:00:00.700Z', '2026-11-26T11:00:00.700Z'],
    ['2026-11-26T11:00:00.699Z', 'amounts-outdated'],
    ['2026-11-26T12:00:00.000Z', '2026-11-26T12:00:00.000Z'],
    ['2026-11-26T12:01:00.700Z', '2026-11-26T12:01:00.700Z'],
    ['2026-11-26T12:01:00.701Z', 'amounts-outdated'],
  ])('of a preview at %s: %s', (instant, answer) => {
    expect(at(instant)).toBe(answer);
  });

  it('is never in an earlier period; the first second of a period belongs to it as a whole', () => {
    const renewed = new Date('2026-11-26T11:59:30.500Z');
    expect(at('2026-11-26T11:59:30.000Z', renewed)).toBe('2026-11-26T11:59:30.000Z');
    expect(at('2026-11-26T11:59:29.999Z', renewed)).toBe('amounts-outdated');
  });
});
