import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** For each file the files that it imports, including types. All paths are relative to one folder. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

const isTest = (file: string) => /\.(test|built|suite)\.tsx?$/.test(file);
const imported = /(?:\bfrom|\bimport)\s*\(?\s*'(\.\.?\/[^']+\.tsx?)'/g;

/** Reads the imports between the sources in `root`. Tests may import anything, so they are left out. */
export const readImports = (root: string): ImportGraph => {
  const files = globSync('**/*.{ts,tsx}', { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] });
  return new Map(
    files
      .filter((file) => !isTest(file))
      .map((file) => {
        const targets = [...readFileSync(join(root, file), 'utf8').matchAll(imported)].map(([, path = '']) =>
          relative(root, join(root, dirname(file), path)),
        );
        return [file, targets.filter((target) => !target.startsWith('..') && existsSync(join(root, target)))];
      }),
  );
};

/** Every import that is not allowed. `allowed` lists, for each folder, the other folders that it may import. */
export const brokenLayers = (graph: ImportGraph, allowed: Readonly<Record<string, readonly string[]>>): string[] =>
  [...graph].flatMap(([file, targets]) => {
    const from = file.split(sep)[0] ?? '';
    return targets
      .filter((target) => {
        const to = target.split(sep)[0] ?? '';
        return to !== from && !allowed[from]?.includes(to);
      })
      .map((target) => `${file} imports ${target}`);
  });

/** Files that import each other in a circle, with the first one repeated at the end; undefined if there is none. */
export const circleIn = (graph: ImportGraph): string[] | undefined => {
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return undefined;
    for (const next of graph.get(file) ?? []) {
      const circle = visit(next, [...path, file]);
      if (circle) return circle;
    }
    done.add(file);
    return undefined;
  };
  for (const file of graph.keys()) {
    const circle = visit(file, []);
    if (circle) return circle;
  }
  return undefined;
};
