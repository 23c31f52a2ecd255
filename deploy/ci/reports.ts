import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { workspace } from '../release/data-folder.ts';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** A line for each failure: its file, its title and its first message. */
  readonly failures?: readonly string[];
  /** Tests that passed only at the second attempt. They are listed so that someone looks for the cause. */
  readonly flaky?: readonly string[];
  /** Browsers in which nothing was tested. */
  readonly missing?: readonly string[];
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
}
interface PlaywrightSpec {
  readonly title: string;
  readonly file: string;
  readonly tests: readonly {
    readonly status: string;
    readonly results?: readonly { readonly error?: { readonly message?: string } }[];
  }[];
}
interface PlaywrightSuite {
  readonly specs: readonly PlaywrightSpec[];
  readonly suites?: readonly PlaywrightSuite[];
}
interface PlaywrightReport {
  readonly suites?: readonly PlaywrightSuite[];
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number };
  readonly errors: readonly unknown[];
}

/** A runner that fails without a failing test, or without a report at all, counts as one failure. */
const withSilentFailure = (counts: Counts, code: number): Counts =>
  code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;

const firstLine = (text = '') => stripVTControlCharacters(text).trim().split('\n', 1).join('');
const failureLine = (file: string, title: string, message?: string) => `${file}: ${title}: ${firstLine(message)}`;
const read = (file: string): unknown => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);

/** Counts of a Vitest JSON report. A file that failed as a whole is one failure. `code` is the runner's exit code. */
export const vitestCounts = (file: string, code: number): Counts => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the runner's own format
  const report = read(file) as VitestReport | undefined;
  if (!report) return withSilentFailure({ passed: 0, failed: 0 }, code || 1);
  const broken = report.testResults.filter(
    (one) => one.status === 'failed' && one.assertionResults.every(({ status }) => status !== 'failed'),
  );
  const failures = [
    ...broken.map(({ name, message }) => failureLine(relative(workspace, name), 'as a file', message)),
    ...report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => failureLine(relative(workspace, name), fullName, failureMessages?.[0])),
    ),
  ];
  return withSilentFailure(
    { passed: report.numPassedTests, failed: report.numFailedTests + broken.length, failures },
    code,
  );
};

const specsIn = ({ specs, suites = [] }: PlaywrightSuite): PlaywrightSpec[] => [...specs, ...suites.flatMap(specsIn)];
const withStatus = (specs: readonly PlaywrightSpec[], wanted: string) =>
  specs.filter(({ tests }) => tests.some(({ status }) => status === wanted));

/**
 * Counts of a Playwright JSON report, with the journeys that needed a second attempt. `code` is the runner's exit code.
 */
export const playwrightCounts = (file: string, code: number): Counts => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the runner's own format
  const report = read(file) as PlaywrightReport | undefined;
  if (!report) return withSilentFailure({ passed: 0, failed: 0 }, code || 1);
  const { expected, unexpected, flaky } = report.stats;
  const specs = (report.suites ?? []).flatMap(specsIn);
  const failures = withStatus(specs, 'unexpected').map(({ file: spec, title, tests }) => {
    const [error] = tests.flatMap(({ results = [] }) => results.flatMap((result) => result.error ?? []));
    return failureLine(spec, title, error?.message);
  });
  const counts = { passed: expected + flaky, failed: unexpected + report.errors.length, failures };
  return { ...withSilentFailure(counts, code), flaky: withStatus(specs, 'flaky').map(({ title }) => title) };
};
