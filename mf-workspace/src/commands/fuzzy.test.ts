import { expect, test } from 'vitest';
import { fit } from './fuzzy.ts';

test.each([
  ['New Chat', 'new'],
  ['New Chat', 'chat'],
  ['New Chat', 'wch'],
  ['New Chat', 'nc'],
  ['Große Pläne', 'plane'],
  ['東京の灯台', '灯台'],
  ['Привет', 'привет'],
  ['Anything', '  '],
])('%s fits %s', (name, typed) => {
  expect(fit(name, typed)).toBeDefined();
});

test.each([
  ['New Chat', 'xyz'],
  ['New Chat', 'tahc'],
  ['Help', 'helpp'],
  ['Switch to the dark theme', 'chat'],
])('%s does not fit %s', (name, typed) => {
  expect(fit(name, typed)).toBeUndefined();
});

test('a match at the start ranks above one at the start of a word, that above one within a word, that above separate characters', () => {
  const names = ['Slime art', 'Hearing', 'Smart', 'Art of war', 'Modern art'];
  const sorted = names.toSorted((a, b) => (fit(b, 'art') ?? -1) - (fit(a, 'art') ?? -1));
  expect(sorted.slice(0, 1)).toEqual(['Art of war']);
  expect(sorted.indexOf('Slime art')).toBeLessThan(sorted.indexOf('Smart'));
  expect(fit('Hearing', 'art')).toBeUndefined();
});
