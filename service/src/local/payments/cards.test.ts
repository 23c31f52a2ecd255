import { expect, it } from 'vitest';
import { cardPattern, isCard } from './cards.ts';

it.each<[string, boolean]>([
  ['424242424242', true],
  ['4242 4242 4242 4242', true],
  [' 4242-4242-4242-4242-424 ', true],
  ['42424242424', false],
  ['42424242424242424242', false],
  ['4242 4242 4242 424x', false],
  ['', false],
])('a browser and the service agree that %j is a card number: %j', (typed, valid) => {
  // As browsers compile the attribute.
  expect(new RegExp(`^(?:${cardPattern})$`, 'v').test(typed)).toBe(valid);
  expect(isCard(typed)).toBe(valid);
});
