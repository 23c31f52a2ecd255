import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { workspace } from '../release/data-folder.ts';
import { packageFolders } from '../build/packages.ts';
import { readNames } from './import-graph.ts';

interface PackageFile {
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
}
const packageFile = (name: string) =>
  JSON.parse(readFileSync(join(workspace, name, 'package.json'), 'utf8')) as PackageFile;
const ofWorkspace = (dependencies: Record<string, string> = {}) =>
  Object.entries(dependencies)
    .filter(([, version]) => version.startsWith('workspace:'))
    .map(([name]) => name);
const remotes = packageFolders().filter((name) => name.startsWith('mf-'));

/** For each feature folder of a remote, the other feature folders that it imports, lazily too: code, types and styles. */
const features = (remote: string): Map<string, Set<string>> => {
  const root = join(workspace, remote, 'src');
  const graph = new Map<string, Set<string>>();
  const featureOf = (file: string) => {
    const [folder, ...rest] = relative(root, file).split(sep);
    return rest.length > 0 ? folder : undefined;
  };
  for (const [file, names] of readNames(root)) {
    const from = featureOf(join(root, file));
    if (!from || from === 'testing') continue;
    const used = graph.get(from) ?? new Set<string>();
    graph.set(from, used);
    for (const name of names) {
      const to = name.startsWith('.') && featureOf(join(root, dirname(file), name));
      if (to && to !== from) used.add(to);
    }
  }
  return graph;
};

const cycleFrom = (graph: Map<string, Set<string>>, path: string[]): string[] | undefined => {
  const last = path.at(-1) ?? '';
  for (const next of graph.get(last) ?? []) {
    if (path.includes(next)) return [...path, next];
    const found = cycleFrom(graph, [...path, next]);
    if (found) return found;
  }
  return undefined;
};

test('a remote depends on no package of the workspace but the kernel, and for its build on deploy', () => {
  expect(remotes.length).toBeGreaterThanOrEqual(5);
  for (const name of remotes) {
    expect(ofWorkspace(packageFile(name).dependencies), name).toEqual(['@atrium/shared-kernel']);
    expect(ofWorkspace(packageFile(name).devDependencies), name).toEqual(['@atrium/deploy']);
  }
});

test('the kernel depends on no package of the workspace, and the service on the kernel only', () => {
  expect(ofWorkspace(packageFile('shared-kernel').dependencies)).toEqual([]);
  expect(ofWorkspace(packageFile('service').dependencies)).toEqual(['@atrium/shared-kernel']);
});

describe.each(remotes)('features of %s', (name) => {
  const graph = features(name);

  test('use one another in one direction only', () => {
    for (const feature of graph.keys()) expect(cycleFrom(graph, [feature])).toBeUndefined();
  });

  test('are not imported by its ui parts', () => {
    expect([...(graph.get('ui') ?? [])]).toEqual([]);
  });
});

test('only the module that made a Subject writes to it: others get a stream or a function', () => {
  const files = globSync(['{shell,mf-*}/src/**/*.{ts,tsx}', 'shared-kernel/**/*.{ts,tsx}'], {
    cwd: workspace,
    exclude: ['**/node_modules/**', '**/*.test.*', '**/testing/**'],
  });
  expect(files.length).toBeGreaterThan(500);
  // Named as a type and not after `new`, it is one that is passed on.
  const passed = /(?<!\bnew )\b(?:Behavior|Replay)?Subject</;
  expect(files.filter((file) => passed.test(readFileSync(join(workspace, file), 'utf8')))).toEqual([]);
});
