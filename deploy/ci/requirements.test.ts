import { expect, test } from 'vitest';
import { failureRows, requirementProblems } from './requirements.ts';

const titles = new Map([
  [
    'a.test.ts',
    [
      ['the bar', "it's open"],
      ['the bar', 'opens 4 times (really)'],
      ['the door', 'lets %s in'],
      ['the door', '%s'],
    ],
  ],
]);
const row = (named: string, id = 'A1.01') => [id, 'The bar opens.', 'shell', named].join('\t');
const problems = (...rows: string[]) => requirementProblems(rows.join('\n'), titles);

test('rows whose tests are reported are true: within a group, a group alone, and a table with or without its values', () => {
  expect(
    problems(
      row("a.test.ts › the bar › it's open"),
      row('a.test.ts › the bar'),
      row('a.test.ts › opens %s times (really)'),
      row('a.test.ts › the door › lets a guest in'),
      row('a.test.ts › the door › %s'),
    ),
  ).toEqual([]);
});

test('a row may name several tests, or describe without one', () => {
  expect(
    problems(row("a.test.ts › it's open ; a.test.ts › opens 4 times (really)"), row('descriptive', 'A1.02')),
  ).toEqual([]);
});

test.each([
  ['none.test.ts › it opens', 'names none.test.ts, for which no runner reports a test'],
  ['a.test.ts › it closes', 'names the test “it closes”, which is not reported for a.test.ts'],
  ["a.test.ts › the door › it's open", "names the test “the door › it's open”, which is not reported for a.test.ts"],
  ["a.test.ts › it's open ; a.test.ts › it closes", 'names the test “it closes”, which is not reported for a.test.ts'],
  ['a.test.ts', 'names no test in a.test.ts'],
  ['', 'must have four columns'],
])('a row with the test “%s” is reported', (named, sentence) => {
  expect(problems(row(named))).toEqual([expect.stringContaining(sentence)]);
});

test('a name is not found in a title of a table that has no word of its own', () => {
  expect(problems(row('a.test.ts › the door › a name that nobody gave'))).toHaveLength(1);
});

test('the same row twice is reported', () => {
  const one = row("a.test.ts › it's open");
  expect(problems(one, one)).toEqual(['row 2: A1.01 is listed twice with the same test']);
});

test('the last column of the table of failures names tests, too', () => {
  const table =
    '# Failures\n\n| fails | seen | left | test |\n| --- | --- | --- | --- |\n| a | b | c | a.test.ts › it closes |';
  expect(requirementProblems(failureRows(table), titles)).toEqual([
    'row 1: F1 names the test “it closes”, which is not reported for a.test.ts',
  ]);
});
