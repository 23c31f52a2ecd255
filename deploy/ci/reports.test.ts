import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { workspace } from '../release/data-folder.ts';
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

test('tests are counted from the report, and a file that failed as a whole is a failure', () => {
  const file = report({
    numPassedTests: 3,
    numFailedTests: 1,
    testResults: [
      {
        name: join(workspace, 'shell/a.test.ts'),
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'holds' },
          { status: 'failed', fullName: 'breaks', failureMessages: ['\u001B[31mexpected 1 to be 2\u001B[39m\n  at …'] },
        ],
      },
      { name: join(workspace, 'shell/b.test.ts'), status: 'failed', message: 'no such file', assertionResults: [] },
      {
        name: join(workspace, 'shell/c.test.ts'),
        status: 'failed',
        message: 'a hook',
        assertionResults: [{ status: 'passed', fullName: 'holds' }],
      },
    ],
  });
  expect(vitestCounts(file, 1)).toEqual({
    passed: 3,
    failed: 3,
    failures: [
      'shell/b.test.ts: as a file: no such file',
      'shell/c.test.ts: as a file: a hook',
      'shell/a.test.ts: breaks: expected 1 to be 2',
    ],
  });
});

test('a runner that fails without a failing test, or leaves no report, is a failure', () => {
  const file = report({ numPassedTests: 3, numFailedTests: 0, testResults: [] });
  expect(vitestCounts(file, 1)).toEqual({ passed: 3, failed: 1, failures: [] });
  expect(vitestCounts(join(folder, 'none.json'), 0)).toEqual({ passed: 0, failed: 1 });
  expect(playwrightCounts(join(folder, 'none.json'), 0)).toEqual({ passed: 0, failed: 1 });
});

test('a journey that passed only on the second try counts as passed, and is reported', () => {
  const specs = [
    { title: 'is steady', tests: [{ status: 'expected' }] },
    { title: 'is shaky', tests: [{ status: 'flaky' }] },
    {
      file: 'a.spec.ts',
      title: 'breaks',
      tests: [{ status: 'unexpected', results: [{ error: { message: 'Timeout\nof …' } }] }],
    },
  ];
  const file = report({
    suites: [{ specs: [], suites: [{ specs }] }],
    stats: { expected: 5, unexpected: 1, flaky: 1 },
    errors: [],
  });
  expect(playwrightCounts(file, 1)).toEqual({
    passed: 6,
    failed: 1,
    failures: ['a.spec.ts: breaks: Timeout'],
    flaky: ['is shaky'],
  });
});

test('an error outside of the journeys is a failure', () => {
  const file = report({ stats: { expected: 5, unexpected: 0, flaky: 0 }, errors: [{}] });
  expect(playwrightCounts(file, 1)).toEqual({ passed: 5, failed: 1, failures: [], flaky: [] });
});
