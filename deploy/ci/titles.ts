import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { workspace } from '../release/data-folder.ts';
import { runCommand } from './run-command.ts';

/** For each file, relative to the workspace, its tests as the titles of their groups and their own title. */
export type Titles = ReadonlyMap<string, readonly (readonly string[])[]>;

type Found = readonly (readonly [file: string, path: readonly string[]])[];

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
    }[];
  }[];
}
interface PlaywrightSuite {
  readonly title: string;
  readonly file: string;
  readonly specs: readonly { readonly title: string; readonly tests: readonly { readonly status?: string }[] }[];
  readonly suites?: readonly PlaywrightSuite[];
}
interface PlaywrightReport {
  readonly config: { readonly rootDir: string };
  readonly suites: readonly PlaywrightSuite[];
}

const ran = new Set(['passed', 'failed']);
const inVitest = ({ testResults }: VitestReport): Found =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => ran.has(status))
      .map(({ ancestorTitles, title }) => [name, [...ancestorTitles, title]] as const),
  );

/** When tests are only listed, each one has the status of a skipped test. */
const inPlaywright = ({ config, suites: all }: PlaywrightReport, listed = false): Found => {
  const inSuite = ({ file, specs, suites = [] }: PlaywrightSuite, groups: readonly string[]): Found => [
    ...specs
      .filter(({ tests }) => listed || tests.some(({ status }) => status !== 'skipped'))
      .map(({ title }) => [join(config.rootDir, file), [...groups, title]] as const),
    ...suites.flatMap((suite) => inSuite(suite, [...groups, suite.title])),
  ];
  return all.flatMap((suite) => inSuite(suite, []));
};

const byFile = (found: Found): Titles =>
  new Map(
    Object.entries(Object.groupBy(found, ([file]) => relative(workspace, file))).map(
      ([file, all = []]) => [file, all.map(([, path]) => path)] as const,
    ),
  );

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

/**
 * The titles of all tests that ran, from the JSON reports of Vitest and Playwright. Parameterized titles contain their
 * values.
 */
export const reportedTitles = (files: readonly string[]): Titles =>
  byFile(
    files
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the runner's own format
      .map((file) => read(file) as VitestReport | PlaywrightReport)
      .flatMap((report) => ('testResults' in report ? inVitest(report) : inPlaywright(report))),
  );

/** The titles that the runners list without running anything. Parameterized titles are as written in the source. */
export const listedTitles = async (): Promise<Titles> => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-titles-'));
  const [units, journeys] = [join(folder, 'units.json'), join(folder, 'journeys.json')];
  const journeysReport = { env: { PLAYWRIGHT_JSON_OUTPUT_FILE: journeys } };
  try {
    const outcomes = await Promise.all([
      runCommand('vitest', ['list', '--staticParse', `--json=${units}`]),
      runCommand(
        'playwright',
        ['test', '--list', '--reporter=json', '--config', 'e2e/playwright.config.ts'],
        journeysReport,
      ),
    ]);
    for (const { code, output } of outcomes) if (code !== 0) throw new Error(output);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the runner's own format
    const listed = read(units) as readonly { readonly name: string; readonly file: string }[];
    return byFile([
      ...listed.map(({ name, file }) => [file, name.replaceAll(/\\(["'`])/g, '$1').split(' > ')] as const),
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the runner's own format
      ...inPlaywright(read(journeys) as PlaywrightReport, true),
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
};
