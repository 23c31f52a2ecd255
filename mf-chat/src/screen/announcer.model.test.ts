import { expect, test } from 'vitest';
import { spokenPart, withoutMarkup } from './announcer.model.ts';

test('only whole sentences are spoken', () => {
  expect(spokenPart('One sentence. And half of')).toBe('One sentence.');
  expect(spokenPart('No end yet')).toBe('');
});

test('the signs of markdown are not spoken', () => {
  expect(withoutMarkup('## A **bold** [link](https://a.test)\n- `x`')).toBe('A bold link x');
});

test('a text full of brackets is read in one pass', () => {
  // With a pass per bracket, this would take minutes.
  expect(withoutMarkup('['.repeat(200_000))).toHaveLength(200_000);
});
