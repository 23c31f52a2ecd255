import { existsSync, readFileSync } from 'node:fs';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** Passed at the second try only: told by name, so that somebody looks why. */
  readonly flaky?: readonly string[];
  /** Browsers in which nothing was tried. */
  readonly missing?: readonly string[];
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[];
}
interface PlaywrightSuite {
  readonly specs: readonly { readonly title: string; readonly tests: readonly { readonly status: string }[] }[];
  readonly suites?: readonly PlaywrightSuite[];
}
interface PlaywrightReport {
  readonly suites?: readonly PlaywrightSuite[];
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number };
  readonly errors: readonly unknown[];
}

/** A runner that failed without a failing test, or without a report at all, is one failure. */
const honest = (counts: Counts, code: number): Counts =>
  code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
const read = (file: string): unknown => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);

/** Counts of a Vitest JSON report; a file that could not be loaded is one failure. `code`: the runner's exit code. */
export const vitestCounts = (file: string, code: number): Counts => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the runner's own format
  const report = read(file) as VitestReport | undefined;
  if (!report) return honest({ passed: 0, failed: 0 }, code || 1);
  const broken = report.testResults.filter((one) => one.status === 'failed' && one.assertionResults.length === 0);
  return honest({ passed: report.numPassedTests, failed: report.numFailedTests + broken.length }, code);
};

const flakyIn = ({ specs, suites = [] }: PlaywrightSuite): string[] => [
  ...specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky')).map(({ title }) => title),
  ...suites.flatMap(flakyIn),
];

/** Counts of a Playwright JSON report, with the journeys that needed a second try. `code`: the runner's exit code. */
export const playwrightCounts = (file: string, code: number): Counts => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the runner's own format
  const report = read(file) as PlaywrightReport | undefined;
  if (!report) return honest({ passed: 0, failed: 0 }, code || 1);
  const { expected, unexpected, flaky } = report.stats;
  const counts = { passed: expected + flaky, failed: unexpected + report.errors.length };
  return { ...honest(counts, code), flaky: (report.suites ?? []).flatMap(flakyIn) };
};
