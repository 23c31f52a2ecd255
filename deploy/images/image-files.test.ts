import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, matchesGlob } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readImports } from '../ci/import-graph.ts';
import { workspace } from '../release/data-folder.ts';

const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8');
const ignored = read('Dockerfile.dockerignore').trim().split('\n');
const isIgnored = (file: string): boolean =>
  file !== '.' && (ignored.some((pattern) => matchesGlob(file, pattern)) || isIgnored(dirname(file)));
const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: workspace,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})
  .trim()
  .split('\n');

/** The source files that one stage of the Dockerfile copies. */
const filesOf = (stage: string): string[] => {
  const [, text = ''] =
    new RegExp(`^FROM \\S+ AS ${stage}\\n(.*?)(?=^FROM |$(?![^]))`, 'ms').exec(read('Dockerfile')) ?? [];
  const copied = [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) => paths.split(' '));
  return sources.filter(
    (file) => !isIgnored(file) && copied.some((path) => file === path || file.startsWith(`${path}/`)),
  );
};

/** All files of the workspace that one of these files imports, directly or indirectly. */
const reached = (entries: readonly string[]): Set<string> => {
  const graph = readImports(workspace);
  const found = new Set<string>();
  const visit = (file: string): void => {
    if (found.has(file)) return;
    found.add(file);
    for (const next of graph.get(file) ?? []) visit(next);
  };
  for (const entry of entries) visit(entry);
  return found;
};

describe.each([
  [
    'service',
    ['service/src/main.ts', 'service/src/migrate.ts', 'service/src/backup/main.ts', 'deploy/notices/write.ts'],
  ],
  [
    'edge',
    ['deploy/edge/main.ts', 'deploy/operator/main.ts', 'deploy/release/command-line.ts', 'deploy/notices/write.ts'],
  ],
])('the image of the %s', (stage, entries) => {
  const files = filesOf(stage);

  test('contains no test, benchmark, journey, or development tool', () => {
    expect(files.length).toBeGreaterThan(100);
    const foreign =
      /\.(test|spec|suite|built)\.|(^|\/)(testing|bench|e2e)\/|^deploy\/(ci|local|create-remote|nginx|charts|images)\/|^(shell|mf-[\w-]+|docs)\//;
    expect(files.filter((file) => foreign.test(file))).toEqual([]);
  });

  test('contains every file that its programs import', () => {
    const held = new Set(files);
    expect([...reached(entries)].filter((file) => !held.has(file))).toEqual([]);
  });

  test('contains every patch of a package: its installation fails if one is missing', () => {
    const { patchedDependencies } = parse(readFileSync(join(workspace, 'pnpm-workspace.yaml'), 'utf8')) as {
      patchedDependencies: Readonly<Record<string, string>>;
    };
    const patches = Object.values(patchedDependencies);
    expect(patches).not.toEqual([]);
    expect(patches.filter((patch) => !files.includes(patch))).toEqual([]);
  });
});
