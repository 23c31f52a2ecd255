import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Stryker } from '@stryker-mutator/core';
import { dataFolder, workspace } from '../release/data-folder.ts';
import { type Target, targets } from './targets.ts';
import { explainedIn, lineOf, type Mutant, verdictOf } from './verdict.ts';

/**
 * `pnpm mutate <target or package> …`: changes the sources of a target in hundreds of small ways, one at a time, and
 * reports which changes no test notices. ATRIUM_MUTATE_WORKERS sets how many run at once.
 */
const log = (line: string) => console.log(line);
const workers = Number(process.env['ATRIUM_MUTATE_WORKERS'] ?? 1);
const explained = explainedIn(readFileSync(join(import.meta.dirname, 'survivors.tsv'), 'utf8'));

const built = [
  '**/node_modules',
  '**/dist',
  '.atrium',
  '**/bench',
  '**/test-results',
  'deploy/environments',
  '**/*.woff2',
];

type Result = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

const run = (
  { project, readsAll }: Target,
  mutate: string[],
  { ignoreStatic }: { ignoreStatic: boolean },
): Promise<Result[]> =>
  new Stryker({
    mutate,
    testRunner: 'vitest',
    plugins: [fileURLToPath(import.meta.resolve('@stryker-mutator/vitest-runner'))],
    vitest: { configFile: 'deploy/mutate/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    ignoreStatic,
    concurrency: workers,
    // Stryker would rewrite the configuration through the JavaScript API of TypeScript, which version 7 lacks. Nothing
    // here needs that.
    tsconfigFile: 'not-rewritten.json',
    // Files that no test needs are not copied.
    ignorePatterns: readsAll ? built : ['**', '!*.{ts,json}', '!deploy/mutate/**', `!${project}/**`, ...built],
    tempDirName: join(dataFolder(), 'mutate'),
    reporters: ['progress-append-only'],
    allowConsoleColors: false,
    thresholds: { high: 100, low: 90, break: null },
    // A mutant that makes a test hang is killed after this time.
    timeoutMS: 20_000,
  }).runMutationTest();

const isKilled = ({ status }: Result) => status === 'Killed' || status === 'Timeout' || status === 'RuntimeError';
/** The place of a mutant as a pattern, in which columns start at 0. */
const rangeOf = ({ fileName, location: { start, end } }: Result) =>
  `${relative(workspace, fileName)}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`;
const keyOf = (mutant: Result) => `${rangeOf(mutant)} ${mutant.replacement}`;

/**
 * Runs all tests only where it takes them. Code that also runs between tests, as in an app that starts or a reply that
 * goes on, would get all of them for each mutant, although one that reaches it mostly fails. What survives those, or
 * runs only as its module is imported, is tried again with all.
 */
const resultsOf = async (target: Target, mutate: string[]): Promise<Result[]> => {
  const results = await run(target, mutate, { ignoreStatic: true });
  const left = results.filter((mutant) => mutant.static && !isKilled(mutant));
  if (left.length === 0) return results;
  const again = await run(target, [...new Set(left.map(rangeOf))], { ignoreStatic: false });
  const retried = new Map(again.map((mutant) => [keyOf(mutant), mutant]));
  return results.map((mutant) => (left.includes(mutant) ? (retried.get(keyOf(mutant)) ?? mutant) : mutant));
};

const mutantsOf = async (name: string, target: Target, only: string | undefined): Promise<Mutant[]> => {
  // The test runner's configuration reads this variable, in this process and in its workers.
  process.env['ATRIUM_MUTATE'] = name;
  const { project, mutate } = target;
  const results = await resultsOf(
    target,
    only === undefined ? [...mutate.map((glob) => `${project}/${glob}`), `!${project}/**/*.test.*`] : [only],
  );
  return results
    .filter(({ status }) => status !== 'Ignored' && status !== 'CompileError')
    .map((mutant) => {
      const { fileName, replacement, mutatorName } = mutant;
      const { start, end } = mutant.location;
      const lines = readFileSync(fileName, 'utf8').split('\n');
      const part = lines.slice(start.line - 1, end.line);
      // Lines and columns start at 1, and the end column is the first one after the text.
      part[part.length - 1] = part.at(-1)!.slice(0, end.column - 1);
      part[0] = part[0]!.slice(start.column - 1);
      return {
        file: relative(workspace, fileName),
        line: start.line,
        code: lines[start.line - 1]!,
        original: part.join('\n'),
        replacement,
        mutator: mutatorName,
        killed: isKilled(mutant),
      };
    });
};

const [wanted, only] = process.argv.slice(2);
const names = Object.keys(targets).filter((name) => wanted === name || wanted === targets[name]!.project);
if (names.length === 0) {
  log(
    `Name a target, or a package: ${[...new Set(Object.entries(targets).flatMap(([name, { project }]) => [name, project]))].join(', ')}`,
  );
  process.exitCode = 1;
}
const lines: string[] = [];
for (const name of names) {
  const {
    mutants,
    killed,
    explained: known,
    survived,
    score,
    problems,
  } = verdictOf(await mutantsOf(name, targets[name]!, only), explained);
  log(`\n== ${name}`);
  for (const mutant of survived) log(`${mutant.line}\t${mutant.mutator}\t${lineOf(mutant)}`);
  for (const problem of problems) log(problem);
  lines.push(
    `${name.padEnd(16)} ${mutants} mutants, ${killed} killed, ${survived.length} survived, ${known} explained, ${(score * 100).toFixed(1)} %`,
  );
  if (problems.length > 0) process.exitCode = 1;
}
for (const line of lines) log(line);
