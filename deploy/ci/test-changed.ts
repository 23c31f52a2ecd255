import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspace } from '../release/data-folder.ts';
import { affectedBy } from './affected.ts';
import { journeyBrowsers } from './browser.ts';
import { runContractSuites } from './contract-suites.ts';
import { endCommands, runCommand } from './run-command.ts';

/** Runs what the changes since a base can break: `pnpm test:changed [base]`, where the base is `main` by default. */
const log = (line: string) => console.log(line);
const [base = 'main'] = process.argv.slice(2);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void endCommands().then(() => process.exit(130)));

const linesOf = async (...args: string[]): Promise<string[]> => {
  const { code, output } = await runCommand('git', args);
  if (code !== 0) throw new Error(output);
  return output.split('\n').filter((line) => line !== '');
};
const since = (await linesOf('merge-base', base, 'HEAD'))[0] ?? base;
const files = [
  ...(await linesOf('diff', '--name-only', since)),
  ...(await linesOf('ls-files', '--others', '--exclude-standard')),
];
const { remotes, journeys } = affectedBy(files, readFileSync(join(workspace, 'docs/requirements.tsv'), 'utf8'));

const codes: number[] = [];
log(`\n== unit tests that import one of ${files.length} changed files`);
codes.push((await runCommand('vitest', ['run', `--changed=${since}`, '--passWithNoTests'], { live: true })).code);
if (remotes.length > 0) {
  log(`\n== contract suites of ${remotes.join(', ')}`);
  codes.push((await runContractSuites({ remotes, log })).code);
}
if (journeys.length > 0) {
  log(`\n== journeys: ${journeys.join(', ')}`);
  const env = await journeyBrowsers(log);
  const args = ['test', '--config', 'e2e/playwright.config.ts', ...journeys];
  codes.push((await runCommand('playwright', args, { env, live: true })).code);
}
process.exitCode = codes.some((code) => code !== 0) ? 1 : 0;
