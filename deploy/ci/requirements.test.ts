import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { requirementProblems } from './requirements.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'atrium-rows-'));
  writeFileSync(
    join(root, 'a.test.ts'),
    `describe('the bar', () => { test("it's open", f); test.each([1])('opens %s times (really)', f); });`,
  );
});
afterEach(() => rmSync(root, { recursive: true }));
const row = (test: string, id = 'A1.01') => [id, 'The bar opens.', 'shell', test].join('\t');

test('rows whose tests exist are true, also within a group and in a table', () => {
  const rows = [row("a.test.ts › the bar › it's open"), row('a.test.ts › opens 4 times (really)', 'A1.02')];
  expect(requirementProblems(rows.join('\n'), root)).toEqual([]);
});

test('a row may name several tests, or describe without one', () => {
  const rows = [row("a.test.ts › it's open ; a.test.ts › opens 4 times (really)"), row('descriptive', 'A1.02')];
  expect(requirementProblems(rows.join('\n'), root)).toEqual([]);
});

test.each([
  ['none.test.ts › it opens', 'names none.test.ts, which does not exist'],
  ['a.test.ts › it closes', 'names the test “it closes”, which a.test.ts lacks'],
  ["a.test.ts › it's open ; a.test.ts › it closes", 'names the test “it closes”, which a.test.ts lacks'],
  ['a.test.ts', 'names no test in a.test.ts'],
  ['', 'four columns are wanted'],
])('a row with the test “%s” is told', (test, sentence) => {
  expect(requirementProblems(row(test), root)).toEqual([expect.stringContaining(sentence)]);
});

test('the same row twice is told', () => {
  const one = row("a.test.ts › it's open");
  expect(requirementProblems(`${one}\n${one}`, root)).toEqual(['row 2: A1.01 is there twice with the same test']);
});
