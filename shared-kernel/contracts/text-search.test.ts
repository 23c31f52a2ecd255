import { expect, test } from 'vitest';
import { createTextSearch } from './text-search.ts';

test.each([
  ['', 'Ada Lovelace', true],
  ['  ', 'Ada Lovelace', true],
  ['ADA', 'Ada Lovelace', true],
  ['  love  ada ', 'Ada Lovelace', true],
  ['ada byron', 'Ada Lovelace', false],
  ['adalove', 'Ada Lovelace', false],
  ['cafe', 'Café Müller', true],
  ['MÜLLER', 'Cafe Muller', true],
  ['office', 'Oﬃce', true],
])('%j is in %j: %j', (typed, text, found) => {
  expect(createTextSearch(typed)(text)).toBe(found);
});
