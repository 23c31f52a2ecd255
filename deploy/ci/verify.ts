import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { buildWorkspace } from '../local/workspace-builds.ts';
import { watchLauncher } from '../local/launcher.ts';
import { sentenceOf } from '../local/problem.ts';
import { dataFolder, environmentName, workspace } from '../release/data-folder.ts';
import { readEnvironment } from '../release/environment.ts';
import { openStore } from '../release/store.ts';
import { browserNames, journeyBrowsers } from './browser.ts';
import { runBrowserJourneys } from './browser-journeys.ts';
import { runChecks } from './checks.ts';
import { runContractSuites } from './contract-suites.ts';
import { type Counts, playwrightCounts, vitestCounts } from './reports.ts';
import { requirementProblemsIn } from './requirements.ts';
import { endCommands, runCommand } from './run-command.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';
import { reportedTitles } from './titles.ts';

/**
 * All tests and checks of the product, in three queues that run side by side. The last line sums up what all runners
 * reported.
 */
const log = (line: string) => console.log(line);
const data = dataFolder();
const reports = join(data, 'reports');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
// Temporary files of everything that the phases start.
const temporary = makeTemporaryFolder();
process.env['TMPDIR'] = temporary;
process.once('exit', () => rmSync(temporary, { recursive: true, force: true }));

/** They run at a lower priority, so they take what the browsers leave of both cores. */
const workers = Math.max(2, Math.floor(availableParallelism() / 2));
const vitest = async (report: string, args: readonly string[], maxWorkers = workers): Promise<Counts> => {
  const file = join(reports, report);
  const { code } = await runCommand(
    'vitest',
    [
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
      '--maxWorkers',
      String(maxWorkers),
      ...args,
    ],
    { live: true, yields: true },
  );
  return vitestCounts(file, code);
};

interface Phase {
  readonly name: string;
  readonly run: () => Promise<Counts>;
}

/**
 * One after the other: the builds, then what looks at the built product, mostly in a browser, where time matters. The
 * checks come here because this queue is the shorter one.
 */
const onTheProduct: readonly Phase[] = [
  {
    name: 'builds',
    async run() {
      const store = openStore(join(data, 'store'));
      await buildWorkspace({
        data,
        store,
        environment: () => readEnvironment(environmentName()),
        mode: 'production',
        log,
      });
      return { passed: 1, failed: 0 };
    },
  },
  {
    name: 'journeys',
    async run() {
      const file = join(reports, 'journeys.json');
      const env = { ...(await journeyBrowsers(log)), ATRIUM_JOURNEYS_REPORT: file };
      const { code } = await runCommand('playwright', ['test', '--config', 'e2e/playwright.config.ts'], {
        env,
        live: true,
      });
      return playwrightCounts(file, code);
    },
  },
  {
    name: 'main journeys in every browser',
    async run() {
      const file = join(reports, 'browsers.json');
      const { code, missing } = await runBrowserJourneys({ names: browserNames, report: file, log });
      return { ...playwrightCounts(file, code), missing };
    },
  },
  {
    name: 'contract suites, old and new',
    async run() {
      const report = join(reports, 'contracts.json');
      const { code } = await runContractSuites({ report, log });
      return playwrightCounts(report, code);
    },
  },
  {
    name: 'contracts of the built releases',
    run: () => vitest('built.json', ['--config', 'deploy/ci/built.config.ts']),
  },
  // Requirements are excluded because listing tests needs runs of its own; here they are checked against the tests that
  // ran.
  { name: 'static checks', run: () => runChecks(log, { except: 'requirements' }) },
];

/** Beside them, at a lower priority: what needs no built product. */
const ofTheService: readonly Phase[] = [
  { name: 'service tests', run: () => vitest('service.json', ['--project', 'service']) },
];

/** Beside both: tests that wait for processes and timers for a third of their time, then the short ones. */
const ofTheRest: readonly Phase[] = [
  { name: 'tests of deployment', run: () => vitest('deploy.json', ['--project', 'deploy'], 1) },
  {
    name: 'unit and contract tests',
    run: () => vitest('unit.json', ['--project', '!service', '--project', '!deploy']),
  },
];

/** Runs last, on all reports: each requirement row has to name a test that ran. */
const requirements: Phase = {
  name: 'requirements, by the tests that ran',
  run() {
    const ran = reportedTitles(
      ['service.json', 'deploy.json', 'unit.json', 'journeys.json'].map((file) => join(reports, file)),
    );
    const problems = requirementProblemsIn(workspace, ran);
    for (const problem of problems) log(problem);
    return Promise.resolve({ passed: problems.length === 0 ? 1 : 0, failed: problems.length });
  },
};

/** Exit codes as in a shell: 128 plus the number of the signal. */
const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
let ending = false;
const end = async (signal: keyof typeof codes) => {
  if (ending) return;
  ending = true;
  await endCommands();
  log(`\nStopped by ${signal}; nothing was verified.`);
  process.exit(codes[signal]);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(signal));
watchLauncher(() => void end('SIGTERM'));

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
const startedAt = performance.now();
const total = { passed: 0, failed: 0 };

const summaryOf = (
  name: string,
  { passed, failed, failures = [], flaky = [], missing = [] }: Counts,
  since: number,
): string[] => [
  `${name.padEnd(34)} ${passed} passed, ${failed} failed, ${seconds(since)}`,
  ...failures.map((line) => `  failed: ${line}`),
  ...flaky.map((title) => `  passed only on the second try: ${title}`),
  ...missing.map((browser) => `  not run, because none is installed and none can be: ${browser}`),
];

const prove = async ({ name, run }: Phase): Promise<string[]> => {
  log(`\n== ${name}`);
  const since = performance.now();
  let counts: Counts = { passed: 0, failed: 1 };
  try {
    counts = await run();
  } catch (error) {
    log(sentenceOf(error));
  }
  total.passed += counts.passed;
  total.failed += counts.failed;
  return summaryOf(name, counts, since);
};

const runAll = async (phases: readonly Phase[]): Promise<string[]> => {
  const summary: string[] = [];
  for (const phase of phases) if (!ending) summary.push(...(await prove(phase)));
  return summary;
};

const summary = (await Promise.all([onTheProduct, ofTheService, ofTheRest].map(runAll))).flat();
if (!ending) summary.push(...(await prove(requirements)));
if (!ending) {
  log(`\n${summary.join('\n')}\nin ${seconds(startedAt)}`);
  log(`${total.passed} passed, ${total.failed} failed`);
}
process.exitCode = total.failed === 0 ? 0 : 1;
