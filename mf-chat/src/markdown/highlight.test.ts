import core from 'highlight.js/lib/core';
import { expect, test } from 'vitest';
import { grammars, highlight, languages, prepare } from './highlight.ts';

const expected = 'tsx python javascript java cpp csharp php go swift c kotlin sql bash json'.split(' ');

test('exactly the fourteen languages are coloured', () => {
  expect(languages().toSorted()).toEqual(expected.toSorted());
  for (const language of expected) expect(highlight('if (1) { "x" }', language), language).toBeDefined();
  expect(highlight('x', 'brainfuck')).toBeUndefined();
});

test('a language goes by each of the names that its grammar knows, in capitals or not', () => {
  for (const [name, grammar] of Object.entries(grammars))
    for (const other of grammar(core).aliases ?? []) expect(prepare(other), other).toBe(name);
  expect(['TypeScript', 'Shell', 'CPP', 'constructor'].map(prepare)).toEqual(['tsx', 'bash', 'cpp', undefined]);
});
