import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { playwrightCounts, vitestCounts } from './reports.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-reports-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
const report = (content: object) => {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
};

test('tests are counted from the report, and a file that could not be loaded is a failure', () => {
  const file = report({
    numPassedTests: 3,
    numFailedTests: 1,
    testResults: [
      { status: 'failed', assertionResults: [{}] },
      { status: 'failed', assertionResults: [] },
    ],
  });
  expect(vitestCounts(file, 1)).toEqual({ passed: 3, failed: 2 });
});

test('a runner that fails without a failing test, or leaves no report, is a failure', () => {
  const file = report({ numPassedTests: 3, numFailedTests: 0, testResults: [] });
  expect(vitestCounts(file, 1)).toEqual({ passed: 3, failed: 1 });
  expect(vitestCounts(join(folder, 'none.json'), 0)).toEqual({ passed: 0, failed: 1 });
  expect(playwrightCounts(join(folder, 'none.json'), 0)).toEqual({ passed: 0, failed: 1 });
});

test('a journey that passed at the second try only is counted as passed, and named', () => {
  const specs = [
    { title: 'is steady', tests: [{ status: 'expected' }] },
    { title: 'is shaky', tests: [{ status: 'flaky' }] },
  ];
  const file = report({
    suites: [{ specs: [], suites: [{ specs }] }],
    stats: { expected: 5, unexpected: 1, flaky: 1 },
    errors: [],
  });
  expect(playwrightCounts(file, 1)).toEqual({ passed: 6, failed: 1, flaky: ['is shaky'] });
});

test('an error outside of the journeys is a failure', () => {
  const file = report({ stats: { expected: 5, unexpected: 0, flaky: 0 }, errors: [{}] });
  expect(playwrightCounts(file, 1)).toEqual({ passed: 5, failed: 1, flaky: [] });
});
