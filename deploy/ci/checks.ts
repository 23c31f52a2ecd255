import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { builtFromSources } from '../local/workspace-builds.ts';
import { budgetIn, byteProblems } from '../release/byte-budget.ts';
import { dataFolder, workspace } from '../release/data-folder.ts';
import { openStore } from '../release/store.ts';
import { compatibilityWith } from './compatibility.ts';
import { declarationProblems } from '../build/declarations.ts';
import { packageFolders } from '../build/packages.ts';
import { endedFlagsIn } from './ended-flags.ts';
import { kernelProblems } from '../packages/record.ts';
import { mapProblems } from './readme-map.ts';
import type { Passed, Reads } from './passed.ts';
import { requirementProblemsIn } from './requirements.ts';
import { runCommand } from './run-command.ts';
import { allSuppressionProblems } from './suppressions.ts';
import { allTexts, textProblems } from './texts.ts';
import { listedTitles } from './titles.ts';

export interface Check {
  readonly name: string;
  /** The package that the check is about; all packages if there is none. */
  readonly of?: string;
  /**
   * What each part of the check reads: a part that passed with the same content is not run again. Without parts the
   * check always runs.
   */
  readonly parts?: Readonly<Record<string, Reads>>;
  /** Resolves to what is wrong, or undefined. `log` is for what should be read in any case. */
  readonly run: (log: (line: string) => void, parts: readonly string[]) => Promise<string | undefined>;
}

const isLoaded = (name: string) => name === 'shell' || name.startsWith('mf-');

const runProgram = async (program: string, args: readonly string[]): Promise<string | undefined> => {
  const { code, output } = await runCommand(program, args);
  return code === 0 ? undefined : output.trim() || `${program} ended with ${code}`;
};
const command = (name: string, reads: Reads, program: string, ...args: string[]): Check => ({
  name,
  parts: { [name]: reads },
  run: () => runProgram(program, args),
});

/**
 * How many checkers the compiler of types uses. Each learns the types of the libraries anew, so one pays only with a core
 * of its own, and two checks run at a time.
 */
const checkers = Math.min(4, Math.max(1, Math.floor(availableParallelism() / 2)));
const types = (name: string): Check => ({
  ...command(`types of ${name}`, readBy(name), 'tsc', '-p', name, '--checkers', String(checkers)),
  of: name,
});

/** What the sources of a package import, by the same package boundaries that lint enforces. */
export const readBy = (name: string): Reads => {
  if (name === 'shared-kernel') return [name];
  if (name === 'service') return [name, 'shared-kernel'];
  return isLoaded(name) ? [name, 'shared-kernel', 'deploy'] : 'everything';
};
const outside = 'outside of packages';
/** A single run of the linter for all parts that have to be checked again. */
const lint = (): Check => {
  const packages = packageFolders();
  return {
    name: 'lint',
    parts: Object.fromEntries([
      ...packages.map((name) => [`lint ${name}`, readBy(name)]),
      [`lint ${outside}`, ['docs']],
    ]),
    run(_, parts) {
      const left = packages.filter((name) => !parts.includes(`lint ${name}`));
      return runProgram('oxlint', ['--quiet', ...left.map((name) => `--ignore-pattern=/${name}/**`), '.']);
    },
  };
};
const sentences = (name: string, find: () => string[] | Promise<string[]>): Check => ({
  name,
  async run() {
    const problems = await find();
    return problems.length === 0 ? undefined : problems.join('\n');
  },
});
const contractsWith = (environment: string): Check => ({
  name: `contracts of the sources against the pins of ${environment}`,
  async run(log) {
    const { lines, problems } = await compatibilityWith(environment, join(workspace, 'deploy/environments'));
    for (const line of lines) log(`       ${line}`);
    return problems.length === 0 ? undefined : problems.join('\n');
  },
});
/** Builds a package and compares each of its files with the budget that its owner set. */
const bytesOf = (name: string): Check => ({
  name: `bytes of ${name}`,
  of: name,
  async run() {
    const record = await builtFromSources(openStore(join(dataFolder(), 'store')), name);
    const problems = byteProblems(record, budgetIn(join(workspace, name)));
    return problems.length === 0 ? undefined : problems.join('\n');
  },
});
const text = (file: string): string =>
  existsSync(join(workspace, file)) ? readFileSync(join(workspace, file), 'utf8') : '';
/** Folders that the map does not list: written by tools, or not ours. */
const unmapped = new Set(['node_modules', 'bench', 'dist', 'test-results']);
const folders = () =>
  readdirSync(workspace, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !unmapped.has(entry.name))
    .map((entry) => entry.name);

/** Every static check of the workspace. */
export const checks = (): Check[] => [
  ...packageFolders().map(types),
  ...packageFolders().filter(isLoaded).map(bytesOf),
  lint(),
  command('format', 'everything', 'oxfmt', '--check', '.'),
  command('styles', 'everything', 'stylelint', '**/*.css', '--allow-empty-input'),
  command('unused files, exports and dependencies', 'everything', 'knip', '--no-progress', '--no-config-hints'),
  contractsWith('staging'),
  contractsWith('production'),
  {
    ...sentences('requirements', async () => requirementProblemsIn(workspace, await listedTitles())),
    parts: { requirements: 'everything' },
  },
  sentences('versions of the kernel', kernelProblems),
  sentences('copies of declarations of others', () => declarationProblems(workspace)),
  sentences('reasons of suppressions', () => allSuppressionProblems(workspace)),
  {
    name: 'expired flags',
    // A check must not start to fail just because a day has passed, so ended flags are only logged.
    async run(log) {
      for (const line of await endedFlagsIn(workspace)) log(`       ${line}`);
      return undefined;
    },
  },
  sentences('texts', () => textProblems(allTexts(workspace))),
  sentences('map in the README', () => mapProblems(text('README.md'), folders())),
];

interface Options {
  /** Only checks of these packages. */
  readonly packages?: readonly string[];
  /** Knows which checks passed before; without it, all run. */
  readonly passed?: Passed;
  /** The name of a check that the caller does in a better way. */
  readonly except?: string;
  /** Default: those of the workspace. */
  readonly all?: readonly Check[];
}

/** The parts of a check that have to run. */
const partsToRun = ({ parts = {} }: Check, passed?: Passed): readonly (readonly [string, Reads])[] =>
  Object.entries(parts).filter(([part, reads]) => !passed?.has(part, reads));

/** Runs all checks, or those of some packages, two at a time. Logs each result and returns how many passed. */
export const runChecks = async (
  log: (line: string) => void,
  { packages = [], passed, except, all = checks() }: Options = {},
): Promise<{ passed: number; failed: number }> => {
  let failed = 0;
  const selected = all
    .filter(({ of }) => packages.length === 0 || (of !== undefined && packages.includes(of)))
    .filter(({ name }) => name !== except);
  const waiting = [...selected];
  const runSlot = async (): Promise<void> => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const parts = partsToRun(check, passed);
      if (check.parts && parts.length === 0) {
        log(`ok     ${check.name}, as before`);
        continue;
      }
      const names = parts.map(([part]) => part);
      const problem = await check.run(log, names).catch((error: unknown) => String(error));
      log(`${problem === undefined ? 'ok    ' : 'FAILED'} ${check.name}`);
      if (problem === undefined) {
        passed?.add(parts);
        continue;
      }
      failed += 1;
      log(problem.replaceAll(/^/gm, '       '));
    }
  };
  await Promise.all([runSlot(), runSlot()]);
  return { passed: selected.length - failed, failed };
};
