import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildWorkspace } from '../local/workspace-builds.ts';
import { watchLauncher } from '../local/launcher.ts';
import { sentenceOf } from '../local/problem.ts';
import { dataFolder, environmentName } from '../release/data-folder.ts';
import { readEnvironment } from '../release/environment.ts';
import { openStore } from '../release/store.ts';
import { browserNames, browserPath } from './browser.ts';
import { runBrowserJourneys } from './browser-journeys.ts';
import { runChecks } from './checks.ts';
import { runContractSuites } from './contract-suites.ts';
import { type Counts, playwrightCounts, vitestCounts } from './reports.ts';
import { endCommands, runCommand } from './run-command.ts';

/** Every proof of the product, one phase after the other; the last line counts what all runners reported. */
const say = (line: string) => console.log(line);
const data = dataFolder();
const reports = join(data, 'reports');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const vitest = async (report: string, ...args: string[]): Promise<Counts> => {
  const file = join(reports, report);
  const { code } = await runCommand(
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...args],
    { live: true },
  );
  return vitestCounts(file, code);
};

const phases: readonly { name: string; run: () => Promise<Counts> }[] = [
  { name: 'static checks', run: () => runChecks(say) },
  { name: 'unit, contract and service tests', run: () => vitest('vitest.json') },
  {
    name: 'builds',
    async run() {
      const store = openStore(join(data, 'store'));
      await buildWorkspace({ data, store, environment: readEnvironment(environmentName()), mode: 'production', say });
      return { passed: 1, failed: 0 };
    },
  },
  { name: 'contracts of the built releases', run: () => vitest('built.json', '--config', 'deploy/ci/built.config.ts') },
  {
    name: 'contract suites, old and new',
    async run() {
      const report = join(reports, 'contracts.json');
      const { code } = await runContractSuites({ report, say });
      return playwrightCounts(report, code);
    },
  },
  {
    name: 'journeys',
    async run() {
      const file = join(reports, 'journeys.json');
      const env = { ATRIUM_CHROMIUM: await browserPath(say), ATRIUM_JOURNEYS_REPORT: file };
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
      const { code, missing } = await runBrowserJourneys({ names: browserNames, report: file, say });
      return { ...playwrightCounts(file, code), missing };
    },
  },
];

/** As a shell tells it: 128 and the signal's number. */
const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
let ending = false;
const end = async (signal: keyof typeof codes) => {
  if (ending) return;
  ending = true;
  await endCommands();
  say(`\nEnded by ${signal}; nothing was proved.`);
  process.exit(codes[signal]);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(signal));
watchLauncher(() => void end('SIGTERM'));

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
const begun = performance.now();
const total = { passed: 0, failed: 0 };
const summary: string[] = [];
for (const { name, run } of phases) {
  if (ending) break;
  say(`\n== ${name}`);
  const since = performance.now();
  let counts: Counts = { passed: 0, failed: 1 };
  try {
    counts = await run();
  } catch (error) {
    say(sentenceOf(error));
  }
  total.passed += counts.passed;
  total.failed += counts.failed;
  summary.push(`${name.padEnd(34)} ${counts.passed} passed, ${counts.failed} failed, ${seconds(since)}`);
  for (const title of counts.flaky ?? []) summary.push(`  passed at the second try only: ${title}`);
  for (const browser of counts.missing ?? [])
    summary.push(`  not tried, none is here and none can be installed: ${browser}`);
}
if (!ending) {
  say(`\n${summary.join('\n')}\nin ${seconds(begun)}`);
  say(`${total.passed} passed, ${total.failed} failed`);
}
process.exitCode = total.failed === 0 ? 0 : 1;
