import { expect, it } from 'vitest';
import { formatLocation } from './locations.ts';

it('returns the city and the country, or what is known of them', () => {
  expect(formatLocation({ city: 'Cape Town', country: 'ZA' })).toBe('Cape Town, South Africa');
  expect(formatLocation({ country: 'ZA' })).toBe('South Africa');
  expect(formatLocation({ city: 'Cape Town' })).toBe('Cape Town');
});

it('returns nothing if nothing is known', () => {
  expect(formatLocation({})).toBeUndefined();
  for (const country of ['XX', 'ZZ', 'QQ', 'T1', '']) expect(formatLocation({ country })).toBeUndefined();
});
