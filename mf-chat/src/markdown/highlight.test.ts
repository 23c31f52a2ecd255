import { expect, test } from 'vitest';
import { highlight, languages } from './highlight.ts';

const wanted = 'tsx python javascript java cpp csharp php go swift c kotlin sql bash json'.split(' ');

test('exactly the fourteen languages are coloured', () => {
  expect(languages().toSorted()).toEqual(wanted.toSorted());
  for (const language of wanted) expect(highlight('if (1) { "x" }', language), language).toBeDefined();
  expect(highlight('x', 'brainfuck')).toBeUndefined();
});
