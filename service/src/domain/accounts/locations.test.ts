import { expect, it } from 'vitest';
import { locationInWords } from './locations.ts';

it('tells the city and the country, or what is known of them', () => {
  expect(locationInWords({ city: 'Cape Town', country: 'ZA' })).toBe('Cape Town, South Africa');
  expect(locationInWords({ country: 'ZA' })).toBe('South Africa');
  expect(locationInWords({ city: 'Cape Town' })).toBe('Cape Town');
});

it('tells nothing where nothing is known', () => {
  expect(locationInWords({})).toBeUndefined();
  for (const country of ['XX', 'ZZ', 'QQ', 'T1', '']) expect(locationInWords({ country })).toBeUndefined();
});
