import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { workspace } from '../release/data-folder.ts';
import { reportedTitles } from './titles.ts';

const reportOf = (content: object): string => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-report-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'report.json'), JSON.stringify(content));
  return join(folder, 'report.json');
};

test('the reports of both runners contain each test that ran, with its groups, and no skipped one', () => {
  const units = reportOf({
    testResults: [
      {
        name: join(workspace, 'shell/a.test.ts'),
        assertionResults: [
          { ancestorTitles: ['the bar'], title: 'opens', status: 'passed' },
          { ancestorTitles: [], title: 'sings', status: 'skipped' },
        ],
      },
    ],
  });
  const journeys = reportOf({
    config: { rootDir: join(workspace, 'e2e') },
    suites: [
      {
        title: 'a.spec.ts',
        file: 'a.spec.ts',
        specs: [{ title: 'a visitor looks', tests: [{ status: 'expected' }] }],
        suites: [
          {
            title: 'a user',
            file: 'a.spec.ts',
            specs: [
              { title: 'asks', tests: [{ status: 'flaky' }] },
              { title: 'sleeps', tests: [{ status: 'skipped' }] },
            ],
          },
        ],
      },
    ],
  });
  expect(reportedTitles([units, journeys])).toEqual(
    new Map([
      ['shell/a.test.ts', [['the bar', 'opens']]],
      ['e2e/a.spec.ts', [['a visitor looks'], ['a user', 'asks']]],
    ]),
  );
});
