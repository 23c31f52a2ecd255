import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** Files by the files that they import, types included; all paths are below one folder. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

const isTest = (file: string) => /\.(test|built|suite)\.tsx?$/.test(file);
const imported = /(?:\bfrom|\bimport)\s*\(?\s*'(\.\.?\/[^']+\.tsx?)'/g;

/** Reads the imports between the sources below `root`. Tests may import anything, so they are left out. */
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

/** `allowed` names, for each folder, the others that it may import. Each answer is one import that is not allowed. */
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

/** Files that import one another in a circle, the first one named twice; undefined where there is none. */
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
