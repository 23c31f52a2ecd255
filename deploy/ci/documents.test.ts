import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { workspace } from '../release/data-folder.ts';
import { releaseCommands } from '../release/run-release.ts';

const read = (file: string) => readFileSync(join(workspace, file), 'utf8');
const records = globSync('docs/decisions/*.md', { cwd: workspace }).toSorted();
const folders = globSync('*/', { cwd: workspace }).map((folder) => folder.replace(/\/$/, ''));

describe('decision records', () => {
  it('have a number each', () => {
    const numbers = records.map((file) => basename(file).slice(0, 4));
    expect(records.length).toBeGreaterThan(50);
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
  });

  it.each(records)('%s has its number, date and status once, context, decision and consequences', (file) => {
    const [title, , state] = read(file).split('\n');
    expect(title).toMatch(new RegExp(`^# ${basename(file).slice(0, 4)} \\S`));
    expect(state).toMatch(/^Date: \d{4}-\d\d-\d\d\. Status: (?:accepted|superseded by \d{4})\.$/);
    expect(read(file).match(/\b(?:Date|Status): /g)).toEqual(['Date: ', 'Status: ']);
    const headings = [...read(file).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(expect.arrayContaining(['Context', 'Decision', 'Consequences']));
  });
});

it('changesets name packages of the workspace', () => {
  const files = globSync(['*/package.json', 'deploy/*/package.json'], { cwd: workspace });
  const packages = files.map((file): string => JSON.parse(read(file)).name);
  const named = globSync('.changeset/*.md', { cwd: workspace }).flatMap((file) =>
    [...read(file).matchAll(/^'(.+)': (?:patch|minor|major)$/gm)].map(([, name = '']) => name),
  );
  expect(new Set(named).size).toBeGreaterThan(1);
  expect([...new Set(named)].filter((name) => !packages.includes(name))).toEqual([]);
});

/** Paths in a document, in backticks: `folder/file`, possibly relative to the document's own folder. */
const pathsIn = (file: string): string[] =>
  [...read(file).matchAll(/`([\w.-]+\/[\w./-]*)`/g)].map(([, path = '']) => path);

/** What a command writes is there or not, depending on what was run before. */
const written = read('.gitignore')
  .split('\n')
  .filter((line) => line.endsWith('/'));
const isWritten = (path: string) => written.some((folder) => `${path}/`.startsWith(folder));

/** Commands of pnpm itself. */
const ownCommands = ['install', 'exec', 'pack', 'add', 'changeset'];
/** In a remote's own repository `pnpm release` runs the kit, which also has `help`. */
const ofRelease = [...releaseCommands, 'help'];
const isKnown = (commands: readonly string[], [, name = '', of = '']: RegExpExecArray) =>
  commands.includes(name) && (name !== 'release' || of === '' || ofRelease.includes(of));

describe('documents', () => {
  const places = ['*.md', 'docs/*.md', '*/README.md', 'deploy/*/README.md'];
  const documents = globSync(places, { cwd: workspace, exclude: ['node_modules/**'] }).toSorted();
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const commands = [...Object.keys(scripts), ...ownCommands];

  it.each(documents)('%s names only commands that exist', (file) => {
    const named = [...read(file).matchAll(/(?:^|`)(?:npx )?pnpm ([a-z][\w:-]*)(?: ([a-z]+))?/gm)];
    expect(named.filter((command) => !isKnown(commands, command)).map(([text]) => text)).toEqual([]);
  });

  it.each(documents)('%s names only scripts that packages have', (file) => {
    const named = [...read(file).matchAll(/pnpm (?:--filter|-F) (?:@atrium\/)?([\w-]+) ([a-z][\w:-]*)/g)];
    const missing = named.filter(([, name = '', script = '']) => {
      const { scripts: own = {} }: { scripts?: object } = JSON.parse(read(`${name}/package.json`));
      return !(script in own) && !ownCommands.includes(script);
    });
    expect(missing.map(([text]) => text)).toEqual([]);
  });

  it.each(documents)('%s names only what is there', (file) => {
    const own = join(workspace, dirname(file));
    const named = pathsIn(file).filter(
      (path) => !isWritten(path) && [workspace, own].some((folder) => existsSync(join(folder, path.split('/')[0]!))),
    );
    expect(named.filter((path) => !existsSync(join(workspace, path)) && !existsSync(join(own, path)))).toEqual([]);
  });
});

it.each(folders.filter((folder) => existsSync(join(workspace, folder, 'src')) && folder !== 'service'))(
  'the README of %s has a row for each folder of its sources',
  (name) => {
    const listed = new Set([...read(`${name}/README.md`).matchAll(/`src\/([\w-]+)\/?`/g)].map(([, folder]) => folder));
    const sources = globSync('src/*/', { cwd: join(workspace, name) }).map((folder) => basename(folder));
    expect(sources.length).toBeGreaterThan(5);
    expect(sources.filter((folder) => !listed.has(folder))).toEqual([]);
  },
);

it('tests of a package run by its own script as they do for all, with the settings of the workspace', () => {
  const packages = folders.filter((folder) => existsSync(join(workspace, folder, 'package.json')) && folder !== 'e2e');
  expect(packages.length).toBeGreaterThanOrEqual(9);
  for (const name of packages) {
    const { scripts }: { scripts?: Record<string, string> } = JSON.parse(read(`${name}/package.json`));
    expect(scripts?.['test'], name).toBe(`vitest run --root .. --project ${name}`);
  }
});

describe('the owners of the code', () => {
  const lines = read('.github/CODEOWNERS')
    .split('\n')
    .filter((line) => line.startsWith('/'))
    .map((line) => line.split(/\s+/));

  it('are one team for each remote', () => {
    const packages = folders.filter((folder) => folder.startsWith('mf-'));
    expect(packages.length).toBeGreaterThanOrEqual(5);
    for (const name of packages) expect(lines).toContainEqual([`/${name}/`, name.replace('mf-', '@atrium/')]);
  });

  it('share the contract of each call with the service', () => {
    const named = lines.flatMap(([path = '', ...owners]) => {
      const [, name] = /^\/shared-kernel\/contracts\/\*\/([\w-]+)\.ts$/.exec(path) ?? [];
      return name && owners.length === 2 && owners[1] === '@atrium/service' ? [name] : [];
    });
    const calls = globSync('shared-kernel/contracts/calls/*.ts', { cwd: workspace }).map((file) =>
      basename(file, '.ts'),
    );
    expect(named.toSorted()).toEqual(calls.toSorted());
  });

  it('are named for each file of the contracts that belongs to a remote or to the service', () => {
    const shared = /^(?:define|failures|answer|fails-with|general)\.ts$/;
    const files = globSync('shared-kernel/contracts/{calls,entities,failures,events,dialogs,slots}/*.ts', {
      cwd: workspace,
    }).filter((file) => !file.endsWith('.test.ts') && !shared.test(basename(file)));
    const owned = lines
      .filter(([path = '']) => path.startsWith('/shared-kernel/contracts/'))
      .flatMap(([path = '']) => globSync(path.slice(1), { cwd: workspace }));
    expect(files.length).toBeGreaterThan(50);
    expect(files.filter((file) => !owned.includes(file))).toEqual([]);
  });

  it('own only what is there', () => {
    expect(lines.filter(([path = '']) => globSync(path.slice(1), { cwd: workspace }).length === 0)).toEqual([]);
  });
});
