import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRemote } from '../create-remote/create-remote.ts';
import { workspace } from '../release/data-folder.ts';
import { follow, recipesIn } from '../testing/recipes.ts';

const read = (file: string) => readFileSync(join(workspace, file), 'utf8');
const contributing = read('CONTRIBUTING.md');
const recipes = recipesIn(contributing);
/** Milliseconds that compilers and tests may take on a busy machine. */
const tools = 300_000;

/**
 * A copy of the tree in which the recipes are followed. It links the installed packages, but has its own workspace
 * packages.
 */
let root = '';
const packages = ['shared-kernel', 'service', 'deploy', 'mf-teams'];
const notSources = new Set(['node_modules', 'dist', '.atrium', 'releases', 'results']);

const link = (from: string, to: string) => {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from))
    if (name.startsWith('@') && name !== '@atrium') link(join(from, name), join(to, name));
    else if (name !== '@atrium') symlinkSync(join(from, name), join(to, name));
};

const copyTree = () => {
  const copy = mkdtempSync(join(tmpdir(), 'atrium-recipes-'));
  const isSource = (path: string) => !notSources.has(basename(path)) && !path.endsWith('.tsbuildinfo');
  const configs = globSync(['*.{ts,json}', '.oxfmtrc.json', 'README.md'], { cwd: workspace });
  for (const name of [...packages, ...configs])
    cpSync(join(workspace, name), join(copy, name), { recursive: true, filter: isSource });
  // Vitest requires the folders of all its projects.
  for (const name of ['shell', 'docs']) mkdirSync(join(copy, name));
  symlinkSync(join(workspace, 'node_modules'), join(copy, 'node_modules'));
  for (const name of packages) {
    const own = join(copy, name, 'node_modules');
    link(join(workspace, name, 'node_modules'), own);
    mkdirSync(join(own, '@atrium'));
    symlinkSync(join(copy, 'shared-kernel'), join(own, '@atrium/shared-kernel'));
    symlinkSync(join(copy, 'service'), join(own, '@atrium/service'));
    symlinkSync(join(copy, 'deploy'), join(own, '@atrium/deploy'));
  }
  return copy;
};

const bin = (name: string) => join(workspace, 'node_modules/.bin', name);
/** Runs a program in a folder of the copy. On failure, the error contains all of its output. */
const runIn = (folder: string, program: string, ...args: string[]): void => {
  try {
    execFileSync(program, args, { cwd: join(root, folder), encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${basename(program)} ${args.join(' ')}\n${stdout}${stderr}`, { cause: error });
  }
};

/** Runs a command of a recipe without the package manager, which would install the packages that are linked here. */
const runCommand = (command: string): void => {
  const remote = /^pnpm create-remote (\S+)$/.exec(command)?.[1];
  if (remote !== undefined) return void createRemote(root, remote);
  const [, folder = '', program = '', args = ''] = /^pnpm --filter (\S+) exec (\S+) (.+)$/.exec(command) ?? [];
  if (!folder) throw new Error(`No recipe may say ${command}: its test cannot follow.`);
  runIn(folder, join(workspace, folder, 'node_modules/.bin', program), ...args.split(' '));
};

const followed: string[] = [];
beforeAll(() => {
  root = copyTree();
  for (const steps of recipes.values())
    for (const step of steps) {
      follow(root, step, runCommand);
      if (step.kind !== 'command') followed.push(step.file);
    }
}, tools);
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('the recipes', () => {
  it('are one for each thing that is added often', () => {
    const things = ['migration', 'port', 'call', 'event', 'dialog', 'screen', 'remote'];
    expect([...recipes.keys()]).toEqual(things.map((thing) => `Add a${thing === 'event' ? 'n' : ''} ${thing}`));
    for (const [title, steps] of recipes) expect(steps, title).not.toEqual([]);
  });

  it('create a migration and a remote by their commands', () => {
    const [migration = ''] = globSync('service/src/db/migrations/*_team-motto.sql', { cwd: root });
    expect(readFileSync(join(root, migration), 'utf8')).toBe('ALTER TABLE "teams" ADD COLUMN "motto" text;');
    expect(existsSync(join(root, 'mf-mottos/contract.ts'))).toBe(true);
  });

  it('are formatted as all code is', () => {
    const files = [...new Set(followed)];
    expect(files.length).toBeGreaterThan(20);
    expect(() => runIn('.', bin('oxfmt'), '--check', ...files)).not.toThrow();
  });

  it.each(['service', 'mf-teams'])(
    'compile, in %s',
    (name) => {
      expect(() => runIn('.', bin('tsc'), '-p', name, '--incremental', 'false', '--checkers', '1')).not.toThrow();
    },
    tools,
  );

  it(
    'pass the tests that they add and those that enforce the rules',
    () => {
      const added = [...new Set(followed)].filter((file) => /\.test\.tsx?$/.test(file));
      const rules = [
        'service/src/calls/registry.test.ts',
        'service/src/http/authorization.test.ts',
        'mf-teams/contract.test.ts',
        'deploy/ci/layers.test.ts',
      ];
      // Only the lines of the new call matter in the table of who may make which call.
      const names = /motto|every call|for each call|contract of mf-teams|layers|circle/;
      const projects = packages.flatMap((name) => ['--project', name]);
      const report = join(root, 'report.json');
      const options = ['--reporter=json', `--outputFile=${report}`, ...projects, '-t', names.source];
      runIn('.', bin('vitest'), 'run', ...options, ...added, ...rules);
      const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
        testResults: { name: string; assertionResults: { status: string }[] }[];
      };
      const passed = testResults.flatMap(({ name, assertionResults }) =>
        assertionResults.filter(({ status }) => status === 'passed').map(() => relative(root, name)),
      );
      expect(new Set(passed)).toEqual(new Set([...added, ...rules]));
    },
    tools,
  );
});

describe('the other advice', () => {
  it('names only commands that are there', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = [...contributing.matchAll(/(?:`|^)(?:pnpm|npm run|npm) ([a-z][\w:-]*)/gm)].map(
      ([, name = '']) => name,
    );
    expect(named.length).toBeGreaterThan(8);
    const own = new Set(['exec', 'changeset']);
    expect(named.filter((name) => !own.has(name) && scripts[name] === undefined)).toEqual([]);
  });

  it('names the limits that lint has', () => {
    const lint = read('oxlint.config.ts');
    const [, file, functions] = /below (\d+) lines and functions below (\d+)/.exec(contributing) ?? [];
    expect(lint).toContain(`'max-lines': ['error', { max: ${file}`);
    expect(lint).toContain(`'max-lines-per-function': ['error', { max: ${functions}`);
  });
});

describe('a recipe that is out of date', () => {
  const change = (text: string) => [...recipesIn(`### One\n\n\`\`\`diff\n${text}\n\`\`\`\n`).values()].flat()[0]!;

  it('reports what it does not find', () => {
    expect(() => follow(workspace, change('+++ package.json\n   "no such line"\n+  more'), runCommand)).toThrow(
      'package.json has 0 times what a recipe changes:\n  "no such line"',
    );
  });
});
