import { describe, expect, it } from 'vitest';
import { readPlan } from './plan.ts';

describe('the words of a planner', () => {
  it.each([
    ['QUERY: rivers of Africa\nQUERY: Nile length', ['rivers of Africa', 'Nile length']],
    ['Sure! Here it is:\n\n1. **Query:** "rivers"\n2. Query 2: lakes', ['rivers', 'lakes']],
    ['- rivers of Africa\n* rivers of africa\n2) lakes', ['rivers of africa', 'lakes']],
    ['QUERY: a\nQUERY: b\nQUERY: c\nQUERY: d\nQUERY: e', ['a', 'b', 'c', 'd']],
    ['I cannot search.', []],
    ['', []],
    ['ENOUGH', undefined],
    ['**Enough.**', undefined],
  ])('%j mean %j', (words, queries) => {
    expect(readPlan(words)).toEqual(queries);
  });
});
