import { expect, it } from 'vitest';
import { placeInWords } from './places.ts';

it('tells the city and the country, or what is known of them', () => {
  expect(placeInWords({ city: 'Cape Town', country: 'ZA' })).toBe('Cape Town, South Africa');
  expect(placeInWords({ country: 'ZA' })).toBe('South Africa');
  expect(placeInWords({ city: 'Cape Town' })).toBe('Cape Town');
});

it('tells nothing where nothing is known', () => {
  expect(placeInWords({})).toBeUndefined();
  for (const country of ['XX', 'ZZ', 'QQ', 'T1', '']) expect(placeInWords({ country })).toBeUndefined();
});
